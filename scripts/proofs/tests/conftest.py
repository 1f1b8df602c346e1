import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

from proofs.source import Source, files_of  # noqa: E402


@pytest.fixture(scope="session")
def files() -> dict[str, str]:
    """Returns the sources by their paths."""
    return files_of(ROOT)


@pytest.fixture(scope="session")
def source(files: dict[str, str]) -> Source:
    return Source(files)
