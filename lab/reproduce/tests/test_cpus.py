"""Descriptions of CPUs: accepted ones, and messages about others."""

from pathlib import Path

import pytest

from reproduce import cpus

GOOD = {"name": '"A CPU"', "cores": "96", "all_core_boost_ghz": "3.1", "source": '"its data sheet"'}


def described(folder: Path, **changes: str | None) -> Path:
    path = folder / "a_cpu.toml"
    lines = [f"{key} = {value}" for key, value in (GOOD | changes).items() if value is not None]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_reads_a_description(tmp_path: Path) -> None:
    cpu = cpus.load(described(tmp_path, l3_mb="32"))
    assert (cpu.key, cpu.name, cpu.cores, cpu.all_core_boost_ghz, cpu.l3_mb) == ("a_cpu", "A CPU", 96, 3.1, 32)


def test_equation_13(tmp_path: Path) -> None:
    cpu = cpus.load(described(tmp_path, cores="2", all_core_boost_ghz="3.0"))
    assert cpu.speed_of_light(100.0, 1.5) == pytest.approx(25.0)


def test_those_of_the_tree_are_sound() -> None:
    files = sorted((Path(cpus.__file__).parents[1] / "cpus").glob("*.toml"))
    found, problems = cpus.load_all(files)
    assert not problems
    # CPUs of section 6 of the MICRO 2025 paper.
    assert {(cpu.name, cpu.cores, cpu.all_core_boost_ghz) for cpu in found} >= {
        ("Intel Xeon 6980P", 128, 3.2),
        ("AMD EPYC 9965S", 192, 3.35),
    }


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cores": None}, "lacks the key 'cores'"),
        ({"cors": "96"}, "unknown key 'cors'"),
        ({"cores": "0"}, "cores = 0"),
        ({"cores": "-4"}, "cores = -4"),
        ({"cores": "1.5"}, "not a whole number"),
        ({"cores": "true"}, "not a whole number"),
        ({"cores": '"many"'}, "not a whole number"),
        ({"all_core_boost_ghz": "nan"}, "all_core_boost_ghz = nan"),
        ({"all_core_boost_ghz": "inf"}, "all_core_boost_ghz = inf"),
        ({"all_core_boost_ghz": '"3 GHz"'}, "not a number"),
        ({"name": '""'}, "not a text"),
        ({"source": "7"}, "not a text"),
        ({"name": "unquoted"}, "not TOML"),
    ],
)
def test_names_file_key_and_rule(tmp_path: Path, changes: dict[str, str | None], message: str) -> None:
    path = described(tmp_path, **changes)
    with pytest.raises(cpus.CpuFileError) as error:
        cpus.load(path)
    assert message in str(error.value)
    assert str(path) in str(error.value)


def test_a_missing_file_and_one_that_is_no_text(tmp_path: Path) -> None:
    noise = tmp_path / "noise.toml"
    noise.write_bytes(b"\xff\xfe\x00")
    found, problems = cpus.load_all([tmp_path / "none.toml", noise, described(tmp_path)])
    assert [cpu.name for cpu in found] == ["A CPU"]
    assert len(problems) == 2
    assert "cannot be read" in problems[0]
    assert "not TOML" in problems[1]
