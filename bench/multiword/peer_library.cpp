#include "multiword/peer_library.hpp"

#include <memory>
#include <thread>
#include <utility>

namespace bench::multiword {
namespace {

/// Returns the field's number in peer_problem.h, or -1 if it has no number.
int number_of(const Field& field) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (all_fields()[i].name == field.name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

Contender peer_contender(std::string name, ringlet::Order order, bool on_all_cores, const PeerLibrary& library) {
  const int threads = on_all_cores ? static_cast<int>(std::thread::hardware_concurrency()) : 1;
  const auto prepare = [=](const Problem& problem, const Words& x) -> Run {
    const Row& row = problem.row;
    const ringlet_peer_problem request = {.field = number_of(row.field),
                                          .operation = static_cast<int>(row.operation),
                                          .log_n = static_cast<int>(row.log_n),
                                          .is_natural = order == ringlet::Order::natural,
                                          .threads = threads,
                                          .root = problem.montgomery_root.data(),
                                          .x = x.data(),
                                          .y = problem.y.data()};
    const bool has_operation =
        library.has_vectors ? row.operation < Operation::plain_product : is_transform(row.operation);
    if (request.field < 0 || !has_operation) return {};
    const std::uintptr_t number = library.prepare(&request);
    if (number == 0) return {};
    // The last copy of the owner destroys the computation.
    const std::shared_ptr<void> owner(nullptr, [=](void*) { library.destroy(number); });
    const std::size_t words = problem.results() * row.word_count();
    return {[=, keep = owner] { library.run(number); },
            [=, keep = owner](Words& results) {
              results.resize(words);
              library.store(number, results.data());
            }};
  };
  return {.name = std::move(name), .order = order, .prepare = prepare, .on_all_cores = on_all_cores};
}

}  // namespace bench::multiword
