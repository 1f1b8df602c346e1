#include "communicator.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>

namespace ringlet::mpi {
namespace {

/// Returns whether MPI has been initialised and not yet finalised.
bool is_running() {
  int is_initialised = 0, is_finalised = 0;
  return MPI_Initialized(&is_initialised) == MPI_SUCCESS && is_initialised != 0 &&
         MPI_Finalized(&is_finalised) == MPI_SUCCESS && is_finalised == 0;
}

/// Message of an exception, and whether it is a std::invalid_argument.
struct Failure {
  bool is_argument = false;
  std::string text;
};

Failure failure_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::invalid_argument& e) {
    return {.is_argument = true, .text = e.what()};
  } catch (const std::exception& e) {
    return {.is_argument = false, .text = e.what()};
  } catch (...) {
    return {.is_argument = false, .text = "an exception that is no std::exception"};
  }
}

/// MPI datatype of numbers of `bytes` bytes.
class NumberType {
 public:
  explicit NumberType(std::size_t bytes) {
    require_success(MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &type_));
    require_success(MPI_Type_commit(&type_));
  }
  NumberType(const NumberType&) = delete;
  NumberType& operator=(const NumberType&) = delete;
  ~NumberType() { MPI_Type_free(&type_); }

  [[nodiscard]] MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace

void require_success(int status) {
  if (status == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(status, text.data(), &length);
  throw std::runtime_error(std::string("MPI: ").append(text.data(), static_cast<std::size_t>(length)));
}

Ranks::Ranks(MPI_Comm comm) {
  if (!is_running()) throw std::invalid_argument("MPI is not running: it must be initialised and not yet finalised");
  if (comm == MPI_COMM_NULL) throw std::invalid_argument("comm is MPI_COMM_NULL, but it must be a communicator");
  int is_between_groups = 0, rank = 0, size = 0;
  require_success(MPI_Comm_test_inter(comm, &is_between_groups));
  if (is_between_groups != 0) {
    throw std::invalid_argument("comm is an intercommunicator, but it must be one of a single group");
  }
  require_success(MPI_Comm_rank(comm, &rank));
  require_success(MPI_Comm_size(comm, &size));
  mine = static_cast<std::size_t>(rank);
  count = static_cast<std::size_t>(size);
}

Communicator::Communicator(MPI_Comm comm) : ranks_(comm), counts_(4 * ranks_.count) {
  require_success(MPI_Comm_dup(comm, &comm_));
}

Communicator::~Communicator() {
  if (is_running()) MPI_Comm_free(&comm_);
}

std::string Communicator::broadcast(std::string text, int root) const {
  auto length = static_cast<unsigned long long>(text.size());
  require_success(MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG_LONG, root, comm_));
  text.resize(static_cast<std::size_t>(length));
  require_success(MPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, root, comm_));
  return text;
}

void Communicator::exchange(const void* sent, const RankPieces& to, void* received, const RankPieces& from,
                            std::size_t bytes) {
  std::array<int*, 4> lists{};
  const std::array<std::span<const std::size_t>, 4> wide{to.counts, to.places, from.counts, from.places};
  for (std::size_t i = 0; i < lists.size(); ++i) {
    lists[i] = counts_.data() + i * ranks_.count;
    // Counts are at most n = 2^30, which an int holds.
    std::ranges::transform(wide[i], lists[i], [](std::size_t count) { return static_cast<int>(count); });
  }
  const NumberType number(bytes);
  require_success(
      MPI_Alltoallv(sent, lists[0], lists[1], number.get(), received, lists[2], lists[3], number.get(), comm_));
}

void Communicator::agree(const std::exception_ptr& error) {
  const int none = static_cast<int>(ranks_.count), mine = static_cast<int>(ranks_.mine);
  int candidate = error ? mine : none, first = none;
  require_success(MPI_Allreduce(&candidate, &first, 1, MPI_INT, MPI_MIN, comm_));
  if (first == none) return;
  Failure failure;
  if (first == mine) failure = failure_of(error);
  const bool is_argument = broadcast(failure.is_argument ? "argument" : "", first) == "argument";
  const std::string text = "rank " + std::to_string(first) + ": " + broadcast(failure.text, first);
  if (error) std::rethrow_exception(error);
  if (is_argument) throw std::invalid_argument(text);
  throw std::runtime_error(text);
}

}  // namespace ringlet::mpi
