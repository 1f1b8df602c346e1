"""Runs tests against the installed package, on every backend that this CPU has."""

import os
import random
from collections.abc import Iterator

import hypothesis
import pytest

import ringlet

SEED = int(os.environ.get("RINGLET_TEST_SEED", "0")) or random.SystemRandom().randrange(1, 2**32)

hypothesis.settings.register_profile("ringlet", max_examples=60, deadline=None, database=None, print_blob=True)
hypothesis.settings.load_profile("ringlet")


def pytest_report_header() -> str:
    return f"ringlet {ringlet.__version__} from {ringlet.__file__}; RINGLET_TEST_SEED={SEED}"


@pytest.fixture
def rng() -> random.Random:
    return random.Random(SEED)


@pytest.fixture(params=[backend.name for backend in ringlet.backends()])
def backend(request: pytest.FixtureRequest) -> Iterator[str]:
    name: str = request.param
    if not {b.name: b.supported for b in ringlet.backends()}[name]:
        pytest.skip(f"this CPU lacks {name}")
    with ringlet.use_backend(name):
        yield name
