// Tests the errors of element-wise operations on multiword numbers.

#include <functional>

#include "multiword/multiword_cases.hpp"
#include "ringlet/multiword_eltwise.hpp"

namespace ringlet_test {
namespace {

using ringlet::Form;

using Number = ringlet::UInt<256>;
using Out = std::span<Number>;
using In = std::span<const Number>;

class MultiwordEltwiseErrors : public ::testing::Test {
 protected:
  using Binary = std::function<void(Out, In, In)>;

  /// Returns all operations; those with one input ignore the second.
  std::vector<Binary> operations() const {
    return {[&](Out out, In a, In b) { add(out, a, b, q_); },
            [&](Out out, In a, In b) { sub(out, a, b, q_); },
            [&](Out out, In a, In) { add(out, a, Number{3}, q_); },
            [&](Out out, In a, In) { sub(out, a, Number{3}, q_); },
            [&](Out out, In a, In) { neg(out, a, q_); },
            [&](Out out, In a, In b) { mul(out, a, b, q_); },
            [&](Out out, In a, In) { mul(out, a, Number{3}, q_); },
            [&](Out out, In a, In b) { mul_add(out, a, b, a, q_); },
            [&](Out out, In a, In b) { mul_add(out, a, Number{3}, b, q_); },
            [&](Out out, In a, In b) { mul_sub(out, a, b, a, q_); },
            [&](Out out, In a, In) { to_montgomery(out, a, q_); },
            [&](Out out, In a, In) { from_montgomery(out, a, q_); },
            [&](Out out, In a, In) { invert(out, a, q_); }};
  }

  ringlet::Modulus<Number> q_ = modulus_of<256>(reference::power_of_two(254) + 79);
  std::vector<Number> eleven_ = std::vector<Number>(11, Number{1});
  std::vector<Number> twelve_ = std::vector<Number>(12, Number{1});
};

TEST_F(MultiwordEltwiseErrors, Shapes) {
  for (const Binary& operation : operations()) {
    EXPECT_THAT(message_of<std::invalid_argument>([&] { operation({}, {}, {}); }), Names(0));
    EXPECT_THAT(message_of<std::invalid_argument>([&] { operation(eleven_, twelve_, twelve_); }),
                AllOf(Names(11), Names(12)));
  }
  EXPECT_THAT(message_of<std::invalid_argument>([&] { add(Out(eleven_), eleven_, twelve_, q_); }),
              AllOf(HasSubstr("b"), Names(11), Names(12)));
  for (const std::function<void()>& call :
       std::vector<std::function<void()>>{[&] { mul_add(Out(eleven_), eleven_, eleven_, twelve_, q_); },
                                          [&] { mul_sub(Out(eleven_), eleven_, eleven_, twelve_, q_); },
                                          [&] { mul_add(Out(eleven_), eleven_, Number{1}, twelve_, q_); }}) {
    EXPECT_THAT(message_of<std::invalid_argument>(call), AllOf(HasSubstr("c"), Names(11), Names(12)));
  }
  EXPECT_THAT(message_of<std::invalid_argument>([&] { (void)inner_product(In(eleven_), twelve_, q_); }),
              AllOf(Names(11), Names(12)));
  EXPECT_THROW((void)inner_product(In{}, In{}, q_), std::invalid_argument);
  EXPECT_THROW(powers({}, Number{1}, Number{2}, q_), std::invalid_argument);
}

TEST_F(MultiwordEltwiseErrors, PartialOverlaps) {
  std::vector<Number> numbers(30, Number{1});
  const Out out = Out(numbers).subspan(10, 10);
  for (const Binary& operation : operations()) {
    for (const std::size_t first : {1U, 9U, 11U, 19U}) {
      const In part = In(numbers).subspan(first, 10);
      EXPECT_THAT(message_of<std::invalid_argument>([&] { operation(out, part, part); }), HasSubstr("overlaps a"));
    }
    EXPECT_NO_THROW(operation(out, In(numbers).first(10), In(numbers).last(10)));
  }
}

TEST_F(MultiwordEltwiseErrors, SingleNumbersAndForms) {
  const Number q = q_.value();
  const auto names_q = AllOf(HasSubstr(q.decimal()), HasSubstr("[0, q)"));
  for (const std::function<void()>& call : std::vector<std::function<void()>>{
           [&] { add(Out(eleven_), eleven_, q, q_); }, [&] { sub(Out(eleven_), eleven_, q, q_); },
           [&] { mul(Out(eleven_), eleven_, q, q_); }, [&] { mul_add(Out(eleven_), eleven_, q, eleven_, q_); }}) {
    EXPECT_THAT(message_of<std::out_of_range>(call), AllOf(HasSubstr("s is"), names_q));
  }
  EXPECT_THAT(message_of<std::out_of_range>([&] { powers(Out(eleven_), q, Number{1}, q_); }),
              AllOf(HasSubstr("first is"), names_q));
  EXPECT_THAT(message_of<std::out_of_range>([&] { powers(Out(eleven_), Number{1}, q, q_); }),
              AllOf(HasSubstr("ratio is"), names_q));
  const auto none = static_cast<Form>(2);
  for (const std::function<void()>& call : std::vector<std::function<void()>>{
           [&] { mul(Out(eleven_), eleven_, eleven_, q_, none); }, [&] { mul(Out(eleven_), eleven_, q, q_, none); },
           [&] { mul_add(Out(eleven_), eleven_, eleven_, eleven_, q_, none); },
           [&] { mul_sub(Out(eleven_), eleven_, eleven_, eleven_, q_, none); },
           [&] { mul_add(Out(eleven_), eleven_, Number{1}, eleven_, q_, none); },
           [&] { (void)inner_product(In(eleven_), eleven_, q_, none); },
           [&] { invert(Out(eleven_), eleven_, q_, none); },
           [&] { powers(Out(eleven_), Number{1}, Number{1}, q_, none); }}) {
    EXPECT_THAT(message_of<std::invalid_argument>(call), AllOf(HasSubstr("form is"), Names(2)));
  }
  EXPECT_EQ(eleven_, std::vector<Number>(11, Number{1}));
}

#ifdef RINGLET_CHECKED
TEST_F(MultiwordEltwiseErrors, CheckedBuildsCompareElements) {
  std::vector<Number> out(11);
  eleven_[5] = q_.value();
  for (const Binary& operation : operations()) {
    EXPECT_THAT(message_of<std::invalid_argument>([&] { operation(out, eleven_, eleven_); }),
                AllOf(HasSubstr("a[5]"), HasSubstr(q_.value().decimal())));
  }
  EXPECT_THROW((void)inner_product(In(eleven_), eleven_, q_), std::invalid_argument);
}
#endif

}  // namespace
}  // namespace ringlet_test
