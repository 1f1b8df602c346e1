"""Fast, exact modular arithmetic and number-theoretic transforms on NumPy arrays.

A :class:`Modulus` q, or just an integer, and uint64 arrays of residues are all it takes:

>>> import numpy as np
>>> import ringlet
>>> q = ringlet.ntt_primes(1, 50, 8)[0]
>>> ntt = ringlet.Ntt(8, q)
>>> x = np.arange(8, dtype=np.uint64)
>>> ntt.inverse(ringlet.mul(ntt.forward(x), ntt.forward(x), q)) == ntt.multiply(x, x)
array([ True,  True,  True,  True,  True,  True,  True,  True])

**Arrays.** Functions take arrays of any shape, plans take (..., n): a batch of polynomials. Arrays of uint64 hold
residues, and are not copied where they are C-contiguous and aligned (to 8 bytes; 16 for 128-bit words). For moduli from
2^62 to 2^124, a residue is a 128-bit word, and they have one more axis, of two: the low and the high word. For odd
moduli from there to 2^511, multiword moduli, it has 3, 4, 5, 6 or 8 words (:class:`Modulus` says how many), the lowest
first. :func:`from_ints` and :func:`to_ints` convert from and to Python integers. The modulus says how many words a
residue has, never a shape.

**Multiword moduli**, q >= 2^124, are above all those of zero-knowledge proofs: :func:`field` has published ones by
name. ``add``, ``sub``, ``neg``, ``mul``, ``mul_scalar``, :class:`Ntt` and number theory take them, and ``mul_add``,
``inner_product``, ``invert``, ``powers``, ``to_montgomery`` and ``from_montgomery`` no others. Products take
``form="montgomery"`` for numbers that are kept as x 2^(64 W) mod q, W their words.

**Other integers** stand for their residues, and may be negative or beyond q: they are reduced first, into a new array.
They may be in lists, arrays of int64 or of Python's integers, ``array.array`` or what else ``numpy.asarray`` makes an
array of integers of, and Python's own may stand in the place of an array. They have no axis of words. A list of arrays
of uint64 is such an array. :func:`centred` makes such numbers of residues.

**Shapes** are broadcast as NumPy does it: the operands of a function need not have one shape, only shapes that fit. One
that is broadcast along an axis is copied.

**Residue number systems** work on arrays of shape (..., L, n), a row for each of L moduli: :class:`RnsBase` says what
its methods, and the classes on such rows, have in common.

**All element-wise functions** have these arguments:

* ``q``: a :class:`Modulus`, or an integer from which one is made for this call; prime or not.
* ``out``: the array of uint64 for the result, of its shape, C-contiguous and aligned; it may be an input itself, but
  must not overlap one in part. Default: a new array.
* ``threads``: how many threads share the work, the calling one among them (1 to 1024). The interpreter's lock is
  released; no thread is started unless asked for. Ctrl-C ends the call, with the result half done.
* ``check``: whether to read all inputs first and raise ValueError, with the index, where a value is outside its range.
  Without it, such a value gives a wrong result; nothing worse.

They raise TypeError for an argument of the wrong type (an array of floats, of truth values or with a mask among them),
and ValueError, with the argument and the rule, for all else: shapes that do not fit, an ``out`` that is not
C-contiguous, aligned or writeable, an overlap, a number outside its range. Arrays without elements give such arrays.

Results are exact, and the same bit by bit on every backend, except where a lazy range is asked for.
"""

from ringlet import _core
from ringlet._backend import Backend, backends, use_backend
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
    "field",
    "fields",
    "from_ints",
    "to_ints",
    "use_backend",
]
# Classes and functions of the extension module, as its bindings list them.
__all__ += _core.__all__
globals().update({name: publish(getattr(_core, name), __name__) for name in _core.__all__})
