// Compares transforms of matrices of the C interface with the transforms of their columns on every backend, and tests
// their errors.

#include "c/handles.hpp"
#include "support/data.hpp"
#include "support/guarded_matrix.hpp"
#include "word128/word128_cases.hpp"

namespace ringlet_test::c_api {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::uint64_t babybear = 2013265921;

#define RINGLET_MATRIX(name) \
  by_word<Word>(&ringlet_matrix_ntt32_##name, &ringlet_matrix_ntt_##name, &ringlet_matrix_ntt128_##name)
#define RINGLET_NTT(name) by_word<Word>(&ringlet_ntt32_##name, &ringlet_ntt_##name, &ringlet_ntt128_##name)

/// Runs the tasks as three workers in turn, the last task first.
void run_in_reverse(void* context, std::size_t count, ringlet_task task, void* task_context) {
  ++*static_cast<int*>(context);
  for (std::size_t i = count; i-- > 0;) task(task_context, i, i % 3);
}

/// Plans of one word for matrices and for single columns, with the same options.
template <class Word>
class Plans {
 public:
  using Columns = std::vector<std::vector<Word>>;

  Plans(std::size_t rows, ringlet_ring ring, Word coset, ringlet_order order) : rows_(rows) {
    const auto q = by_word<Word>(&make_modulus32, &make_modulus, &make_modulus128)(babybear);
    const auto none = to_c(Word{0});
    if (coset == 0) {
      EXPECT_EQ(RINGLET_MATRIX(create)(&matrix_, rows, q.get(), ring, none, order), RINGLET_OK);
      EXPECT_EQ(RINGLET_NTT(create)(&ntt_, rows, q.get(), ring, none, order), RINGLET_OK);
    } else {
      EXPECT_EQ(RINGLET_MATRIX(create_on_coset)(&matrix_, rows, q.get(), none, to_c(coset), order), RINGLET_OK);
      EXPECT_EQ(RINGLET_NTT(create_on_coset)(&ntt_, rows, q.get(), none, to_c(coset), order), RINGLET_OK);
    }
  }
  Plans(const Plans&) = delete;
  Plans& operator=(const Plans&) = delete;
  ~Plans() {
    RINGLET_MATRIX(destroy)(matrix_);
    RINGLET_NTT(destroy)(ntt_);
  }

  void expect_properties() const {
    EXPECT_EQ(RINGLET_MATRIX(rows)(matrix_), rows_);
    EXPECT_EQ(from_c(RINGLET_MATRIX(modulus)(matrix_)), Word{babybear});
    EXPECT_EQ(RINGLET_MATRIX(ring)(matrix_), RINGLET_NTT(ring)(ntt_));
    EXPECT_EQ(RINGLET_MATRIX(order)(matrix_), RINGLET_NTT(order)(ntt_));
    EXPECT_EQ(from_c(RINGLET_MATRIX(root)(matrix_)), from_c(RINGLET_NTT(root)(ntt_)));
    EXPECT_THAT(RINGLET_MATRIX(describe)(matrix_), HasSubstr(" / radix 2^"));
  }

  void expect_extension(Random& random, std::size_t width, unsigned log_blowup,
                        const ringlet_executor* executor) const {
    auto smallest = to_c(Word{0}), of_column = to_c(Word{0});
    EXPECT_EQ(RINGLET_MATRIX(extension_root)(&smallest, matrix_, log_blowup), RINGLET_OK);
    EXPECT_EQ(RINGLET_NTT(extension_root)(&of_column, ntt_, log_blowup), RINGLET_OK);
    EXPECT_EQ(from_c(smallest), from_c(of_column));
    const std::size_t size = rows_ << log_blowup, stride = width + 2;
    const auto root = random.up_to(1) == 0 ? smallest : to_c(Word{0}), coset = to_c(Word{7});
    std::vector<Word> in(rows_ * stride), out(size * width);
    for (Word& x : in) x = static_cast<Word>(random.up_to(babybear - 1));
    EXPECT_EQ(RINGLET_MATRIX(extend)(matrix_, to_c(out.data()), width, size, to_c(in.data()), stride, rows_, width,
                                     coset, root, executor),
              RINGLET_OK);
    for (std::size_t c = 0; c < width; ++c) {
      std::vector<Word> column(rows_), expected(size), found(size);
      for (std::size_t i = 0; i < rows_; ++i) column[i] = in[i * stride + c];
      for (std::size_t i = 0; i < size; ++i) found[i] = out[i * width + c];
      EXPECT_EQ(RINGLET_NTT(extend)(ntt_, to_c(expected.data()), size, to_c(column.data()), rows_, coset, smallest),
                RINGLET_OK);
      EXPECT_TRUE(found == expected) << "column " << c;
    }
  }

  void expect_columns(Random& random, std::size_t width, const ringlet_executor* executor) const {
    Columns in(width, std::vector<Word>(rows_));
    for (auto& column : in) {
      for (Word& x : column) x = static_cast<Word>(random.up_to(babybear - 1));
    }
    expect_direction(random, in, RINGLET_MATRIX(forward), RINGLET_NTT(forward), executor);
    expect_direction(random, in, RINGLET_MATRIX(inverse), RINGLET_NTT(inverse), executor);
  }

 private:
  template <class Transform, class OnColumn>
  void expect_direction(Random& random, const Columns& in, Transform transform, OnColumn on_column,
                        const ringlet_executor* executor) const {
    const auto of_matrix = [&](auto out, auto from) {
      EXPECT_EQ(transform(matrix_, to_c(out.data()), out.stride(), to_c(from.data()), from.stride(), rows_, in.size(),
                          executor),
                RINGLET_OK);
    };
    const auto of_column = [&](std::vector<Word> values) {
      EXPECT_EQ(on_column(ntt_, to_c(values.data()), to_c(values.data()), rows_, 1, 1), RINGLET_OK);
      return values;
    };
    EXPECT_TRUE(transforms_columns(rows_, in.size(), random.up_to(1000), in, of_matrix, of_column));
  }

  std::size_t rows_;
  typename Types<Word>::MatrixNtt* matrix_ = nullptr;
  typename Types<Word>::Ntt* ntt_ = nullptr;
};

class CMatrices : public BackendTest<> {};
INSTANTIATE_TEST_SUITE_P(All, CMatrices, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

template <class Word>
void expect_matrices(Random& random, const ringlet_executor* executor) {
  for (const std::size_t rows : {2U, 64U, 2048U}) {
    for (const ringlet_order order : {RINGLET_BIT_REVERSED, RINGLET_NATURAL}) {
      const Plans<Word> negacyclic(rows, RINGLET_NEGACYCLIC, 0, order), cyclic(rows, RINGLET_CYCLIC, 0, order),
          on_coset(rows, RINGLET_CYCLIC, 31, order);
      for (const auto* plans : {&negacyclic, &cyclic, &on_coset}) {
        plans->expect_properties();
        plans->expect_columns(random, 1 + random.up_to(40), nullptr);
        plans->expect_columns(random, 1 + random.up_to(40), executor);
        for (unsigned b = 0; b < 3; ++b) plans->expect_extension(random, 1 + random.up_to(20), b, executor);
      }
    }
  }
}

TEST_P(CMatrices, AreTransformsOfTheirColumns) {
  Random random;
  int runs = 0;
  ringlet_executor* executor = nullptr;
  ASSERT_EQ(ringlet_executor_create(&executor, 3, run_in_reverse, &runs), RINGLET_OK);
  expect_matrices<std::uint32_t>(random, executor);
  expect_matrices<std::uint64_t>(random, executor);
  expect_matrices<uint128>(random, executor);
  EXPECT_GT(runs, 0);
  ringlet_executor_destroy(executor);
}

class CMatrixErrors : public ::testing::Test {
 protected:
  static constexpr std::size_t rows = 8, width = 3, stride = 5;

  CMatrixErrors() {
    EXPECT_EQ(ringlet_matrix_ntt_create(&ntt_, rows, q_.get(), RINGLET_NEGACYCLIC, 0, RINGLET_BIT_REVERSED),
              RINGLET_OK);
  }
  ~CMatrixErrors() override { ringlet_matrix_ntt_destroy(ntt_); }

  /// Expects both directions to refuse the arguments with this status, without writing. Returns the message.
  std::string error(ringlet_status status, const ringlet_matrix_ntt* ntt, std::uint64_t* out, std::size_t out_stride,
                    const std::uint64_t* in, std::size_t of_rows = rows, std::size_t of_width = width) {
    const Words before = words_;
    EXPECT_EQ(ringlet_matrix_ntt_forward(ntt, out, out_stride, in, stride, of_rows, of_width, nullptr), status);
    const std::string text = ringlet_last_error_message();
    EXPECT_EQ(ringlet_matrix_ntt_inverse(ntt, out, out_stride, in, stride, of_rows, of_width, nullptr), status);
    EXPECT_EQ(ringlet_last_error_message(), text);
    EXPECT_EQ(words_, before);
    return text;
  }

  Modulus q_ = make_modulus(97);
  ringlet_matrix_ntt* ntt_ = nullptr;
  Words words_ = Words(100, 1);
};

TEST_F(CMatrixErrors, OfTransformsAreStatuses) {
  std::uint64_t *const out = words_.data(), *const in = out + 50;
  EXPECT_EQ(error(RINGLET_NULL_POINTER, nullptr, out, stride, in), "ntt is null");
  EXPECT_EQ(error(RINGLET_NULL_POINTER, ntt_, nullptr, stride, in), "out is null");
  EXPECT_EQ(error(RINGLET_NULL_POINTER, ntt_, out, stride, nullptr), "in is null");
  constexpr ringlet_status invalid = RINGLET_INVALID_ARGUMENT;
  EXPECT_EQ(error(invalid, ntt_, out, stride, in, 4), "rows is 4, but it must be 8");
  EXPECT_THAT(error(invalid, ntt_, out, stride, in, rows, 0), HasSubstr("width is 0"));
  EXPECT_THAT(error(invalid, ntt_, out, 2, in), AllOf(HasSubstr("out.stride is 2"), HasSubstr("width, 3")));
  EXPECT_THAT(error(invalid, ntt_, out, SIZE_MAX / 8, in), HasSubstr("out.stride"));
  EXPECT_THAT(error(invalid, ntt_, in + 1, stride, in), HasSubstr("overlap"));
  const auto* const misaligned = reinterpret_cast<const std::uint64_t*>(reinterpret_cast<const char*>(in) + 1);
  EXPECT_THAT(error(invalid, ntt_, out, stride, misaligned), HasSubstr("address of in"));
}

TEST_F(CMatrixErrors, OfExtensionsAreStatuses) {
  std::uint64_t *const out = words_.data(), *const in = out + 50;
  const auto error = [&](ringlet_status status, std::uint64_t* to, std::size_t out_rows, std::size_t of_rows,
                         std::uint64_t coset, std::uint64_t root) {
    const Words before = words_;
    EXPECT_EQ(ringlet_matrix_ntt_extend(ntt_, to, width, out_rows, in, stride, of_rows, width, coset, root, nullptr),
              status);
    EXPECT_EQ(words_, before);
    return std::string(ringlet_last_error_message());
  };
  constexpr ringlet_status invalid = RINGLET_INVALID_ARGUMENT;
  EXPECT_EQ(error(RINGLET_NULL_POINTER, nullptr, 16, rows, 5, 0), "out is null");
  EXPECT_EQ(error(invalid, out, 16, 4, 5, 0), "rows is 4, but it must be 8");
  EXPECT_THAT(error(invalid, out, 12, rows, 5, 0), HasSubstr("out_rows is 12"));
  EXPECT_THAT(error(invalid, out, 16, rows, 0, 0), HasSubstr("coset is 0"));
  EXPECT_THAT(error(invalid, out, 16, rows, 5, 1), HasSubstr("root is 1"));
  EXPECT_THAT(error(invalid, in, 16, rows, 5, 0), HasSubstr("overlaps"));
  EXPECT_THAT(error(invalid, out, 64, rows, 5, 0), HasSubstr("overlaps"));
  std::uint64_t root = 0;
  EXPECT_EQ(ringlet_matrix_ntt_extension_root(&root, ntt_, 17), invalid);
  EXPECT_EQ(ringlet_matrix_ntt_extension_root(nullptr, ntt_, 1), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_matrix_ntt_extension_root(&root, nullptr, 1), RINGLET_NULL_POINTER);
}

TEST_F(CMatrixErrors, OfPlansAreStatuses) {
  const auto error = [&](std::size_t of_rows, std::uint64_t root, unsigned ring) {
    auto* ntt = reinterpret_cast<ringlet_matrix_ntt*>(1);
    EXPECT_EQ(
        ringlet_matrix_ntt_create(&ntt, of_rows, q_.get(), static_cast<ringlet_ring>(ring), root, RINGLET_BIT_REVERSED),
        RINGLET_INVALID_ARGUMENT);
    EXPECT_EQ(ntt, nullptr);
    return std::string(ringlet_last_error_message());
  };
  EXPECT_THAT(error(3, 0, RINGLET_CYCLIC), AllOf(HasSubstr("rows is 3"), HasSubstr("power of two")));
  EXPECT_THAT(error(3, 1, RINGLET_CYCLIC), HasSubstr("rows is 3"));
  EXPECT_THAT(error(rows, 1, RINGLET_CYCLIC), HasSubstr("root is 1"));
  EXPECT_THAT(error(rows, 1, 42), HasSubstr("ring"));
  ringlet_matrix_ntt* ntt = nullptr;
  EXPECT_EQ(ringlet_matrix_ntt_create_on_coset(&ntt, rows, q_.get(), 0, 0, RINGLET_NATURAL), RINGLET_INVALID_ARGUMENT);
  EXPECT_THAT(ringlet_last_error_message(), HasSubstr("coset is 0"));
  EXPECT_EQ(ringlet_matrix_ntt_create_on_coset(&ntt, rows, nullptr, 0, 1, RINGLET_NATURAL), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_matrix_ntt_create(nullptr, rows, q_.get(), RINGLET_CYCLIC, 0, RINGLET_NATURAL),
            RINGLET_NULL_POINTER);
}

TEST(CMatrixHandles, MayBeNull) {
  EXPECT_EQ(ringlet_matrix_ntt_rows(nullptr), 0U);
  EXPECT_EQ(ringlet_matrix_ntt_modulus(nullptr), 0U);
  EXPECT_EQ(ringlet_matrix_ntt_root(nullptr), 0U);
  EXPECT_EQ(ringlet_matrix_ntt_ring(nullptr), RINGLET_NEGACYCLIC);
  EXPECT_EQ(ringlet_matrix_ntt_order(nullptr), RINGLET_BIT_REVERSED);
  EXPECT_STREQ(ringlet_matrix_ntt_describe(nullptr), "");
  ringlet_matrix_ntt_destroy(nullptr);
}

}  // namespace
}  // namespace ringlet_test::c_api
