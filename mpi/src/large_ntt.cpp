#include <memory>

#include "communicator.hpp"
#include "ringlet/mpi.hpp"

namespace ringlet::mpi {

LocalSize local_size(std::size_t height, std::size_t width, MPI_Comm comm, LargeOrder order,
                     CoefficientOrder coefficients) {
  const Ranks ranks(comm);
  return ringlet::local_size(height, width, ranks.mine, ranks.count, order, coefficients);
}

template <class Word>
class LargeNtt<Word>::State {
 public:
  State(std::size_t n, const Modulus<Word>& q, MPI_Comm comm, const LargeNttOptions<Word>& options)
      : executor_(options.executor), comm_(comm) {
    std::unique_ptr<const ringlet::LargeNtt<Word>> plan;
    comm_.agree_on([&] { plan = std::make_unique<const ringlet::LargeNtt<Word>>(n, q, options.plan); });
    ranks_ = std::make_unique<LargeRanks<Word>>(*plan, comm_, options.coefficients);
  }

  [[nodiscard]] LargeRanks<Word>& ranks() const { return *ranks_; }
  [[nodiscard]] Executor* executor() const { return executor_; }

 private:
  Executor* executor_;
  Communicator comm_;
  std::unique_ptr<LargeRanks<Word>> ranks_;
};

template <class Word>
LargeNtt<Word>::LargeNtt(std::size_t n, const Modulus<Word>& q, MPI_Comm comm, const LargeNttOptions<Word>& options)
    : state_(std::make_unique<State>(n, q, comm, options)) {}

template <class Word>
LargeNtt<Word>::~LargeNtt() = default;

template <class Word>
const LocalSize& LargeNtt<Word>::local_size() const noexcept {
  return state_->ranks().local_size();
}

template <class Word>
const ringlet::LargeNtt<Word>& LargeNtt<Word>::plan() const noexcept {
  return state_->ranks().plan();
}

template <class Word>
CoefficientOrder LargeNtt<Word>::coefficients() const noexcept {
  return state_->ranks().coefficients();
}

template <class Word>
unsigned LargeNtt<Word>::exchanges() const noexcept {
  return state_->ranks().exchanges();
}

template <class Word>
void LargeNtt<Word>::forward(std::span<Word> out, std::span<const Word> in) {
  state_->ranks().forward(out, in, state_->executor());
}

template <class Word>
void LargeNtt<Word>::inverse(std::span<Word> out, std::span<const Word> in) {
  state_->ranks().inverse(out, in, state_->executor());
}

template class LargeNtt<std::uint64_t>;
template class LargeNtt<uint128_t>;
template class LargeNtt<UInt<192>>;
template class LargeNtt<UInt<256>>;
template class LargeNtt<UInt<320>>;
template class LargeNtt<UInt<384>>;
template class LargeNtt<UInt<512>>;

}  // namespace ringlet::mpi
