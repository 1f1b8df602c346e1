#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/page_edge_buffer.hpp"
#include "support/random.hpp"
#include "words/eltwise_operations.hpp"

/// Applies the operations of the table and checks their results.
namespace ringlet_test {

/// Returns whether values in the operation's ranges fit words. Moduli of Montgomery form are the odd ones of q and
/// q + 1.
template <class Word>
[[nodiscard]] bool has_room(const BasicOperation<Word>& operation, Word q);

/// Returns the largest input that the operation allows.
template <class Word>
[[nodiscard]] Word top_of_input(const BasicOperation<Word>& operation, Word q);

/// Returns corner-biased inputs of the operation.
template <class Word>
[[nodiscard]] std::vector<Word> inputs_of(const BasicOperation<Word>& operation, Random& random, std::size_t n, Word q);

/// Returns scalars and bounds at the corners, and random values; one empty entry for an operation without either.
template <class Word>
[[nodiscard]] std::vector<BasicConstants<Word>> corner_constants(const BasicOperation<Word>& operation, Random& random,
                                                                 Word q);

/// Applies the operation and compares every output with GMP's. Inputs that are not the output must be unchanged.
template <class Word>
void expect_correct(const BasicOperation<Word>& operation, const BasicArguments<Word>& arguments,
                    const BasicConstants<Word>& constants, const ringlet::Modulus<Word>& q);

/// Compares an output, at place i of n, with GMP's.
template <class Word>
[[nodiscard]] ::testing::AssertionResult correct_element(const BasicOperation<Word>& operation,
                                                         const Element<Word>& element, Word actual, std::size_t i,
                                                         std::size_t n);

/// Returns the same operation, with the same expectation, called through C.
template <class Word>
[[nodiscard]] BasicOperation<Word> in_c(const BasicOperation<Word>& operation);

}  // namespace ringlet_test
