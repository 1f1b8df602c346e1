"""Vectors of residues in files: NumPy's .npy, or text."""

import io
import sys
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ringlet import Modulus, from_ints, to_ints

STANDARD_STREAM = "-"
FORMATS = ("text", "npy")
Words: TypeAlias = NDArray[np.uint32] | NDArray[np.uint64]
_NPY_MAGIC = b"\x93NUMPY"


def read(path: str, q: Modulus) -> Words:
    """Reads vectors. A text has one on each line, with numbers separated by white space or commas; text with one number
    on each line is one vector. An array has shape (..., n), or (..., n, W) for residues of W words. An array of uint32
    keeps its type if q is below 2^32.

    :raises ValueError: when the data cannot be understood, with file and line.
    :raises OSError: when the file cannot be read.
    """
    name = "standard input" if path == STANDARD_STREAM else path
    data = sys.stdin.buffer.read() if path == STANDARD_STREAM else Path(path).read_bytes()
    if data.startswith(_NPY_MAGIC):
        return _from_npy(data, name, q)
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError:
        raise ValueError(f"{name} is neither text nor a .npy file") from None
    return _from_text(text, name, q)


def _from_npy(data: bytes, name: str, q: Modulus) -> Words:
    try:
        array = np.load(io.BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, OSError) as error:
        raise ValueError(f"{name} is not a valid .npy file: {error}") from None
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name} holds {array.dtype}, but it must hold integers (uint64)")
    if array.dtype.kind == "i" and (array < 0).any():
        raise ValueError(f"{name} holds a negative number")
    keeps_type = array.dtype == np.uint32 and q.words == 1 and q.bits <= 32
    return np.ascontiguousarray(array, dtype=np.uint32 if keeps_type else np.uint64)


def _from_text(text: str, name: str, q: Modulus) -> NDArray[np.uint64]:
    limit = 2 ** (64 * q.words)
    rows: list[list[int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.replace(",", " ").split()
        if words:
            rows.append([_parse(word, f"{name}, line {number}", limit) for word in words])
    if not rows:
        raise ValueError(f"{name} holds no numbers")
    if len({len(row) for row in rows}) > 1:
        shortest, longest = min(map(len, rows)), max(map(len, rows))
        raise ValueError(f"{name} has lines of {shortest} and of {longest} numbers, but vectors must be of one length")
    values: Any = [row[0] for row in rows] if len(rows[0]) == 1 else rows if len(rows) > 1 else rows[0]
    return from_ints(values, words=q.words)


def _parse(word: str, place: str, limit: int) -> int:
    try:
        number = int(word, 0)
    except ValueError:
        raise ValueError(f"{place}: {word[:40]!r} is not an integer") from None
    if not 0 <= number < limit:
        raise ValueError(f"{place}: {word[:40]} must lie in [0, q)")
    return number


def choose_format(path: str, wanted: str | None) -> str:
    """Returns the wanted format; by default npy for a file with that ending, else text."""
    if wanted is not None:
        return wanted
    return "npy" if path.endswith(".npy") else "text"


def write(path: str, array: Words, q: Modulus, wanted: str | None) -> None:
    """Writes vectors in the format that `read` reads.

    :raises OSError: when the file cannot be written.
    :raises ValueError: when binary data would go to a terminal.
    """
    form = choose_format(path, wanted)
    if form == "npy" and path == STANDARD_STREAM and sys.stdout.isatty():
        raise ValueError("a .npy file does not belong on a terminal: give --output or redirect the output")
    data = _to_npy(array) if form == "npy" else _to_text(array, q)
    if path == STANDARD_STREAM:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        Path(path).write_bytes(data)


def _to_npy(array: Words) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def _to_text(array: Words, q: Modulus) -> bytes:
    numbers = to_ints(array, q)
    rows = numbers.reshape(-1, numbers.shape[-1]).tolist()
    return "".join(" ".join(map(str, row)) + "\n" for row in rows).encode("ascii")
