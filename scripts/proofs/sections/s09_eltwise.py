"""Section 9: element-wise ranges."""

from proofs.checking import Reader, check, proof


@proof("9.1")
def input_factors(read: Reader) -> None:
    """What conditional subtractions leave of the factors that input may have, and that it fits a word before them."""
    for factor in (1, 2, 4, 8):
        for q in (2, 3, 7, 12):
            for number in range(factor * q):
                x = number
                for step in (4, 2, 1):
                    if step < factor and x >= step * q:
                        x -= step * q
                check(x == number % q, "a canonical operand", factor, q, number)
    # Input below 8q where 4q <= 2^52 only: products by fixed multiplicands take what one subtraction leaves.
    subtrahend = read("x", x=None, subtract_once=lambda x, step: step, Factor=8, modulus_=1)
    check(subtrahend == 4 and 8 - subtrahend <= 4, "what is subtracted from input below 8q", subtrahend)
    # Canonical z and a product below q make less than 2q; 4q fits a word of any modulus, 8q where it is compared.
    check(4 * (2**62 - 1) < 2**64 and 8 * (2**61 - 1) < 2**64, "input fits a word")
