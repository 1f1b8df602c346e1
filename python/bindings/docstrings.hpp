#pragma once

/// Pieces of signatures, from which the type stubs are made.
#define RINGLET_ARRAY "numpy.typing.NDArray[numpy.uint64]"
#define RINGLET_RESIDUES \
  "numpy.typing.NDArray[numpy.integer[typing.Any] | numpy.object_] | collections.abc.Sequence[typing.Any]"
#define RINGLET_OPERAND RINGLET_RESIDUES " | typing.SupportsIndex"
#define RINGLET_MODULUS "Modulus | typing.SupportsIndex"
#define RINGLET_LIFT "typing.Literal['approximate', 'floor', 'centred']"
#define RINGLET_DOMAIN "typing.Literal['coefficients', 'evaluations']"
#define RINGLET_FORM "form: typing.Literal['plain', 'montgomery'] = 'plain', "
#define RINGLET_ARRAYS "collections.abc.Iterable[" RINGLET_RESIDUES "] | " RINGLET_RESIDUES
#define RINGLET_OUTPUTS "collections.abc.Iterable[" RINGLET_ARRAY "] | " RINGLET_ARRAY
#define RINGLET_OUT "out: " RINGLET_ARRAY " | None = None"
#define RINGLET_OPTIONS "threads: int = 1, check: bool = False) -> " RINGLET_ARRAY
