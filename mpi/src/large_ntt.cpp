#include <algorithm>
#include <stdexcept>
#include <string>

#include "api/number_text.hpp"
#include "communicator.hpp"
#include "ringlet/mpi.hpp"
#include "shares.hpp"
#include "transport.hpp"

namespace ringlet::mpi {
namespace {

[[noreturn]] void reject(const std::string& what, std::size_t value, const std::string& rule) {
  throw std::invalid_argument(what + " is " + std::to_string(value) + ", but " + rule);
}

/// The numbers of the lines of a rank.
Block numbers_of(const Ranks& ranks, std::size_t lines, std::size_t length) {
  const Block share = lines_of(ranks.mine, ranks.count, lines);
  return {.first = share.first * length, .count = share.count * length};
}

LocalSize size_of(const Ranks& ranks, std::size_t height, std::size_t width, LargeOrder order,
                  CoefficientOrder coefficients) {
  const std::size_t most = std::min(height, width);
  if (most == 0) reject("height or width", 0, "both must be at least 1");
  if (ranks.count > most) {
    reject("number of ranks", ranks.count,
           "it must be at most min(height, width) = " + std::to_string(most) + " for a matrix of " +
               std::to_string(height) + " x " + std::to_string(width));
  }
  const Block of_rows = numbers_of(ranks, height, width), of_columns = numbers_of(ranks, width, height);
  return {.coefficients = coefficients == CoefficientOrder::transposed ? of_columns : of_rows,
          .evaluations = order == LargeOrder::natural ? of_columns : of_rows};
}

/// All that must be the same on all ranks.
template <class Word>
std::string text_of(const ringlet::LargeNtt<Word>& plan, CoefficientOrder coefficients) {
  const bool is_cyclic = plan.ring() == Ring::cyclic;
  return std::string(is_cyclic ? "cyclic" : "negacyclic")
      .append(" transform of ")
      .append(std::to_string(plan.height()))
      .append(" x ")
      .append(std::to_string(plan.width()))
      .append(" numbers of ")
      .append(std::to_string(8 * sizeof(Word)))
      .append(" bits modulo ")
      .append(api::decimal(plan.modulus().value()))
      .append(is_cyclic ? " with omega = " : " with psi = ")
      .append(api::decimal(plan.root()))
      .append(", coefficients in order ")
      .append(std::to_string(static_cast<int>(coefficients)))
      .append(", evaluations in order ")
      .append(std::to_string(static_cast<int>(plan.order())));
}

}  // namespace

LocalSize local_size(std::size_t height, std::size_t width, MPI_Comm comm, LargeOrder order,
                     CoefficientOrder coefficients) {
  return size_of(Ranks(comm), height, width, order, coefficients);
}

template <class Word>
class LargeNtt<Word>::State {
 public:
  State(std::size_t n, const Modulus<Word>& q, MPI_Comm comm, const LargeNttOptions<Word>& options)
      : comm_(comm), coefficients_(options.coefficients) {
    comm_.agree_on([&] {
      if (coefficients_ != CoefficientOrder::natural && coefficients_ != CoefficientOrder::transposed) {
        reject("coefficients", static_cast<std::size_t>(coefficients_), "it must be an enumerator of its type");
      }
      plan_ = std::make_unique<const ringlet::LargeNtt<Word>>(n, q, options.plan);
      size_ = size_of(comm_.ranks(), plan_->height(), plan_->width(), plan_->order(), coefficients_);
      const Block rows = numbers_of(comm_.ranks(), plan_->height(), plan_->width());
      const Block columns = numbers_of(comm_.ranks(), plan_->width(), plan_->height());
      transport_ = std::make_unique<Transport<Word>>(comm_, coefficients_,
                                                     options.executor == nullptr ? serial_ : *options.executor,
                                                     std::max(rows.count, columns.count));
      text_ = text_of(*plan_, coefficients_);
    });
    comm_.agree_on_text(text_);
  }

  void run(std::span<Word> out, std::span<const Word> in, bool is_forward) {
    const Block& read = is_forward ? size_.coefficients : size_.evaluations;
    const Block& written = is_forward ? size_.evaluations : size_.coefficients;
    comm_.agree_on([&] {
      if (out.size() != written.count) reject_size("out", out.size(), written.count);
      if (in.size() != read.count) reject_size("in", in.size(), read.count);
    });
    transport_->start(in.data(), out.data(), is_forward);
    std::exception_ptr error;
    try {
      is_forward ? plan_->forward(*transport_) : plan_->inverse(*transport_);
    } catch (...) {
      // Others that wait for this rank meet it in what it does next.
      if (transport_->is_known()) throw;
      error = std::current_exception();
    }
    comm_.agree(error);
  }

  [[nodiscard]] const LocalSize& size() const { return size_; }
  [[nodiscard]] const ringlet::LargeNtt<Word>& plan() const { return *plan_; }
  [[nodiscard]] CoefficientOrder coefficients() const { return coefficients_; }

 private:
  void reject_size(const char* name, std::size_t size, std::size_t expected) const {
    reject(std::string("size of ") + name, size,
           "it must be " + std::to_string(expected) + " on rank " + std::to_string(comm_.ranks().mine));
  }

  Communicator comm_;
  CoefficientOrder coefficients_;
  SerialExecutor serial_;
  std::unique_ptr<const ringlet::LargeNtt<Word>> plan_;
  LocalSize size_;
  std::unique_ptr<Transport<Word>> transport_;
  std::string text_;
};

template <class Word>
LargeNtt<Word>::LargeNtt(std::size_t n, const Modulus<Word>& q, MPI_Comm comm, const LargeNttOptions<Word>& options)
    : state_(std::make_unique<State>(n, q, comm, options)) {}

template <class Word>
LargeNtt<Word>::~LargeNtt() = default;

template <class Word>
const LocalSize& LargeNtt<Word>::local_size() const noexcept {
  return state_->size();
}

template <class Word>
const ringlet::LargeNtt<Word>& LargeNtt<Word>::plan() const noexcept {
  return state_->plan();
}

template <class Word>
CoefficientOrder LargeNtt<Word>::coefficients() const noexcept {
  return state_->coefficients();
}

template <class Word>
unsigned LargeNtt<Word>::exchanges() const noexcept {
  return 1U + (coefficients() == CoefficientOrder::natural ? 1U : 0U) +
         (plan().order() == LargeOrder::natural ? 1U : 0U);
}

template <class Word>
void LargeNtt<Word>::forward(std::span<Word> out, std::span<const Word> in) {
  state_->run(out, in, true);
}

template <class Word>
void LargeNtt<Word>::inverse(std::span<Word> out, std::span<const Word> in) {
  state_->run(out, in, false);
}

template class LargeNtt<std::uint64_t>;
template class LargeNtt<uint128_t>;
template class LargeNtt<UInt<192>>;
template class LargeNtt<UInt<256>>;
template class LargeNtt<UInt<320>>;
template class LargeNtt<UInt<384>>;
template class LargeNtt<UInt<512>>;

}  // namespace ringlet::mpi
