#pragma once

/// All of the public interface.
#include "ringlet/backend.hpp"
#include "ringlet/base_conversion.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/fixed_operand.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/ntt_buffer.hpp"
#include "ringlet/number_theory.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/split_span.hpp"
#include "ringlet/types.hpp"
#include "ringlet/version.hpp"
