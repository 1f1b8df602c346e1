import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "another: a mistake in a file that has one that is tried already")
