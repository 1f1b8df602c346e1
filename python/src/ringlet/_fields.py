"""Published prime fields by name."""

from typing import NamedTuple, SupportsIndex

from ringlet import _core
from ringlet._numbers import _in_words, _to_index


class Field(NamedTuple):
    """A field of q elements, for transforms of zero-knowledge proofs: one of :func:`fields`.

    >>> bn254 = field("bn254-fr")
    >>> bn254.modulus.bits, bn254.modulus.words, bn254.two_adicity, bn254.generator
    (254, 4, 28, 5)
    >>> ntt = Ntt(1024, bn254.modulus, ring="cyclic", omega=bn254.root_of_unity(1024))  # as gnark-crypto's FFT(a, DIF)
    >>> ntt.order
    'bit_reversed'
    """

    #: Name in :func:`field`.
    name: str
    #: The number q of elements, a :class:`Modulus` of the fewest words that take it.
    modulus: _core.Modulus
    #: Greatest t such that 2^t divides q - 1: transforms have up to 2^t points.
    two_adicity: int
    #: A generator of the multiplicative group, as in the libraries that ``source`` names.
    generator: int
    #: A primitive root of unity of order 2^two_adicity, by which these libraries define their transforms.
    root: int
    #: Where the constants come from.
    source: str

    def root_of_unity(self, order: SupportsIndex) -> int:
        """Returns the root of unity by which the libraries that ``source`` names transform ``order`` points.

        :param order: a power of two, at most 2^two_adicity.
        :returns: root^(2^two_adicity / order) mod q.
        :raises ValueError: with the value and the rule.

        >>> field("bn254-fr").root_of_unity(2) == field("bn254-fr").modulus.value - 1
        True
        """
        number = _to_index(order, "order")
        if not 1 <= number <= 2**self.two_adicity or number & (number - 1):
            rule = f"it must be a power of two up to 2^{self.two_adicity}"
            raise ValueError(f"order is {_in_words(number)}, but {rule}")
        return pow(self.root, 2**self.two_adicity // number, self.modulus.value)


_FIELDS = {arguments[0]: Field(*arguments) for arguments in _core.list_fields()}


def fields() -> list[Field]:
    """Lists published fields: BabyBear, KoalaBear, Mersenne31 and Goldilocks (also with the root of plonky2); the
    scalar fields of BN254, BLS12-377 and BLS12-381, both fields of Pallas and Vesta, and the base field of BLS12-377,
    which has 377 bits.

    >>> [field.name for field in fields()][:6]
    ['babybear', 'koalabear', 'mersenne31', 'goldilocks', 'goldilocks-plonky2', 'bls12-377-fr']
    >>> field("goldilocks").modulus.words
    1
    """
    return list(_FIELDS.values())


def field(name: str) -> Field:
    """Returns the field with a name.

    :param name: one of the names in :func:`fields`.
    :raises ValueError: when no field has the name; the message lists the names.
    :raises TypeError: when it is no string.

    >>> hex(field("bls12-381-fr").modulus.value)
    '0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001'
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, not {type(name).__name__}")
    if name not in _FIELDS:
        raise ValueError(f'name is "{name}", but it must be one of {", ".join(_FIELDS)}')
    return _FIELDS[name]
