"""Fast, exact modular arithmetic and number-theoretic transforms on NumPy arrays.

A modulus q, a :class:`Modulus` or just an integer, and arrays of residues, of uint64 or uint32, are all that you need:

>>> import numpy as np
>>> import ringlet
>>> q = ringlet.ntt_primes(1, 50, 8)[0]
>>> ntt = ringlet.Ntt(8, q)
>>> x = np.arange(8, dtype=np.uint64)
>>> ntt.inverse(ringlet.mul(ntt.forward(x), ntt.forward(x), q)) == ntt.multiply(x, x)
array([ True,  True,  True,  True,  True,  True,  True,  True])

**Arrays.** Functions take arrays of any shape; plans take arrays (..., n), a batch of polynomials. Arrays of uint64
hold residues. They are not copied if they are C-contiguous and aligned (to 8 bytes; 16 for 128-bit words). Modulo q <
2^62, a residue is one uint64; modulo q < 2^32, it may also be one uint32, as in the next paragraph. From there to
2^124, it is a 128-bit word, and arrays have one more axis, of two: the low and the high word. For odd moduli from 2^124
to 2^511, multiword moduli, it has 3, 4, 5, 6 or 8 words, the lowest first; :class:`Modulus` describes how many.
:func:`from_ints` and :func:`to_ints` convert from and to Python integers. The modulus determines how many words a
residue has, never the shape of an array.

**Arrays of uint32** hold residues of 32-bit words modulo q < 2^32. The result then is an array of uint32, and nothing
is converted or copied. The types of the arrays decide, also that of ``out``: with one of uint32, all arrays must be of
uint32, and functions raise TypeError for one of uint64. Other integers take the words of the arrays. Element-wise
functions, :class:`Ntt`, :class:`MatrixNtt`, :class:`ExtensionField` and :class:`FixedOperand` take them. Modulo q >=
2^32, with 128-bit words and in residue number systems, arrays of uint32 are other integers.

**Multiword moduli**, q >= 2^124, are mainly those of zero-knowledge proofs; :func:`field` returns published ones by
name. ``add``, ``sub``, ``neg``, ``mul``, ``mul_add``, ``mul_sub``, ``mul_scalar``, ``axpy``, ``invert``, ``powers``,
:class:`Ntt` and number theory take all moduli. ``to_montgomery`` and ``from_montgomery`` take all moduli except moduli
of 128-bit words; ``inner_product`` takes only multiword moduli.

**Montgomery form.** Element-wise products take ``form="montgomery"`` for numbers that are kept as x 2^(64 W) mod q,
with W words each, or x 2^32 mod q in arrays of uint32. Moduli of one word must be odd for it, and 128-bit words do not
have it.

**Other integers** are reduced first, into a new array; they may be negative or beyond q. They may be in lists, arrays
of int64 or of Python integers, ``array.array``, or anything else that ``numpy.asarray`` makes an array of integers. A
list of arrays of uint64 is such an array. A Python integer may take the place of an array. Other integers have no axis
of words. :func:`centred` converts residues to such integers.

**Shapes** are broadcast as NumPy does it: the operands of a function need not have the same shape, only compatible
ones. An operand that is broadcast along an axis is copied.

**Residue number systems** work on arrays of shape (..., L, n), one row for each of L moduli. :class:`RnsBase` describes
what its methods, and the classes on such rows, have in common.

**All element-wise functions** have these arguments:

* ``q``: a :class:`Modulus`, or an integer from which one is made for this call; prime or not.
* ``out``: the array for the result, of its shape and of the inputs' type. It may be an input, but must not overlap an
  input in part. One that is not C-contiguous or aligned gets its values at the end, from a copy. Default: a new array.
* ``threads``: the number of threads that share the work, 1 to 1024, the calling one included. The interpreter's lock is
  released; no thread is started unless asked for. Ctrl-C ends the call, with the result half done.
* ``check``: whether to read all inputs first and raise ValueError, with the index, if a value is outside its range.
  Without it, such a value gives a wrong result, and nothing worse.

They raise TypeError for an argument of the wrong type, such as an array of floats, of truth values or with a mask. They
raise ValueError, with the argument and the rule, for all other errors: incompatible shapes, an ``out`` that is
read-only or whose elements may share memory, an overlap, a number outside its range. Empty arrays give empty arrays.

Results are exact, and bit for bit the same on every backend, unless a lazy range is asked for.
"""

from ringlet import _core
from ringlet._backend import Backend, backends, use_backend
from ringlet._convolve import convolve
from ringlet._core import *  # noqa: F403
from ringlet._core import version as __version__
from ringlet._fields import Field, field, fields
from ringlet._numbers import bit_reversal, centred, from_ints, to_ints
from ringlet._signatures import publish

__all__ = [
    "Backend",
    "Field",
    "__version__",
    "backends",
    "bit_reversal",
    "centred",
    "convolve",
    "field",
    "fields",
    "from_ints",
    "to_ints",
    "use_backend",
]
# Classes and functions of the extension module, as its bindings list them.
__all__ += _core.__all__
globals().update({name: publish(getattr(_core, name), __name__) for name in _core.__all__})
