#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "api/eltwise_operations.hpp"
#include "support/page_edge_buffer.hpp"
#include "support/random.hpp"

/// What tests do with the operations of the table.
namespace ringlet_test {

/// The largest input that the operation allows.
template <class Word>
[[nodiscard]] Word top_of_input(const BasicOperation<Word>& operation, Word q);

/// Corner-biased inputs of the operation.
template <class Word>
[[nodiscard]] std::vector<Word> inputs_of(const BasicOperation<Word>& operation, Random& random, std::size_t n, Word q);

/// Scalars and bounds at the corners, and random ones; one empty entry for an operation that has neither.
template <class Word>
[[nodiscard]] std::vector<BasicConstants<Word>> corner_constants(const BasicOperation<Word>& operation, Random& random,
                                                                 Word q);

/// Applies the operation and compares every output with GMP's; inputs that are not the output must stay as they were.
template <class Word>
void expect_correct(const BasicOperation<Word>& operation, const BasicArguments<Word>& arguments,
                    const BasicConstants<Word>& constants, const ringlet::Modulus<Word>& q);

/// Whether an output, at place i of n, is GMP's.
template <class Word>
[[nodiscard]] ::testing::AssertionResult correct_element(const BasicOperation<Word>& operation,
                                                         const Element<Word>& element, Word actual, std::size_t i,
                                                         std::size_t n);

/// The same operation, and the same expectation, through C.
template <class Word>
[[nodiscard]] BasicOperation<Word> in_c(const BasicOperation<Word>& operation);

/// The same operation on split arrays, to which the arguments are copied and from which the output comes back: between
/// guards, or at the edge of a page. One array that is passed several times stays one.
[[nodiscard]] BasicOperation<uint128_t> on_split_arrays(const BasicOperation<uint128_t>& operation);
[[nodiscard]] BasicOperation<uint128_t> on_split_arrays(const BasicOperation<uint128_t>& operation,
                                                        PageEdgeBuffer::Edge edge);

/// The operations that split arrays have.
[[nodiscard]] std::vector<std::size_t> split_operation_indices();

}  // namespace ringlet_test
