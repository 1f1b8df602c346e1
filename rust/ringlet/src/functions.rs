// Written by scripts/check faces --update.

words! {
    modulus_create(*mut *mut W::Modulus, W::Raw) -> sys::ringlet_status = ringlet_modulus32_create, ringlet_modulus_create, ringlet_modulus128_create;
    modulus_destroy(*mut W::Modulus) -> () = ringlet_modulus32_destroy, ringlet_modulus_destroy, ringlet_modulus128_destroy;
    modulus_value(*const W::Modulus) -> W::Raw = ringlet_modulus32_value, ringlet_modulus_value, ringlet_modulus128_value;
    modulus_bits(*const W::Modulus) -> c_uint = ringlet_modulus32_bits, ringlet_modulus_bits, ringlet_modulus128_bits;
    reduce_mod(*mut W::Raw, W::Raw, *const W::Modulus) -> sys::ringlet_status = ringlet_reduce_mod32, ringlet_reduce_mod, ringlet_reduce_mod128;
    add_mod(*mut W::Raw, W::Raw, W::Raw, *const W::Modulus) -> sys::ringlet_status = ringlet_add_mod32, ringlet_add_mod, ringlet_add_mod128;
    sub_mod(*mut W::Raw, W::Raw, W::Raw, *const W::Modulus) -> sys::ringlet_status = ringlet_sub_mod32, ringlet_sub_mod, ringlet_sub_mod128;
    mul_mod(*mut W::Raw, W::Raw, W::Raw, *const W::Modulus) -> sys::ringlet_status = ringlet_mul_mod32, ringlet_mul_mod, ringlet_mul_mod128;
    pow_mod(*mut W::Raw, W::Raw, W::Raw, *const W::Modulus) -> sys::ringlet_status = ringlet_pow_mod32, ringlet_pow_mod, ringlet_pow_mod128;
    inverse_mod(*mut W::Raw, W::Raw, *const W::Modulus) -> sys::ringlet_status = ringlet_inverse_mod32, ringlet_inverse_mod, ringlet_inverse_mod128;
    is_primitive_root_of_unity(*mut bool, W::Raw, u64, *const W::Modulus) -> sys::ringlet_status = ringlet_is_primitive_root_of_unity32, ringlet_is_primitive_root_of_unity, ringlet_is_primitive_root_of_unity128;
    primitive_root_of_unity(*mut W::Raw, u64, *const W::Modulus) -> sys::ringlet_status = ringlet_primitive_root_of_unity32, ringlet_primitive_root_of_unity, ringlet_primitive_root_of_unity128;
    smallest_primitive_root_of_unity(*mut W::Raw, u64, *const W::Modulus) -> sys::ringlet_status = ringlet_smallest_primitive_root_of_unity32, ringlet_smallest_primitive_root_of_unity, ringlet_smallest_primitive_root_of_unity128;
    ntt_primes(*mut W::Raw, usize, c_uint, usize, sys::ringlet_prime_order) -> sys::ringlet_status = ringlet_ntt_primes32, ringlet_ntt_primes, ringlet_ntt_primes128;
    add(*mut W::Raw, *const W::Raw, *const W::Raw, usize, *const W::Modulus) -> sys::ringlet_status = ringlet_add32, ringlet_add, ringlet_add128;
    add_scalar(*mut W::Raw, *const W::Raw, W::Raw, usize, *const W::Modulus) -> sys::ringlet_status = ringlet_add_scalar32, ringlet_add_scalar, ringlet_add_scalar128;
    sub(*mut W::Raw, *const W::Raw, *const W::Raw, usize, *const W::Modulus) -> sys::ringlet_status = ringlet_sub32, ringlet_sub, ringlet_sub128;
    sub_scalar(*mut W::Raw, *const W::Raw, W::Raw, usize, *const W::Modulus) -> sys::ringlet_status = ringlet_sub_scalar32, ringlet_sub_scalar, ringlet_sub_scalar128;
    neg(*mut W::Raw, *const W::Raw, usize, *const W::Modulus) -> sys::ringlet_status = ringlet_neg32, ringlet_neg, ringlet_neg128;
    mul(*mut W::Raw, *const W::Raw, *const W::Raw, usize, *const W::Modulus, c_uint) -> sys::ringlet_status = ringlet_mul32, ringlet_mul, ringlet_mul128;
    mul_sub(*mut W::Raw, *const W::Raw, *const W::Raw, *const W::Raw, usize, *const W::Modulus, c_uint) -> sys::ringlet_status = ringlet_mul_sub32, ringlet_mul_sub, ringlet_mul_sub128;
    mul_add(*mut W::Raw, *const W::Raw, *const W::Raw, *const W::Raw, usize, *const W::Modulus, c_uint) -> sys::ringlet_status = ringlet_mul_add32, ringlet_mul_add, ringlet_mul_add128;
    mul_scalar(*mut W::Raw, *const W::Raw, W::Raw, usize, *const W::Modulus, c_uint) -> sys::ringlet_status = ringlet_mul_scalar32, ringlet_mul_scalar, ringlet_mul_scalar128;
    axpy(*mut W::Raw, *const W::Raw, W::Raw, *const W::Raw, usize, *const W::Modulus, c_uint) -> sys::ringlet_status = ringlet_axpy32, ringlet_axpy, ringlet_axpy128;
    invert(*mut W::Raw, *const W::Raw, usize, *const W::Modulus) -> sys::ringlet_status = ringlet_invert32, ringlet_invert, ringlet_invert128;
    powers(*mut W::Raw, W::Raw, W::Raw, usize, *const W::Modulus) -> sys::ringlet_status = ringlet_powers32, ringlet_powers, ringlet_powers128;
    reduce(*mut W::Raw, *const W::Raw, usize, *const W::Modulus, c_uint, c_uint) -> sys::ringlet_status = ringlet_reduce32, ringlet_reduce, ringlet_reduce128;
    fixed_operand_create(*mut *mut W::FixedOperand, *const W::Raw, usize, *const W::Modulus) -> sys::ringlet_status = ringlet_fixed_operand32_create, ringlet_fixed_operand_create, ringlet_fixed_operand128_create;
    fixed_operand_destroy(*mut W::FixedOperand) -> () = ringlet_fixed_operand32_destroy, ringlet_fixed_operand_destroy, ringlet_fixed_operand128_destroy;
    fixed_operand_size(*const W::FixedOperand) -> usize = ringlet_fixed_operand32_size, ringlet_fixed_operand_size, ringlet_fixed_operand128_size;
    fixed_operand_describe(*const W::FixedOperand) -> *const c_char = ringlet_fixed_operand32_describe, ringlet_fixed_operand_describe, ringlet_fixed_operand128_describe;
    fixed_operand_mul(*const W::FixedOperand, *mut W::Raw, *const W::Raw, usize, c_uint) -> sys::ringlet_status = ringlet_fixed_operand32_mul, ringlet_fixed_operand_mul, ringlet_fixed_operand128_mul;
    fixed_operand_mul_add(*const W::FixedOperand, *mut W::Raw, *const W::Raw, *const W::Raw, usize, c_uint) -> sys::ringlet_status = ringlet_fixed_operand32_mul_add, ringlet_fixed_operand_mul_add, ringlet_fixed_operand128_mul_add;
    ntt_create(*mut *mut W::Ntt, usize, *const W::Modulus, sys::ringlet_ring, W::Raw, sys::ringlet_order) -> sys::ringlet_status = ringlet_ntt32_create, ringlet_ntt_create, ringlet_ntt128_create;
    ntt_create_on_coset(*mut *mut W::Ntt, usize, *const W::Modulus, W::Raw, W::Raw, sys::ringlet_order) -> sys::ringlet_status = ringlet_ntt32_create_on_coset, ringlet_ntt_create_on_coset, ringlet_ntt128_create_on_coset;
    ntt_destroy(*mut W::Ntt) -> () = ringlet_ntt32_destroy, ringlet_ntt_destroy, ringlet_ntt128_destroy;
    ntt_size(*const W::Ntt) -> usize = ringlet_ntt32_size, ringlet_ntt_size, ringlet_ntt128_size;
    ntt_modulus(*const W::Ntt) -> W::Raw = ringlet_ntt32_modulus, ringlet_ntt_modulus, ringlet_ntt128_modulus;
    ntt_ring(*const W::Ntt) -> sys::ringlet_ring = ringlet_ntt32_ring, ringlet_ntt_ring, ringlet_ntt128_ring;
    ntt_root(*const W::Ntt) -> W::Raw = ringlet_ntt32_root, ringlet_ntt_root, ringlet_ntt128_root;
    ntt_order(*const W::Ntt) -> sys::ringlet_order = ringlet_ntt32_order, ringlet_ntt_order, ringlet_ntt128_order;
    ntt_describe(*const W::Ntt) -> *const c_char = ringlet_ntt32_describe, ringlet_ntt_describe, ringlet_ntt128_describe;
    ntt_forward(*const W::Ntt, *mut W::Raw, *const W::Raw, usize, c_uint, c_uint) -> sys::ringlet_status = ringlet_ntt32_forward, ringlet_ntt_forward, ringlet_ntt128_forward;
    ntt_inverse(*const W::Ntt, *mut W::Raw, *const W::Raw, usize, c_uint, c_uint) -> sys::ringlet_status = ringlet_ntt32_inverse, ringlet_ntt_inverse, ringlet_ntt128_inverse;
    ntt_multiply(*const W::Ntt, *mut W::Raw, *const W::Raw, *const W::Raw, usize) -> sys::ringlet_status = ringlet_ntt32_multiply, ringlet_ntt_multiply, ringlet_ntt128_multiply;
    ntt_evaluate(*const W::Ntt, *mut W::Raw, usize, *const W::Raw, usize, W::Raw, c_uint, c_uint) -> sys::ringlet_status = ringlet_ntt32_evaluate, ringlet_ntt_evaluate, ringlet_ntt128_evaluate;
    ntt_interpolate(*const W::Ntt, *mut W::Raw, *const W::Raw, usize, W::Raw, c_uint) -> sys::ringlet_status = ringlet_ntt32_interpolate, ringlet_ntt_interpolate, ringlet_ntt128_interpolate;
    ntt_extend(*const W::Ntt, *mut W::Raw, usize, *const W::Raw, usize, W::Raw, W::Raw) -> sys::ringlet_status = ringlet_ntt32_extend, ringlet_ntt_extend, ringlet_ntt128_extend;
    ntt_extension_root(*mut W::Raw, *const W::Ntt, c_uint) -> sys::ringlet_status = ringlet_ntt32_extension_root, ringlet_ntt_extension_root, ringlet_ntt128_extension_root;
    extension_field_create(*mut *mut W::ExtensionField, *const W::Modulus, c_uint, W::Raw) -> sys::ringlet_status = ringlet_extension_field32_create, ringlet_extension_field_create, ringlet_extension_field128_create;
    extension_field_destroy(*mut W::ExtensionField) -> () = ringlet_extension_field32_destroy, ringlet_extension_field_destroy, ringlet_extension_field128_destroy;
    extension_field_degree(*const W::ExtensionField) -> c_uint = ringlet_extension_field32_degree, ringlet_extension_field_degree, ringlet_extension_field128_degree;
    extension_field_describe(*const W::ExtensionField) -> *const c_char = ringlet_extension_field32_describe, ringlet_extension_field_describe, ringlet_extension_field128_describe;
    extension_field_mul(*const W::ExtensionField, *mut W::Raw, *const W::Raw, *const W::Raw, usize, sys::ringlet_element_layout) -> sys::ringlet_status = ringlet_extension_field32_mul, ringlet_extension_field_mul, ringlet_extension_field128_mul;
    extension_field_mul_by_base(*const W::ExtensionField, *mut W::Raw, *const W::Raw, *const W::Raw, usize, sys::ringlet_element_layout) -> sys::ringlet_status = ringlet_extension_field32_mul_by_base, ringlet_extension_field_mul_by_base, ringlet_extension_field128_mul_by_base;
    extension_field_mul_by_element(*const W::ExtensionField, *mut W::Raw, *const W::Raw, *const W::Raw, usize, sys::ringlet_element_layout) -> sys::ringlet_status = ringlet_extension_field32_mul_by_element, ringlet_extension_field_mul_by_element, ringlet_extension_field128_mul_by_element;
    extension_field_invert(*const W::ExtensionField, *mut W::Raw, *const W::Raw, usize, sys::ringlet_element_layout) -> sys::ringlet_status = ringlet_extension_field32_invert, ringlet_extension_field_invert, ringlet_extension_field128_invert;
    extension_field_inner_product(*const W::ExtensionField, *mut W::Raw, *const W::Raw, *const W::Raw, usize, sys::ringlet_element_layout) -> sys::ringlet_status = ringlet_extension_field32_inner_product, ringlet_extension_field_inner_product, ringlet_extension_field128_inner_product;
    extension_field_powers(*const W::ExtensionField, *mut W::Raw, *const W::Raw, *const W::Raw, usize, sys::ringlet_element_layout) -> sys::ringlet_status = ringlet_extension_field32_powers, ringlet_extension_field_powers, ringlet_extension_field128_powers;
    extension_field_to_coordinates(*const W::ExtensionField, *mut W::Raw, *const W::Raw, usize) -> sys::ringlet_status = ringlet_extension_field32_to_coordinates, ringlet_extension_field_to_coordinates, ringlet_extension_field128_to_coordinates;
    extension_field_to_interleaved(*const W::ExtensionField, *mut W::Raw, *const W::Raw, usize) -> sys::ringlet_status = ringlet_extension_field32_to_interleaved, ringlet_extension_field_to_interleaved, ringlet_extension_field128_to_interleaved;
}

