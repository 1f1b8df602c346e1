#include "rns_batch.hpp"

#include <string>

namespace ringlet_python {

Array require_polynomials(Array array, const RowShape& expected) {
  if (array.dimensions() >= 2) {
    const std::size_t rows = rows_of(array.shape());
    const bool has_rows = rows >= expected.min_rows && rows <= expected.max_rows;
    const bool has_polynomials =
        !expected.polynomials ||
        (array.dimensions() >= 3 && array.shape().rbegin()[2] == static_cast<npy_intp>(*expected.polynomials));
    if (has_rows && has_polynomials && (!expected.n || array.row_size() == *expected.n)) return array;
  }
  const bool is_fixed = expected.min_rows == expected.max_rows;
  std::string rule = "it must be (..., " + (expected.polynomials ? std::to_string(*expected.polynomials) + ", " : "") +
                     (is_fixed ? std::to_string(expected.max_rows) : "L") + ", " +
                     (expected.n ? std::to_string(*expected.n) : "n") + ")";
  if (!is_fixed) {
    rule += ", L from " + std::to_string(expected.min_rows) + " to " + std::to_string(expected.max_rows);
  }
  reject(std::string("shape of ") + array.name, to_string(array.shape()), rule);
}

Shape with_rows(std::span<const npy_intp> shape, std::size_t rows) {
  Shape result(shape.begin(), shape.end());
  result[result.size() - 2] = static_cast<npy_intp>(rows);
  return result;
}

Shape common_shape_of_polynomials(std::span<const Array> arrays) {
  const std::span<const npy_intp> first = arrays[0].shape();
  for (const Array& array : arrays.subspan(1)) {
    if (std::ranges::equal(array.shape().last(2), first.last(2))) continue;
    reject(std::string("shape of ") + array.name, to_string(array.shape()),
           std::string("its last two axes must be those of ") + arrays[0].name + ", " + to_string(first));
  }
  return common_shape(arrays);
}

void require_values(const Array& polynomials, unsigned factor, const RnsBase& base) {
  if (polynomials.size() == 0) return;
  const std::size_t rows = rows_of(polynomials.shape()), n = polynomials.row_size();
  for (std::size_t row = 0; row < polynomials.size() / n; ++row) {
    require_values<std::uint64_t>(polynomials, {row * n, n}, factor, base[row % rows].value());
  }
}

PreparedCall prepare(const PolynomialCall& call, const CallOptions& options, std::span<const Array> inputs) {
  const unsigned threads = to_small(options.threads, "threads", 1, 1024);
  const bool check = to_bool(options.check);
  const Shape shape = common_shape_of_polynomials(inputs);
  Shape shape_of_out = call.rows ? with_rows(shape, *call.rows) : shape;
  if (call.polynomials) shape_of_out[shape.size() - 3] = static_cast<npy_intp>(*call.polynomials);
  PreparedCall prepared{threads, make_output(options.out, shape_of_out, 1), {}};
  for (const Array& input : inputs) {
    prepared.inputs.push_back(broadcast(input, shape));
    if (call.rows || call.polynomials || !call.in_place) {
      require_separate(prepared.out, prepared.inputs.back());
    } else {
      require_no_overlap(prepared.out, prepared.inputs.back());
    }
  }
  if (check) {
    for (const Array& input : inputs) require_values(input, call.factor, call.base);
  }
  return prepared;
}

}  // namespace ringlet_python
