// Includes the file RINGLET_EACH_WORD once for each word, with the word's types in C, and with C(ringlet_add) or
// C(ringlet_ntt, _size) for the names of its functions. CMontgomery is defined for words with a Montgomery form.

#define CMontgomery
#ifndef RINGLET_WITHOUT_WORD32
#define CWord uint32_t
#define CModulus ringlet_modulus32
#define CFixedOperand ringlet_fixed_operand32
#define CNtt ringlet_ntt32
#define CMatrixNtt ringlet_matrix_ntt32
#define CExtensionField ringlet_extension_field32
#define C(name, ...) name##32##__VA_ARGS__
#include RINGLET_EACH_WORD
#undef CWord
#undef CModulus
#undef CFixedOperand
#undef CNtt
#undef CMatrixNtt
#undef CExtensionField
#undef C
#endif

#ifndef RINGLET_WITHOUT_WORD64
#define CWord uint64_t
#define CModulus ringlet_modulus
#define CFixedOperand ringlet_fixed_operand
#define CNtt ringlet_ntt
#define CMatrixNtt ringlet_matrix_ntt
#define CExtensionField ringlet_extension_field
#define C(name, ...) name##__VA_ARGS__
#include RINGLET_EACH_WORD
#undef CWord
#undef CModulus
#undef CFixedOperand
#undef CNtt
#undef CMatrixNtt
#undef CExtensionField
#undef C
#endif
#undef CMontgomery

#ifndef RINGLET_WITHOUT_WORD128
#define CWord ringlet_uint128
#define CModulus ringlet_modulus128
#define CFixedOperand ringlet_fixed_operand128
#define CNtt ringlet_ntt128
#define CMatrixNtt ringlet_matrix_ntt128
#define CExtensionField ringlet_extension_field128
#define C(name, ...) name##128##__VA_ARGS__
#include RINGLET_EACH_WORD
#endif
