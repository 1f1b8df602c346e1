"""Operands and moduli to try at full size."""

from collections.abc import Iterable
from random import Random

# Lengths of double-word moduli: where limbs, words and pieces of them end.
LENGTHS = (61, 62, 63, 64, 65, 66, 80, 97, 98, 99, 100, 104, 105, 106, 107, 116, 120, 123, 124)


def lengths(shortest: int, longest: int) -> Iterable[int]:
    return sorted({shortest, longest, *(bits for bits in LENGTHS if shortest <= bits <= longest)})


def corners(random: Random, top: int, count: int) -> list[int]:
    """Numbers in [0, top): the ends, neighbours of powers of two, and random ones."""
    near = [2**bits + offset for bits in range(top.bit_length()) for offset in (-1, 0, 1)]
    chosen = near + [top - 1, top - 2] + [random.randrange(top) for _ in range(count)]
    return [x for x in chosen if 0 <= x < top]


def limb_moduli(random: Random, bits: int) -> tuple[int, int, int, int]:
    return (2 ** (bits - 1), 2 ** (bits - 1) + 1, 2**bits - 1, random.randrange(2 ** (bits - 1), 2**bits))
