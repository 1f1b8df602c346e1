#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <ringlet/large_ranks.hpp>
#include <span>
#include <string>
#include <utility>

#include "arrays.hpp"
#include "bindings.hpp"
#include "choices.hpp"
#include "communicator.hpp"
#include "define.hpp"
#include "large_ntt.hpp"
#include "workers.hpp"

namespace ringlet_python {
namespace {

constexpr const char* large_ranks_doc =
    R"(The transforms of a :class:`LargeNtt` with values that are distributed over the ranks of an MPI program.

Each rank has a range of the coefficients and a range of the evaluations, ``coefficients`` and ``evaluations``: whole
lines of the plan's matrix. The numbers of lines of two ranks differ by at most one. A transform has one all-to-all
exchange, and one more for each side in natural order: if coefficients are ``"transposed"`` and the plan's order is not
``"natural"``, there is only one. Results are those of the plan in one memory, bit for bit.

:param ntt: the :class:`LargeNtt`, equal on all ranks.
:param comm: an mpi4py communicator that is no intercommunicator. Messages use its methods ``allgather`` and
    ``Alltoallv``, so the package is not built with MPI. An object of another library with these methods and
    ``Get_rank``, ``Get_size`` and ``Is_inter`` serves as well. Messages are pairs, an array and (counts, places), which
    count words. If comm is of a class of mpi4py, and numbers have several words, messages count numbers, and have an
    MPI datatype as a third item.
:param coefficients: ``"natural"``: number j is coefficient j; or ``"transposed"``: number j2 height + j1, j1 < height,
    is coefficient j1 (n / height) + j2, so that each column of the matrix is contiguous.
:param threads: number of threads of this rank that share the work, 1 to 1024; the calling thread calls MPI.
:raises ValueError: with the value and the rule: for more than min(height, n / height) ranks; for parameters that differ
    between ranks; if comm is not of a class of mpi4py, for 2^31 words or more on a rank.
:raises TypeError: when an argument is of the wrong type.

The constructor and the methods are collective: all ranks call them, in the same order relative to all their other calls
with ``comm``. When one rank has an error, such as a wrong array, too little memory or Ctrl-C, all ranks leave the call.
That rank raises its own exception. The others raise ValueError if that was ValueError or TypeError, else RuntimeError,
with the failed rank and its message. The object remains usable. A rank that never makes the call keeps the others
waiting; ``python -m mpi4py`` ends all ranks when one has an unhandled exception.

An object keeps memory for twice the rank's share. Threads that use one at once take turns. Objects compare by identity
and cannot be pickled.

>>> import numpy as np
>>> from mpi4py import MPI  # doctest: +SKIP
>>> ranks = LargeRanks(LargeNtt(2**20, q), MPI.COMM_WORLD)  # doctest: +SKIP
>>> values = ranks.forward(np.arange(*ranks.coefficients, dtype=np.uint64))  # doctest: +SKIP
)";

constexpr const char* forward_doc = R"(Transforms coefficients, as :meth:`LargeNtt.forward` does.

:param a: the rank's c coefficients, shape (c,), or (c, W) for residues of W words, values in [0, q); their numbers are
    the range ``coefficients``.
:param out: the array for the result, or None. It may be a.
:param check: whether to read all values first and raise ValueError if one is outside its range.
:returns: the rank's evaluations, shape (e,) or (e, W), values in [0, q), in the plan's order.
:raises ValueError, TypeError, RuntimeError: as the class describes.
)";

constexpr const char* inverse_doc = R"(The inverse of :meth:`forward`, scaled by 1/n.

:param a: the rank's evaluations, as :meth:`forward` returns them.
:param out: as for :meth:`forward`.
:param check: as for :meth:`forward`.
:returns: the rank's coefficients.
:raises ValueError, TypeError, RuntimeError: as the class describes.
)";

template <class Word>
using Ranks = std::unique_ptr<ringlet::LargeRanks<Word>>;

/// Python class LargeRanks.
class LargeRanks {
 public:
  LargeRanks(nb::handle ntt, nb::handle comm, nb::handle coefficients, nb::handle threads) : comm_(comm) {
    std::optional<LargeNtt> plan;
    ringlet::CoefficientOrder order{};
    comm_.agree_on([&] {
      plan = to_instance<LargeNtt>(ntt, "ntt", "a LargeNtt");
      order = to_choice<ringlet::CoefficientOrder>(coefficients, "coefficients");
      threads_ = to_small(threads, "threads", 1, 1024);
      plan->visit([&](const auto& of_words) { require_share(of_words); });
    });
    ranks_ = plan->visit([&]<class Word>(const ringlet::LargeNtt<Word>& of_words) -> OfEachWord<Ranks> {
      Unlocked unlocked;
      const Communicator::Use use(comm_, unlocked);
      return std::make_unique<ringlet::LargeRanks<Word>>(of_words, comm_, order);
    });
  }

