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
    R"(The transforms of a :class:`LargeNtt` whose values are on the ranks of an MPI program.

A rank has neighbouring numbers of both sides of a transform, ``coefficients`` and ``evaluations``: whole lines of the
matrix of the plan, as many as another rank or one more. Each transform has one all-to-all, and one more for each side in
natural order: where coefficients are ``"transposed"`` and the plan's order is not ``"natural"``, there is a single one.
Results are those of the plan in one memory, bit for bit.

:param ntt: the :class:`LargeNtt`, equal on all ranks.
:param comm: a communicator of mpi4py's, of one group. Messages go through its methods ``allgather`` and ``Alltoallv``, so
    that the package is not built with MPI; an object of another library that has these, ``Get_rank``, ``Get_size`` and
    ``Is_inter``, serves as well. Counts are of words, in messages of two items, array and (counts, places); where comm is
    of a class of mpi4py's, of numbers, with a third item, a type of MPI's, for those of several words.
:param coefficients: ``"natural"``: number j is coefficient j; or ``"transposed"``: number j2 height + j1, j1 < height, is
    coefficient j1 (n / height) + j2, so that columns of the matrix lie in one piece.
:param threads: how many threads of this rank share the work, 1 to 1024; MPI is called on the calling one.
:raises ValueError: with the value and the rule: at most min(height, n / height) ranks; where comm is not of a class of
    mpi4py's, fewer than 2^31 words of numbers on each rank; parameters that differ between ranks.
:raises TypeError: when an argument is of the wrong type.

The constructor and the methods are collective: all ranks call them, in the same order among all that they do with ``comm``.
Where one rank has an error, a wrong array or no memory or Ctrl-C, all leave the call: that one with its own exception, the
others with ValueError where that was ValueError or TypeError, else with RuntimeError, with its rank and its message. The
object can be used again. A rank that does not come to the call at all keeps the others waiting; ``python -m mpi4py`` ends
all of them where one has an exception that nobody handles.

An object has memory for twice the rank's share. Threads that use one take turns. It is not pickled, and compared by
identity.

>>> import numpy as np
>>> from mpi4py import MPI  # doctest: +SKIP
>>> ranks = LargeRanks(LargeNtt(2**20, q), MPI.COMM_WORLD)  # doctest: +SKIP
>>> values = ranks.forward(np.arange(*ranks.coefficients, dtype=np.uint64))  # doctest: +SKIP
)";

constexpr const char* forward_doc = R"(Transforms coefficients, as :meth:`LargeNtt.forward` does.

:param a: shape (c,) or (c, W) for residues of W words, where the rank has coefficients number first to first + c - 1, values
    in [0, q).
:param out: the array for the result, or None. It may be a.
:param check: whether to read all values first and raise ValueError where one is outside its range.
:returns: the rank's evaluations, shape (e,) or (e, W), values in [0, q), in the plan's order.
:raises ValueError, TypeError, RuntimeError: as the class says.
)";

constexpr const char* inverse_doc = R"(The inverse of :meth:`forward`, scaled by 1/n.

:param a: the rank's evaluations, as :meth:`forward` returns them.
:param out: as for :meth:`forward`.
:param check: as for :meth:`forward`.
:returns: the rank's coefficients.
:raises ValueError, TypeError, RuntimeError: as the class says.
)";

template <class Word>
using Ranks = std::unique_ptr<ringlet::LargeRanks<Word>>;

/// The Python class LargeRanks.
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
  /// MPI counts in an int, which holds the n numbers of a transform, but not all words of multiword ones.
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
             "it must be below 2^31 where comm is not of a class of mpi4py's: take more ranks");
    }
  }

  nb::object run(nb::handle a, nb::handle out, nb::handle check, bool is_forward);

  Communicator comm_;
  unsigned threads_ = 1;
  std::mutex mutex_;
  OfEachWord<Ranks> ranks_;
};

nb::object LargeRanks::run(nb::handle a, nb::handle out, nb::handle check, bool is_forward) {
  // Without the interpreter's lock, which a thread that waits for its turn must not keep.
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
        std::optional<Array> in, result;
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
        return result->object;
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
                  "The first of the rank's coefficients, by its number, and the one after its last.");
  define_property(cls, "evaluations -> tuple[int, int]",
                  visiting<LargeRanks>([](const auto& ranks) { return to_bounds(ranks.local_size().evaluations); }),
                  "The first of the rank's evaluations, by its place in the plan's order, and the one after its last.");
  define_property(cls, "exchanges", visiting<LargeRanks>([](const auto& ranks) { return ranks.exchanges(); }),
                  "All-to-alls of a transform: 1, 2 or 3.");
}

}  // namespace ringlet_python
