// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Includes all of the public interface, without the headers of parts that the library is built without.
#include "ringlet/backend.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/fields.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/ntt_buffer.hpp"
#include "ringlet/number_theory.hpp"
#include "ringlet/types.hpp"
#include "ringlet/uint.hpp"
#include "ringlet/version.hpp"

#if __has_include("ringlet/eltwise.hpp")
#include "ringlet/eltwise.hpp"
#include "ringlet/extension_field.hpp"
#include "ringlet/fixed_operand.hpp"
#include "ringlet/matrix_ntt.hpp"
#endif

#if __has_include("ringlet/multiword_eltwise.hpp")
#include "ringlet/multiword_eltwise.hpp"
#include "ringlet/multiword_modulus.hpp"
#include "ringlet/multiword_ntt.hpp"
#include "ringlet/multiword_number_theory.hpp"
#endif

#if __has_include("ringlet/convolve.hpp")
#include "ringlet/convolve.hpp"
#endif

#if __has_include("ringlet/automorphism.hpp")
#include "ringlet/automorphism.hpp"
#include "ringlet/balanced_digits.hpp"
#include "ringlet/base_conversion.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/linear_transform.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_context.hpp"
#include "ringlet/rns_eltwise.hpp"
#include "ringlet/rns_ntt.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/scale_and_round.hpp"
#endif

#if __has_include("ringlet/large_file.hpp")
#include "ringlet/large_file.hpp"
#include "ringlet/large_ntt.hpp"
#include "ringlet/large_transport.hpp"
#endif
