#pragma once

#include <seal/seal.h>

#include <ringlet/seal/evaluator.hpp>

/// Included before SEAL's own tests, so that they test our evaluator.
#define Evaluator ::ringlet::seal::Evaluator
