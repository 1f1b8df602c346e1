"""CPUs for the speed-of-light model, each described in a small TOML file (lab/cpus/)."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

REQUIRED = {"name": str, "cores": int, "all_core_boost_ghz": float, "source": str}
OPTIONAL = {"l3_mb": float}


class CpuFileError(ValueError):
    """A description cannot be used; the message names the file, the key and the rule."""


@dataclass(frozen=True)
class Cpu:
    key: str
    name: str
    cores: int
    all_core_boost_ghz: float
    source: str
    l3_mb: float | None = None

    def speed_of_light(self, nanoseconds: float, measured_ghz: float) -> float:
        """Computes equation 13 of the MICRO 2025 paper, for a time measured on one core."""
        return nanoseconds / self.cores * measured_ghz / self.all_core_boost_ghz


def load(path: Path) -> Cpu:
    try:
        fields = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CpuFileError(f"{path}: cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CpuFileError(f"{path}: not TOML ({error})") from error
    for key in fields:
        if key not in REQUIRED | OPTIONAL:
            raise CpuFileError(f"{path}: unknown key '{key}'; there are {', '.join(REQUIRED | OPTIONAL)}")
    for key in REQUIRED:
        if key not in fields:
            raise CpuFileError(f"{path}: lacks the key '{key}'")
    for key, value in fields.items():
        _check(path, key, value, (REQUIRED | OPTIONAL)[key])
    return Cpu(key=path.stem, **fields)


def _check(path: Path, key: str, value: object, kind: type) -> None:
    if kind is str:
        if not isinstance(value, str) or not value.strip():
            raise CpuFileError(f"{path}: {key} = {value!r} is not a text")
        return
    allowed = (int,) if kind is int else (int, float)
    # In Python, a boolean is an integer.
    if isinstance(value, bool) or not isinstance(value, allowed):
        raise CpuFileError(f"{path}: {key} = {value!r} is not {'a whole number' if kind is int else 'a number'}")
    limit = 100_000
    if not 0 < value < limit:
        raise CpuFileError(f"{path}: {key} = {value!r} does not lie between 0 and {limit}")


def load_all(paths: list[Path]) -> tuple[list[Cpu], list[str]]:
    """Returns the CPUs, and messages about files that describe none."""
    cpus, problems = [], []
    for path in paths:
        try:
            cpus.append(load(path))
        except CpuFileError as error:
            problems.append(str(error))
    return cpus, problems