forms! {
    mul_in_form(*mut W::Raw, *const W::Raw, *const W::Raw, usize, *const W::Modulus, sys::ringlet_form, c_uint) -> sys::ringlet_status = ringlet_mul_in_form32, ringlet_mul_in_form;
    mul_add_in_form(*mut W::Raw, *const W::Raw, *const W::Raw, *const W::Raw, usize, *const W::Modulus, sys::ringlet_form, c_uint) -> sys::ringlet_status = ringlet_mul_add_in_form32, ringlet_mul_add_in_form;
    mul_sub_in_form(*mut W::Raw, *const W::Raw, *const W::Raw, *const W::Raw, usize, *const W::Modulus, sys::ringlet_form, c_uint) -> sys::ringlet_status = ringlet_mul_sub_in_form32, ringlet_mul_sub_in_form;
    to_montgomery(*mut W::Raw, *const W::Raw, usize, *const W::Modulus) -> sys::ringlet_status = ringlet_to_montgomery32, ringlet_to_montgomery;
    from_montgomery(*mut W::Raw, *const W::Raw, usize, *const W::Modulus) -> sys::ringlet_status = ringlet_from_montgomery32, ringlet_from_montgomery;
    invert_in_form(*mut W::Raw, *const W::Raw, usize, *const W::Modulus, sys::ringlet_form) -> sys::ringlet_status = ringlet_invert_in_form32, ringlet_invert_in_form;
    powers_in_form(*mut W::Raw, W::Raw, W::Raw, usize, *const W::Modulus, sys::ringlet_form) -> sys::ringlet_status = ringlet_powers_in_form32, ringlet_powers_in_form;
    cmp_add(*mut W::Raw, *const W::Raw, usize, sys::ringlet_comparison, W::Raw, W::Raw) -> sys::ringlet_status = ringlet_cmp_add32, ringlet_cmp_add;
    cmp_sub(*mut W::Raw, *const W::Raw, usize, *const W::Modulus, sys::ringlet_comparison, W::Raw, W::Raw) -> sys::ringlet_status = ringlet_cmp_sub32, ringlet_cmp_sub;
}
