import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "lab"))


@pytest.fixture(scope="session")
def programs() -> Path:
    """Returns the folder of the measuring programs."""
    folder = os.environ.get("RINGLET_LAB_PROGRAMS")
    if not folder:
        pytest.skip("RINGLET_LAB_PROGRAMS names no folder with the measuring programs")
    return Path(folder)
