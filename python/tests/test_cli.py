"""The command line, from outside."""

import fcntl
import importlib.metadata
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ringlet
from oracles import pack, product, transform, unpack

Q = 12289
ROWS = [[1, 2, 3, 4, 5, 6, 7, 12288], [0, 0, 1, 0, 0, 0, 0, 0]]
ROOT = ringlet.Ntt(8, Q).root
SPECTRA = [transform(row, Q, ROOT, "negacyclic") for row in ROWS]
MULTIWORD = ringlet.ntt_primes(1, 255, 8)[0]
BIG = ringlet.ntt_primes(1, 100, 8)[0]


def ringlet_command(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    options = {"capture_output": True, "text": True} | options
    return subprocess.run([sys.executable, "-m", "ringlet", *map(str, arguments)], check=False, **options)


def text(rows: list[list[int]]) -> str:
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def fails(status: int, message: str, *arguments: str | Path, **options: Any) -> None:
    result = ringlet_command(*arguments, **options)
    assert result.returncode == status, result.stderr
    assert result.stdout == ""
    assert re.search(message, result.stderr), result.stderr
    assert not re.search("Traceback|Input should be|Value error", result.stderr), result.stderr


def test_the_entry_point_is_installed() -> None:
    command = Path(sys.executable).with_name("ringlet")
    version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    assert version == f"ringlet {ringlet.__version__}\n"


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_what_to_install_is_said_in_one_sentence(missing: str) -> None:
    script = f"import sys; sys.modules['{missing}'] = None; from ringlet._cli import main; main()"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == 'ringlet: the command needs typer and rich: pip install "ringlet[cli]"\n'


def test_the_library_needs_numpy_only() -> None:
    requirements = importlib.metadata.requires("ringlet") or []
    needed = {re.split("[<>=; ]", text)[0] for text in requirements if "extra ==" not in text}
    assert needed <= {"numpy", "nanobind-backend"}
    code = "import sys, ringlet; sys.exit(bool({'typer', 'rich'} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_one_vector_times_each_of_many(tmp_path: Path) -> None:
    many = tmp_path / "many.txt"
    many.write_text(text(ROWS))
    for arguments in ((many, "-"), ("-", many)):
        result = ringlet_command("mul", *arguments, "-q", str(Q), "--check", input=text(ROWS[:1]))
        assert result.stdout == text([product(row, ROWS[0], Q, "negacyclic") for row in ROWS])


COMMANDS = ("info", "primes", "ntt", "intt", "extend", "mul", "bench", "reproduce")


def test_help() -> None:
    result = ringlet_command("--help")
    assert result.returncode == 0
    for command in COMMANDS:
        assert command in result.stdout
        long, short = ringlet_command(command, "--help"), ringlet_command(command, "-h")
        assert (long.returncode, short.returncode) == (0, 0)
        assert long.stdout == short.stdout
        assert f"\n  Example: ringlet {command}" in long.stdout
    assert ringlet_command("-h").stdout == result.stdout


@pytest.mark.parametrize("width", [60, 80, 120])
def test_help_is_never_cut_off(width: int) -> None:
    environment = {**os.environ, "COLUMNS": str(width)}
    overview = " ".join(ringlet_command("-h", env=environment).stdout.split())
    for command in COMMANDS:
        lines = ringlet_command(command, "-h", env=environment).stdout.splitlines()
        assert max(map(len, lines)) <= width
        described = lines[2 : lines.index("", 2)]
        assert " ".join(" ".join(described).split()).replace("- ", "-") in overview.replace("- ", "-")
        assert "..." not in "".join(described)


def completed(line: str) -> list[str]:
    """Returns bash's completions of the last word of a line."""
    environment = {"_RINGLET_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    return ringlet_command(env={**os.environ, **environment}).stdout.split()


def test_completion() -> None:
    assert completed("ringlet ") == list(COMMANDS)
    assert completed("ringlet in") == ["info", "intt"]
    assert completed("ringlet ntt --mod") == ["--modulus"]
    assert completed("ringlet ntt --ring ") == ["negacyclic", "cyclic"]
    assert completed("ringlet mul --format n") == ["npy"]
    assert completed("ringlet primes --order s") == ["smallest_first"]
    script = ringlet_command("--show-completion", "bash").stdout
    assert "_RINGLET_COMPLETE=complete_bash" in script


def test_info() -> None:
    result = ringlet_command("info")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    for backend in ringlet.backends():
        flags = ["yes" if flag else "no" for flag in (backend.supported, backend.active)]
        assert "\t".join([backend.name, *flags]) in lines
    assert f"scalar\t4096\t36\t{scalar_choice()}" in lines
    assert "\x1b" not in result.stdout


def test_info_as_json() -> None:
    facts = json.loads(ringlet_command("info", "--json").stdout)
    assert facts["ringlet"] == ringlet.__version__
    assert facts["backends"] == [backend._asdict() for backend in ringlet.backends()]
    assert {"backend": "scalar", "n": 4096, "bits": 36, "choice": scalar_choice()} in facts["choices"]
    lines = ringlet_command("info").stdout.splitlines()
    assert f"cpu\t{facts['cpu']}" in lines
    for choice in facts["choices"]:
        assert "\t".join(map(str, choice.values())) in lines


def scalar_choice() -> str:
    with ringlet.use_backend("scalar"):
        return ringlet.Ntt(4096, ringlet.ntt_primes(1, 36, 4096)[0]).describe()


def test_primes() -> None:
    result = ringlet_command("primes", "--bits", "50", "--n", "8192", "--count", "3")
    assert result.stdout == "".join(f"{q}\n" for q in ringlet.ntt_primes(3, 50, 8192))
    result = ringlet_command("primes", "--bits", "100", "--n", "8", "--order", "smallest_first")
    assert result.stdout == f"{ringlet.ntt_primes(1, 100, 8, order='smallest_first')[0]}\n"


def test_multiword_primes() -> None:
    for bits in ("125", "255", "511"):
        result = ringlet_command("primes", "--bits", bits, "--n", "8192", "--count", "2")
        assert result.stdout == "".join(f"{q}\n" for q in ringlet.ntt_primes(2, int(bits), 8192))


@pytest.mark.parametrize("name", ["babybear", "goldilocks-plonky2"])
def test_fields_of_words(name: str) -> None:
    field = ringlet.field(name)
    forward = ringlet_command("ntt", "-", "-q", name, "--check", input=text(ROWS))
    assert forward.stdout == text(
        [transform(r, field.modulus.value, field.root_of_unity(16), "negacyclic") for r in ROWS]
    )
    assert ringlet_command("intt", "-", "-q", name, input=forward.stdout).stdout == text(ROWS)


@pytest.mark.parametrize("name", ["bn254-fr", "bls12-377-fq"])
def test_fields(name: str) -> None:
    field = ringlet.field(name)
    q, psi, omega = field.modulus.value, field.root_of_unity(16), field.root_of_unity(8)
    forward = ringlet_command("ntt", "-", "-q", name, "--check", input=text(ROWS))
    assert forward.stdout == text([transform(row, q, psi, "negacyclic") for row in ROWS])
    assert forward.stderr == "ringlet: by the definition, all 8 values of 2 vectors are right\n"
    assert ringlet_command("intt", "-", "-q", hex(q), "--root", str(psi), input=forward.stdout).stdout == text(ROWS)
    options = ["--ring", "cyclic", "--order", "natural", "--coset", "5", "--check"]
    on_coset = ringlet_command("ntt", "-", "-q", name, *options, input=text(ROWS))
    points = [5 * pow(omega, k, q) for k in range(8)]
    assert on_coset.stdout == text([[sum(c * x**j for j, c in enumerate(row)) % q for x in points] for row in ROWS])
    assert "all 8 values" in on_coset.stderr
    assert ringlet_command("intt", "-", "-q", name, *options, input=on_coset.stdout).stdout == text(ROWS)
    one = ringlet_command("mul", "-", "/dev/null", "-q", name, input=text(ROWS))
    assert one.returncode == 2
    assert completed(f"ringlet ntt -q {name[:4]}") == [f.name for f in ringlet.fields() if f.name.startswith(name[:4])]


def test_text(tmp_path: Path) -> None:
    source = tmp_path / "a.txt"
    source.write_text("1, 2 3,4 0x5 6 7 12288\n\n0 0 1 0 0 0 0 0\n")
    result = ringlet_command("ntt", source, "--modulus", "12289", "--check", "--threads", "2")
    assert result.stdout == text(SPECTRA)
    assert result.stderr == "ringlet: by the definition, all 8 values of 2 vectors are right\n"
    back = ringlet_command("intt", "-", "-q", "0x3001", "--check", input=result.stdout)
    assert back.stdout == text(ROWS)
    column = ringlet_command("ntt", "-", "-q", "12289", input="\n".join(map(str, ROWS[0])))
    assert column.stdout == text(SPECTRA[:1])


@pytest.mark.parametrize("q", [Q, BIG, MULTIWORD])
def test_npy(tmp_path: Path, q: int) -> None:
    words = ringlet.Modulus(q).words
    source, spectrum, back = tmp_path / "a.npy", tmp_path / "b.npy", tmp_path / "c.npy"
    array = pack(ROWS, words)
    np.save(source, array if words > 1 else array.astype(np.int32))
    assert ringlet_command("ntt", source, "-q", str(q), "-o", spectrum).returncode == 0
    assert (np.load(spectrum) == ringlet.Ntt(8, q, order="bit_reversed").forward(array)).all()
    assert ringlet_command("intt", spectrum, "-q", str(q), "--output", back, "--check").returncode == 0
    assert (np.load(back) == array).all()
    piped = subprocess.run(
        [sys.executable, "-m", "ringlet", "ntt", source, "-q", str(q), "--format", "npy"],
        capture_output=True,
        check=True,
    )
    assert piped.stdout == spectrum.read_bytes()
    with spectrum.open("rb") as stream:
        assert ringlet_command("intt", "-", "-q", str(q), stdin=stream).stdout == text(ROWS)


def test_arrays_of_uint32_keep_their_type(tmp_path: Path) -> None:
    source, spectrum = tmp_path / "a.npy", tmp_path / "b.npy"
    for q, dtype in ((Q, np.uint32), (BIG, np.uint64)):
        np.save(source, np.array(ROWS, np.uint32) if q == Q else pack(ROWS, 2))
        assert ringlet_command("ntt", source, "-q", str(q), "-o", spectrum, "--check").returncode == 0
        assert np.load(spectrum).dtype == dtype
        assert ringlet_command("mul", spectrum, spectrum, "-q", str(q), "-o", source, "--check").returncode == 0
        assert np.load(source).dtype == dtype
    np.save(source, np.array(ROWS, np.uint32))
    assert ringlet_command("ntt", source, "-q", "goldilocks", "-o", spectrum, "--check").returncode == 0
    assert np.load(spectrum).dtype == np.uint64


@pytest.mark.parametrize("q", ["babybear", str(BIG)])
def test_columns(tmp_path: Path, q: str) -> None:
    words = 1 if q == "babybear" else 2
    source, out = tmp_path / "a.npy", tmp_path / "b.npy"
    array = pack([list(column) for column in zip(*ROWS, strict=True)], words)
    np.save(source, array.astype(np.uint32) if words == 1 else array)
    options = ["-q", q, "--columns", "--order", "natural", "--ring", "cyclic", "--check"]
    forward = ringlet_command("ntt", source, *options, "-o", out)
    assert forward.stderr == "ringlet: by the definition, all 8 values of 2 vectors are right\n"
    rows = ringlet_command("ntt", "-", *(o for o in options if o != "--columns"), input=text(ROWS))
    by_rows = [[int(x) for x in line.split()] for line in rows.stdout.splitlines()]
    assert unpack(np.load(out), words) == [list(column) for column in zip(*by_rows, strict=True)]
    assert unpack(np.load(out), words) != by_rows
    back = ringlet_command("intt", out, *options)
    assert back.stdout == text([list(column) for column in zip(*ROWS, strict=True)])
    one = ringlet_command("ntt", "-", *options, input="\n".join(map(str, ROWS[0])))
    assert one.stdout == "".join(f"{x}\n" for x in by_rows[0])


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("q", ["koalabear", *(str(ringlet.ntt_primes(1, bits, 64)[0]) for bits in (60, 100))])
def test_extend(q: str, columns: bool) -> None:
    given = [list(column) for column in zip(*ROWS, strict=True)] if columns else ROWS
    modulus = ringlet.field(q).modulus if q == "koalabear" else ringlet.Modulus(int(q))
    options = ["-q", q, "--coset", "5", "--log-blowup", "2", *["--columns"] * columns]
    result = ringlet_command("extend", "-", *options, "--check", input=text(given))
    assert result.stderr == "ringlet: by the definition, all 32 values of 2 vectors are right\n"
    omega = ringlet.field(q).root_of_unity(8) if q == "koalabear" else None
    ntt = ringlet.Ntt(8, modulus, ring="cyclic", omega=omega)
    root = ringlet.field(q).root_of_unity(32) if q == "koalabear" else ntt.extension_root(2)
    coefficients = [ringlet.to_ints(ntt.inverse(ringlet.from_ints(row, modulus)), modulus).tolist() for row in ROWS]
    points = [5 * pow(root, int(k), modulus.value) for k in ringlet.bit_reversal(32)]
    wanted = [[sum(c * x**j for j, c in enumerate(row)) % modulus.value for x in points] for row in coefficients]
    assert result.stdout == text([list(column) for column in zip(*wanted, strict=True)] if columns else wanted)
    assert ringlet_command("extend", "-", *options, "--ring", "cyclic", input=text(given)).stdout == result.stdout


def test_wrong_extensions_and_columns(tmp_path: Path) -> None:
    good = ["extend", "-", "-q", "babybear"]
    fails(2, "(?i)missing option.*coset", *good, input=text(ROWS))
    fails(2, "--coset is 'x', but it must be an integer", *good, "--coset", "x", input=text(ROWS))
    fails(2, "coset is 0, but", *good, "--coset", "0", input=text(ROWS))
    fails(2, "log_blowup is 17, but", *good, "--coset", "3", "--log-blowup", "17", input=text(ROWS))
    fails(2, "log_blowup is -1, but", *good, "--coset", "3", "--log-blowup", "-1", input=text(ROWS))
    fails(2, "but MatrixNtt takes moduli below", "ntt", "-", "-q", "bn254-fr", "--columns", input=text(ROWS))
    fails(2, "rows is 3, but", "ntt", "-", "-q", str(Q), "--columns", input="1 2\n3 4\n5 6\n")
    cube = tmp_path / "cube.npy"
    np.save(cube, np.zeros((2, 2, 2), np.uint32))
    fails(2, r"but with --columns it must be \(rows, width\)", "ntt", cube, "-q", str(Q), "--columns")


@pytest.mark.parametrize("ring", ["negacyclic", "cyclic"])
@pytest.mark.parametrize("q", [Q, BIG, MULTIWORD])
def test_mul(tmp_path: Path, q: int, ring: Any) -> None:
    x, y = tmp_path / "x.txt", tmp_path / "y.txt"
    x.write_text(text(ROWS))
    y.write_text(text(ROWS[::-1]))
    result = ringlet_command("mul", x, y, "-q", str(q), "--ring", ring, "--check")
    assert result.stdout == text([product(a, b, q, ring) for a, b in zip(ROWS, ROWS[::-1], strict=True)])
    assert result.stderr == "ringlet: by the definition, all 8 coefficients of 2 products are right\n"
    assert ringlet_command("mul", "-", y, "-q", str(q), "--ring", ring, input=text(ROWS)).stdout == result.stdout


def test_ring_and_root(tmp_path: Path) -> None:
    source = tmp_path / "a.txt"
    source.write_text(text(ROWS))
    omega = pow(ROOT, 2 * 3, Q)
    result = ringlet_command("ntt", source, "-q", str(Q), "--ring", "cyclic", "--root", str(omega), "--check")
    assert result.stdout == text([transform(row, Q, omega, "cyclic") for row in ROWS])


def test_check_samples_great_vectors(tmp_path: Path) -> None:
    source = tmp_path / "a.npy"
    n = 2**15
    q = ringlet.ntt_primes(1, 55, n)[0]
    np.save(source, np.random.default_rng(1).integers(0, q, n, dtype=np.uint64))
    result = ringlet_command("ntt", source, "-q", str(q), "--check", "-o", tmp_path / "b.npy")
    assert result.returncode == 0
    assert result.stderr == "ringlet: by the definition, 512 sampled values of 1 vector, all right\n"
    np.save(source, np.load(source).repeat(2).reshape(n, 2).T)
    result = ringlet_command("ntt", source, "-q", str(q), "--check", "-o", tmp_path / "b.npy")
    assert result.stderr == "ringlet: by the definition, 256 sampled values of each of 2 vectors, all right\n"


def test_check_finds_a_wrong_result(tmp_path: Path) -> None:
    source = tmp_path / "a.txt"
    source.write_text(text(ROWS))
    spoil = (
        "import ringlet\n"
        "class Wrong(ringlet.Ntt):\n"
        "    def forward(self, a, **options):\n"
        "        result = super().forward(a, **options)\n"
        "        result[1, 3] ^= 1\n"
        "        return result\n"
        "    def multiply(self, x, y, **options):\n"
        "        result = super().multiply(x, y, **options)\n"
        "        result[0, 2] ^= 1\n"
        "        return result\n"
        "ringlet.Ntt = Wrong\n"
        "from ringlet._cli.app import main\n"
        "main()\n"
    )
    path = str(source)
    for command, place in ((["ntt", path], "value 3 of vector 1"), (["mul", path, path], "coefficient 2 of")):
        result = subprocess.run(
            [sys.executable, "-c", spoil, *command, "-q", str(Q), "--check"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 1
        assert place in result.stderr
        assert result.stdout == ""


def test_errors(tmp_path: Path) -> None:
    good = tmp_path / "good.txt"
    good.write_text(text(ROWS))

    def npy(array: Any) -> Path:
        path = tmp_path / "array.npy"
        np.save(path, array)
        return path

    missing = tmp_path / "none.txt"
    fails(2, "No such file", "ntt", missing, "-q", str(Q))
    fails(2, "Is a directory", "ntt", tmp_path, "-q", str(Q))
    fails(2, "(?i)missing option.*modulus", "ntt", good)
    fails(2, "(?i)missing argument", "ntt", "-q", str(Q))
    fails(2, "--modulus is 'seven', but it must be an integer", "ntt", good, "-q", "seven")
    fails(2, "q is 12288, but", "ntt", good, "-q", "12288")
    fails(2, "q is 97, but|lie in", "ntt", good, "-q", "97")
    fails(2, r"a\[0, 7\] is 12288, but it must lie in \[0, q\), q = 7681", "ntt", good, "-q", "7681")
    fails(2, "--root is 'x', but", "ntt", good, "-q", str(Q), "--root", "x")
    fails(2, "psi is 2, but", "ntt", good, "-q", str(Q), "--root", "2")
    fails(2, "omega is 2, but", "intt", good, "-q", str(Q), "--root", "2", "--ring", "cyclic")
    fails(2, "--ring is 'round', but it must be negacyclic or cyclic", "ntt", good, "-q", str(Q), "--ring", "round")
    fails(2, "--format is 'x', but it must be text or npy", "mul", good, good, "-q", str(Q), "--format", "x")
    fails(2, "--threads is 'two', but it must be an integer", "intt", good, "-q", str(Q), "--threads", "two")
    fails(2, "--threads is 0, but it must be at least 1", "ntt", good, "-q", str(Q), "--threads", "0")
    fails(2, "(?i)no such option", "ntt", good, "-q", str(Q), "--thread", "0")
    fails(2, "(?i)no such command", "transform")
    fails(2, "standard input holds no numbers", "ntt", "-", "-q", str(Q), input="\n")
    fails(2, "standard input, line 2: '2.5' is not an integer", "ntt", "-", "-q", str(Q), input="1 2\n3 2.5\n")
    fails(2, "line 1: -1 must lie in", "ntt", "-", "-q", str(Q), input="-1 2\n")
    fails(2, "lines of 2 and of 3 numbers", "ntt", "-", "-q", str(Q), input="1 2\n1 2 3\n")
    fails(2, "n is 3, but it must be a power of two", "ntt", "-", "-q", str(Q), input="1 2 3\n")
    binary = tmp_path / "bytes"
    binary.write_bytes(b"\xff\xfe")
    fails(2, "neither text nor", "ntt", binary, "-q", str(Q))
    fails(2, "holds float64", "ntt", npy(np.zeros(8)), "-q", str(Q))
    fails(2, "holds a negative number", "ntt", npy(np.full(8, -1)), "-q", str(Q))
    fails(2, "not a valid .npy file", "ntt", npy(np.array([None] * 8)), "-q", str(Q))
    truncated = npy(np.zeros(8, np.uint64))
    truncated.write_bytes(truncated.read_bytes()[:-5])
    fails(2, "not a valid .npy file", "ntt", truncated, "-q", str(Q))
    fails(2, "n is 1, but", "ntt", npy(np.uint64(3)), "-q", str(Q))
    fails(2, r"has shape \(8,\), but it must be \(..., n, 2\)", "ntt", npy(np.zeros(8, np.uint64)), "-q", str(BIG))
    fails(2, "only one of the two inputs", "mul", "-", "-", "-q", str(Q), input="")
    fails(2, "shape of y is", "mul", good, "-", "-q", str(Q), input=text([*ROWS, ROWS[0]]))
    fails(2, "No such file", "ntt", good, "-q", str(Q), "-o", tmp_path / "none" / "out.txt")
    fails(2, "bits is 512, but", "primes", "--bits", "512", "--n", "8")
    fails(2, "--modulus is 'bn254', but it must be an integer or one of .*bn254-fr", "ntt", good, "-q", "bn254")
    fails(2, "--order is 'up', but it must be bit_reversed or natural", "ntt", good, "-q", str(Q), "--order", "up")
    fails(2, "coset is 5, but only the cyclic ring", "intt", good, "-q", str(Q), "--coset", "5")
    fails(2, "--coset is 'g', but it must be an integer", "intt", good, "-q", "bn254-fr", "--coset", "g")
    fails(
        2, r"has shape \(8,\), but it must be \(..., n, 4\)", "ntt", npy(np.zeros(8, np.uint64)), "-q", str(MULTIWORD)
    )
    fails(2, "--count is -1, but", "primes", "--bits", "50", "--n", "8", "--count", "-1")
    fails(2, "--n is 0, but", "primes", "--bits", "50", "--n", "0")
    fails(2, "--bits is '1e2', but it must be an integer", "primes", "--bits", "1e2", "--n", "8")
    fails(2, "--order is 'up', but it must be largest_first or", "primes", "--bits", "9", "--n", "8", "--order", "up")
    fails(2, "only 0 primes of", "primes", "--bits", "14", "--n", "4096", "--count", "9")
    fails(2, "only 1 prime of", "primes", "--bits", "14", "--n", "2048", "--count", "9")
    fails(2, "--filter is", "bench", "--filter", "(")
    fails(
        2, "--filter is 'nothing', but it must match.*:\n  words/n:1024/bits:27/forward", "bench", "--filter", "nothing"
    )
    fails(2, "No such file", "bench", "--compare", missing)
    fails(2, "good.txt is not a report", "bench", "--compare", good)
    fails(2, "--source goes with --peers", "bench", "--source", tmp_path)
    fails(2, "is not Ringlet's source tree", "bench", "--peers", "--source", tmp_path)
    fails(2, "part of Ringlet's source tree, not of the package", "bench", "--peers", cwd=tmp_path)
    fails(2, "is not Ringlet's source tree", "reproduce", "--source", tmp_path)
    fails(2, "part of Ringlet's source tree, not of the package", "reproduce", cwd=tmp_path)
    fails(2, "none-such", "info", env={**os.environ, "RINGLET_BACKEND": "none-such"})


def test_bench(tmp_path: Path) -> None:
    report, again = tmp_path / "a.json", tmp_path / "b.json"
    result = ringlet_command("bench", "--quick", "--filter", "n:1024/.*/forward|(109|254)/inverse", "--json", report)
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert [line.split("\t")[0] for line in lines] == [
        "benchmark",
        "words/n:1024/bits:27/forward",
        "128-bit-word/n:4096/bits:109/inverse",
        "multiword/n:4096/bits:254/inverse",
    ]
    data = json.loads(report.read_text())
    assert data["context"]["ringlet"] == ringlet.__version__
    supported = [backend.name for backend in ringlet.backends() if backend.supported]
    assert [entry["run_name"].split("/")[-1] for entry in data["benchmarks"]] == supported * 3
    assert all(entry["cpu_time"] > 0 for entry in data["benchmarks"])

    for entry in data["benchmarks"]:
        entry["cpu_time"] *= 1000
    again.write_text(json.dumps(data))
    options = ["--quick", "--filter", "n:1024/.*/forward", "--compare", str(again)]
    lines = ringlet_command("bench", *options).stdout.splitlines()
    assert lines[-1].startswith("geometric mean\t")
    assert float(lines[-1].split("\t")[-1]) > 1
    assert len(lines) == 2 + 1 + len(supported) + 1
    result = ringlet_command("bench", "--quick", "--filter", "1024.*sum", "--compare", again)
    assert result.returncode == 2
    assert result.stderr == "ringlet: the two reports have no benchmark in common\n"
    assert json.loads(ringlet_command("bench", "--quick", "--filter", "1024.*sum", "--json", "-").stdout)["benchmarks"]


def source_tree(tmp_path: Path, script: str, text: str) -> None:
    """A source tree with a script that does not take minutes."""
    (tmp_path / "scripts").mkdir()
    for name in ("bench", "reproduce"):
        (tmp_path / "scripts" / name).write_text(text if name == script else "#!/bin/sh\nexit 9\n")
        (tmp_path / "scripts" / name).chmod(0o755)


def test_reproduce_runs_the_laboratory(tmp_path: Path) -> None:
    source_tree(tmp_path, "reproduce", '#!/bin/sh\necho "$0 $*"\n[ "$1" = --quick ]\n')
    (tmp_path / "below").mkdir()
    options = ("--quick", "--fresh", "--only", "fig4", "--only", "fig5", "--cpu", "my.toml")
    result = ringlet_command("reproduce", *options, cwd=tmp_path / "below")
    assert result.returncode == 0, result.stderr
    assert result.stdout == (
        f"{tmp_path}/scripts/reproduce --quick --fresh --only fig4 --only fig5 --cpu {tmp_path}/below/my.toml\n"
    )
    result = ringlet_command("reproduce", "--source", tmp_path)
    assert (result.returncode, result.stdout) == (1, f"{tmp_path}/scripts/reproduce \n")


def test_peers_benchmark_is_read(tmp_path: Path) -> None:
    names = [f"seal/n:1024/bits:27/forward/{name}" for name in ("gmp", "ringlet")]
    entries = [
        {"run_name": name, "aggregate_name": "median", "cpu_time": time, "time_unit": "us"}
        for name, time in zip(names, (12.0, 3.0), strict=True)
    ]
    (tmp_path / "report.json").write_text(json.dumps({"context": {}, "benchmarks": entries}))
    source_tree(
        tmp_path,
        "bench",
        '#!/bin/sh\ncd "$(dirname "$0")/.."\necho "timing  1/1  seal/n:1024/bits:27/forward"\n'
        '[ "$*" = "--quick --filter forward" ] || { echo "bench: unexpected $*"; exit 3; }\n'
        "mkdir -p build/release\ncp report.json build/release/ringlet_bench.json\n",
    )
    result = ringlet_command("bench", "--peers", "--source", tmp_path, "--quick", "--filter", "forward")
    assert result.stdout == ("benchmark\tringlet us\tgmp / ringlet\nseal/n:1024/bits:27/forward\t3.00\t4.00\n"), (
        result.stderr
    )
    fails(2, "scripts/bench failed:\n.*\nbench: unexpected", "bench", "--peers", "--source", tmp_path)


def test_a_reader_that_leaves_early() -> None:
    command = f"{sys.executable} -m ringlet primes --bits 50 --n 8 --count 20000 | head -n 1"
    result = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert result.stdout == f"{ringlet.ntt_primes(1, 50, 8)[0]}\n"
    assert result.stderr == ""


def on_a_terminal(width: int, *arguments: str, **options: Any) -> tuple[int, list[str]]:
    """The status of a command and what it draws, without colours and movements."""
    main, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    command = [sys.executable, "-m", "ringlet", *arguments]
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    with subprocess.Popen(
        command, stdout=terminal, env=environment, **{"stderr": subprocess.DEVNULL} | options
    ) as process:
        os.close(terminal)
        drawn = b""
        try:
            while data := os.read(main, 2**16):
                drawn += data
        except OSError:  # how Linux says that the other end is closed
            pass
    os.close(main)
    return process.returncode, re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", drawn.decode()).splitlines()


def test_binary_data_is_refused_by_a_terminal(tmp_path: Path) -> None:
    source = tmp_path / "a.txt"
    source.write_text(text(ROWS))
    status, lines = on_a_terminal(80, "ntt", str(source), "-q", str(Q), "--format", "npy", stderr=subprocess.STDOUT)
    assert status == 2
    assert "does not belong on a terminal" in "".join(lines)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_tables_fit_a_terminal(width: int) -> None:
    """Every cell is there, broken between words at most."""
    for arguments in (["info"], ["bench", "--quick", "--filter", "n:(1024|4096)/.*(sum|product)"]):
        status, lines = on_a_terminal(width, *arguments)
        assert status == 0
        assert max(map(len, lines)) <= width
        assert "…" not in "".join(lines)
        words = {word for line in lines for word in line.split()}
        for line in ringlet_command(*arguments).stdout.splitlines():
            for word in line.split("\t")[0].split("/"):
                assert any(word in one.split("/") for one in words), word
        if arguments == ["info"]:
            assert {"16384", "scalar", "shoup64", "2^2,"} <= words
