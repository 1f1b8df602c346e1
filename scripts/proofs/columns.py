"""Numbers in columns of 52 bits."""

from proofs.checking import check


class Columns:
    """Columns of 52 bits in lanes of 64, as the multiply-add instructions fill them."""

    MASK = 2**52 - 1

    def __init__(self, count: int, value: int) -> None:
        self.column = [(value >> (52 * i)) & self.MASK for i in range(count)]

    def add_product(self, index: int, x: int, y: int) -> None:
        product = (x & self.MASK) * (y & self.MASK)
        self.column[index] += product & self.MASK
        if index + 1 < len(self.column):
            self.column[index + 1] += product >> 52
        check(max(self.column) < 2**64, "columns fit their lanes", self.column)


def column_digit(columns: Columns, column: int, weight: int) -> int:
    """The two highest columns from `column` down, from 2^weight on."""
    shift = 52 * column - weight
    check(0 <= shift <= 46, "the shift of a digit", columns.column)
    return (columns.column[column] << shift) + (columns.column[column - 1] >> (52 - shift))


def column_product(rows: int, x: int, y: int, start: int) -> Columns:
    columns = Columns(rows + 2, start)
    for i in range(rows):
        for j in range(rows):
            columns.add_product(i + j, x >> (52 * i), y >> (52 * j))
    return columns


def take_off(columns: Columns, first: int, count: int, multiples: int, multiple: int, value: int, *where: int) -> None:
    """Subtracts multiples of what begins with column `first`, in `count` columns."""
    modulus = 2 ** (52 * (first + count))
    check(0 <= multiples < 2**52 and multiple % 2 ** (52 * first) == 0, "the quotient of a pair", *where)
    for j in range(count):
        limb = (-multiple % modulus) >> (52 * (first + j))
        if j + 1 < count:
            columns.add_product(first + j, multiples, limb)
        else:
            columns.column[first + j] += (multiples * (limb & Columns.MASK)) & Columns.MASK
    total = sum(limb << (52 * i) for i, limb in enumerate(columns.column[: first + count]))
    check((total - value) % modulus == 0 and 0 <= value < modulus, "the columns of a pair", *where)
