"""Section 15: double words in rows of 64-bit limbs."""

from collections.abc import Iterable
from operator import mul
from types import SimpleNamespace

from proofs.checking import Reader, check, proof
from proofs.expressions import Range, Value
from proofs.sections.s06_inverse import follow_inverse

CAPACITY = 16


def row_product(limb: int, growth: int, moduli: Iterable[int], multiplicands: Iterable[int]) -> None:
    """A quotient of one limb and a bit leaves less than 2q on either side, also modulo two limbs."""
    word = 2**limb
    for q in moduli:
        for w in range(q):
            rows, quotients = [], []
            for power in (w, w * word % q):
                raised = (power * word // q + 1) % word
                rows.append(power - q if raised == 0 else power)
                quotients.append(raised)
            for x in multiplicands:
                digits = (x % word, x // word)
                carry, quotient = divmod(sum(d * f // word for d, f in zip(digits, quotients, strict=True)), word)
                check(carry <= 1, "the quotient of a row product is one limb and a bit", limb, q, w, x)
                product = sum(map(mul, digits, rows)) - (carry * word + quotient) * q
                check((product - x * w) % q == 0, "congruence of a row product of words", limb, q, w, x)
                check(abs(product) < growth * q, "a row product of words", limb, q, w, x)


@proof("15.1")
def row_products(read: Reader) -> None:
    growth = read("growth")
    check(growth == 2, "one for each row", growth)
    check(CAPACITY << read("traits").modulus_bits == 2**128, "lazy values fit")
    for q in (2, 3, 2**64 - 59, 2**64 + 13, 2**123 + 1, 2**124 - 1):
        for w in (0, 1, q // 2, q - 1):
            quotient = (w << 64) // q
            raised = read("raised", quotient=quotient) % 2**64
            limbs = read("limbs", raised=raised, w=w, m=SimpleNamespace(q=q))
            check((raised - quotient - 1) % 2**64 == 0 and limbs == w - (q if raised == 0 else 0), "a row", q, w)
            following = read("w", w=w, quotient=quotient, m=SimpleNamespace(q=q))
            check(following == (w << 64) % q, "the next row", q, w)
    row_product(3, growth, range(2, 2**4), range(2**6))
    row_product(4, growth, range(2, 2**5), range(2**8))


def reduced_bound(read: Reader) -> Value:
    """That of Shoup."""
    return read.of("5.1", "reduced_bound", Capacity=CAPACITY)


@proof("15.2")
def forward(read: Reader) -> None:
    """A summand below 8q, lifted by 4q, serves two stages, and whatever they leave can be reduced again."""
    q, growth = read.one_q, read.of("15.1", "growth")
    lift = read("lift")
    check(lift == 2 * growth, "a lift serves two stages", lift)
    known = {"capacity": CAPACITY * q, "reduced_bound": reduced_bound(read)}
    result, accepts, prepared = (read(name, **known) for name in ("ct_result", "ct_accepts", "prepared"))
    for low in range(0, 5 * q, q):
        for high in range(low + q, CAPACITY * q + 1, q):
            x = Range(low, high)
            check(result(x) == (low - growth * q, high + growth * q), "a butterfly", x)
            accepted = low >= growth * q and high + growth * q <= CAPACITY * q
            check(accepts(x) == accepted, "what a butterfly accepts", x)
            reduced = high if high <= CAPACITY * q // 2 else max(CAPACITY * q // 2, high - CAPACITY * q // 2)
            check(prepared(x, 0) == (lift * q, reduced + lift * q), "a lifted summand", x)
    for entry in (4, CAPACITY):
        x = Range(0, entry * q)
        for stage in range(24):
            x = result(x if accepts(x) else prepared(x, 0))
            check(x.low >= 0 and x.high <= CAPACITY * q, "growth of row products of words", entry, stage)


@proof("15.3")
def inverse(read: Reader) -> None:
    bound = read("product_bound", growth=read.of("15.1", "growth"))(None)
    check(bound == 2 * read.of("15.1", "growth") * read.one_q, "the bound of a product")
    half = CAPACITY // 2 * read.one_q
    follow_inverse(2 * half, half, half, lambda x: bound, reduced_bound(read), "rows of 64-bit limbs")