  nb::object forward(nb::handle a, nb::handle out, nb::handle check) { return run(a, out, check, true); }
  nb::object inverse(nb::handle a, nb::handle out, nb::handle check) { return run(a, out, check, false); }

  template <class Function>
  auto visit(const Function& function) const {
    return std::visit([&](const auto& ranks) { return function(*ranks); }, ranks_);
  }

 private:
  /// Refuses a share of 2^31 words or more if messages count words: MPI counts in an int. The n numbers always fit.
  template <class Word>
  void require_share(const ringlet::LargeNtt<Word>& plan) const {
    if (comm_.counts_numbers()) return;
    constexpr std::size_t limit = std::size_t{1} << 31;
    const auto numbers = [&](std::size_t lines, std::size_t length) {
      return (lines + comm_.size() - 1) / comm_.size() * length;
    };
    const std::size_t words = words_of<Word> * std::max(numbers(plan.height(), plan.size() / plan.height()),
                                                        numbers(plan.size() / plan.height(), plan.height()));
    if (words >= limit) {
      reject("number of words of a rank", std::to_string(words),
             "it must be below 2^31 if comm is not of a class of mpi4py: use more ranks");
    }
  }

  nb::object run(nb::handle a, nb::handle out, nb::handle check, bool is_forward);

  Communicator comm_;
  unsigned threads_ = 1;
  std::mutex mutex_;
  OfEachWord<Ranks> ranks_;
};

nb::object LargeRanks::run(nb::handle a, nb::handle out, nb::handle check, bool is_forward) {
  // Released while this thread waits for its turn.
  std::unique_lock turn(mutex_, std::defer_lock);
  {
    const Unlocked unlocked;
    turn.lock();
  }
  return std::visit(
      [&]<class Word>(Ranks<Word>& ranks) {
        const ringlet::Modulus<Word>& q = ranks->plan().modulus();
        const ringlet::LocalSize& size = ranks->local_size();
        const ringlet::RankBlock& read = is_forward ? size.coefficients : size.evaluations;
        const ringlet::RankBlock& written = is_forward ? size.evaluations : size.coefficients;
        std::optional<Array> in;
        std::optional<Output> result;
        comm_.agree_on([&] {
          in = to_rows(a, "a", q, read.count);
          require_one_axis(*in);
          if (to_bool(check)) require_values<Word>(*in, 1, q.value());
          result = make_output<Word>(out, {static_cast<npy_intp>(written.count)});
        });
        const std::span<Word> to = result->to_write<Word>();
        {
          Unlocked unlocked;
          const Communicator::Use use(comm_, unlocked);
          Workers workers(threads_);
          if (is_forward) {
            ranks->forward(to, in->values<Word>(), &workers);
          } else {
            ranks->inverse(to, in->values<Word>(), &workers);
          }
        }
        return result->finish();
      },
      ranks_);
}

nb::object to_bounds(const ringlet::RankBlock& block) { return nb::make_tuple(block.first, block.first + block.count); }

}  // namespace

void bind_large_ranks(nb::module_& module) {
  auto cls = define_class<LargeRanks>(module, "LargeRanks", large_ranks_doc);
  define_init<4>(cls,
                 "__init__(self, ntt: LargeNtt, comm: typing.Any, *, "
                 "coefficients: typing.Literal['natural', 'transposed'] = 'natural', threads) -> None");
  define(cls, "forward(self, a: Residues, *, out, check)", &LargeRanks::forward, forward_doc);
  define(cls, "inverse(self, a: Residues, *, out, check)", &LargeRanks::inverse, inverse_doc);
  define_property(cls, "coefficients -> tuple[int, int]",
                  visiting<LargeRanks>([](const auto& ranks) { return to_bounds(ranks.local_size().coefficients); }),
                  "The range (begin, end) of the numbers of the rank's coefficients.");
  define_property(cls, "evaluations -> tuple[int, int]",
                  visiting<LargeRanks>([](const auto& ranks) { return to_bounds(ranks.local_size().evaluations); }),
                  "The range (begin, end) of the rank's evaluations, by their index in the plan's order.");
  define_property(cls, "exchanges", visiting<LargeRanks>([](const auto& ranks) { return ranks.exchanges(); }),
                  "The number of all-to-all exchanges of a transform: 1, 2 or 3.");
}

}  // namespace ringlet_python
