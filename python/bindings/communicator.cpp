#include "communicator.hpp"

#include <array>
#include <span>
#include <stdexcept>
#include <utility>

#include "numpy.hpp"

namespace ringlet_python {
namespace {

/// Calls comm.method(arguments...).
template <class... Arguments>
nb::object call(const nb::object& comm, const char* method, const Arguments&... arguments) {
  const nb::str name(method);
  return checked(
      take_lock([&] { return PyObject_CallMethodObjArgs(comm.ptr(), name.ptr(), arguments.ptr()..., nullptr); }));
}

nb::object to_communicator(nb::handle comm) {
  for (const char* method : {"Get_rank", "Get_size", "Is_inter", "allgather", "Alltoallv"}) {
    if (!nb::hasattr(comm, method)) reject_type("comm", "an mpi4py communicator", comm);
  }
  nb::object object = nb::borrow(comm);
  if (to_bool(call(object, "Is_inter"))) {
    throw std::invalid_argument("comm is an intercommunicator, but it must be one of a single group");
  }
  return object;
}

/// Message of an exception, and whether an argument caused it.
struct Failure {
  bool is_argument;
  std::string text;
};

Failure failure_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const nb::python_error& e) {
    if (e.matches(PyExc_ValueError)) return {.is_argument = true, .text = text_of(e.value())};
    const std::string type = nb::str(e.type().attr("__name__")).c_str(), text = text_of(e.value());
    return {.is_argument = e.matches(PyExc_TypeError), .text = text.empty() ? type : type + ": " + text};
  } catch (const nb::builtin_exception& e) {
    const bool is_type = e.type() == nb::exception_type::type_error;
    const bool is_argument = is_type || e.type() == nb::exception_type::value_error;
    return {.is_argument = is_argument, .text = std::string(is_type ? "TypeError: " : "").append(e.what())};
  } catch (const std::logic_error& e) {
    return {.is_argument = true, .text = e.what()};
  } catch (const std::exception& e) {
    return {.is_argument = false, .text = e.what()};
  }
}

/// Runs the handlers of pending signals. Returns the exception that one raises, or null.
std::exception_ptr raised_by_signal() {
  return PyErr_CheckSignals() == 0 ? nullptr : std::make_exception_ptr(nb::python_error());
}

/// Returns MPI's datatype of a word if comm is of a class of mpi4py, else nothing.
nb::object word_type_of(nb::handle comm) {
  // A program that has such a communicator has imported mpi4py.
  const nb::object mpi = nb::steal(PyImport_GetModule(nb::str("mpi4py.MPI").ptr()));
  if (!mpi || !nb::hasattr(mpi, "Comm") || !nb::isinstance(comm, mpi.attr("Comm"))) return {};
  return mpi.attr("UINT64_T");
}

/// Unit of a message's counts: a word or, for numbers of several words and an MPI datatype for them, a number.
class Unit {
 public:
  Unit(const nb::object& word_type, std::size_t words) : words_(words) {
    if (!word_type.is_valid() || words == 1) return;
    type_ = call(word_type, "Create_contiguous", nb::int_(words));
    call(type_, "Commit");
  }
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;
  ~Unit() {
    if (!type_.is_valid()) return;
    try {
      call(type_, "Free");
    } catch (nb::python_error& error) {
      error.discard_as_unraisable("a type of MPI's");
    }
  }

  /// Describes the numbers for each rank as a message of mpi4py.
  [[nodiscard]] nb::object message(void* numbers, const ringlet::RankPieces& pieces) const {
    const std::size_t units = type_.is_valid() ? 1 : words_;  // per number
    npy_intp size = 0;
    nb::list counts, places;
    for (std::size_t r = 0; r < pieces.counts.size(); ++r) {
      counts.append(pieces.counts[r] * units);
      places.append(pieces.places[r] * units);
      size += static_cast<npy_intp>(pieces.counts[r] * words_);
    }
    const nb::object array = checked(PyArray_SimpleNewFromData(1, &size, NPY_UINT64, numbers));
    const nb::object blocks = nb::make_tuple(counts, places);
    return type_.is_valid() ? nb::make_tuple(array, blocks, type_) : nb::make_tuple(array, blocks);
  }

 private:
  std::size_t words_;
  nb::object type_;
};

}  // namespace

Communicator::Communicator(nb::handle comm)
    : comm_(to_communicator(comm)),
      word_type_(word_type_of(comm_)),
      rank_(to_word(call(comm_, "Get_rank"), "rank of comm")),
      size_(to_positive(call(comm_, "Get_size"), "size of comm")) {}

nb::list Communicator::gather(const nb::object& mine) const {
  return to_list(call(comm_, "allgather", mine), "result of comm.allgather", "a list");
}

void Communicator::exchange(const void* sent, const ringlet::RankPieces& to, void* received,
                            const ringlet::RankPieces& from, std::size_t bytes) {
  Lock locked;
  lock(locked);
  try {
    const Unit unit(word_type_, bytes / sizeof(std::uint64_t));
    call(comm_, "Alltoallv", unit.message(const_cast<void*>(sent), to), unit.message(received, from));
  } catch (...) {
    kept_ = std::current_exception();
  }
}

void Communicator::agree(const std::exception_ptr& error) {
  Lock locked;
  lock(locked);
  const std::exception_ptr kept = std::exchange(kept_, nullptr);
  const std::exception_ptr own = error ? error : kept ? kept : raised_by_signal();
  nb::object mine = nb::none();
  if (own) {
    const Failure failure = failure_of(own);
    mine = nb::make_tuple(failure.is_argument, nb::str(failure.text.c_str()));
  }
  const nb::list all = gather(mine);
  for (std::size_t r = 0; r < all.size(); ++r) {
    const nb::object its = all[r];
    if (its.is_none()) continue;
    if (own) std::rethrow_exception(own);
    const std::string text = "rank " + std::to_string(r) + ": " + nb::str(nb::object(its[1])).c_str();
    if (to_bool(nb::object(its[0]))) throw std::invalid_argument(text);
    throw std::runtime_error(text);
  }
}

std::string Communicator::text_of_first(const std::string& text) {
  Lock locked;
  lock(locked);
  const nb::list all = gather(nb::str(text.c_str()));
  return nb::str(nb::object(all[0])).c_str();
}

}  // namespace ringlet_python
