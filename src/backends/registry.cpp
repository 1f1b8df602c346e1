#include "backends/registry.hpp"

#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>

namespace ringlet::backends {

constinit std::atomic<const EltwiseIndex*> index_in_use{&undecided};

namespace {

// The program's choice (force), and the choice by environment or CPU, which is made on first use. Both are null at
// first.
constinit std::atomic<const Backend*> forced{nullptr};
constinit std::atomic<const Backend*> automatic{nullptr};

const Backend& strongest() {
  const Backend* best = all().data();
  for (const Backend& backend : all()) {
    if (is_supported(backend)) best = &backend;
  }
  return *best;
}

/// Rejects a name. `what` is its origin: an argument or an environment variable.
[[noreturn]] void reject(std::string_view what, std::string_view name) {
  std::string message(what);
  message.append(" is \"").append(name).append("\", but ");
  const char* reason = "no backend has that name";
  for (const Backend& backend : all()) {
    if (backend.name != name) continue;
    reason = backend.kernels->empty() ? "this library was built without that backend: the compiler lacked its flags"
                                      : "this CPU does not support that backend";
  }
  message.append(reason).append("; this CPU supports:");
  for (const Backend& backend : all()) {
    if (is_supported(backend)) message.append(" ").append(backend.name);
  }
  throw std::invalid_argument(message);
}

const Backend& find(std::string_view what, std::string_view name) {
  for (const Backend& backend : all()) {
    if (backend.name == name && is_supported(backend)) return backend;
  }
  reject(what, name);
}

/// Returns a backend with its index filled, as other threads need it once it is active.
const Backend* ready(const Backend& backend) {
  fill_index(backend);
  return &backend;
}

/// Publishes a change to element-wise calls. The last of concurrent calls sees all changes.
void publish() {
  static constinit std::mutex publishing;
  const std::lock_guard lock(publishing);
  const Backend* backend = forced.load(std::memory_order_acquire);
  if (backend == nullptr) backend = automatic.load(std::memory_order_acquire);
  index_in_use.store(backend == nullptr ? &undecided : backend->index, std::memory_order_release);
}

const Backend& decide() {
  const char* name = std::getenv("RINGLET_BACKEND");
  const Backend& chosen = name == nullptr || *name == '\0' ? strongest() : find("RINGLET_BACKEND", name);
  // The first decision wins, be it of a concurrent call or of freeze().
  const Backend* expected = nullptr;
  automatic.compare_exchange_strong(expected, ready(chosen), std::memory_order_acq_rel);
  publish();
  return expected == nullptr ? chosen : *expected;
}

}  // namespace

bool is_supported(const Backend& backend) {
  static const cpu::Features features = cpu::detect(cpu::this_cpu());
  return backend.supported(features) && !backend.kernels->empty();
}

const Backend& active() {
  if (const Backend* backend = forced.load(std::memory_order_acquire)) return *backend;
  if (const Backend* backend = automatic.load(std::memory_order_acquire)) return *backend;
  return decide();
}

void force(std::string_view name) {
  forced.store(ready(find("name", name)), std::memory_order_release);
  publish();
}

void unforce() noexcept {
  forced.store(nullptr, std::memory_order_release);
  publish();
}

bool lowers_clock() {
  static const bool by_vectors = cpu::lowers_clock(cpu::this_cpu());
  // The weakest backend has no vectors.
  return active().weaker != nullptr && by_vectors;
}

void freeze() noexcept {
  automatic.store(ready(strongest()), std::memory_order_release);
  publish();
}

void reject_choice(const Backend& backend) {
  throw std::logic_error(std::string("neither the backend \"").append(backend.name) +
                         "\" nor a weaker one has a kernel for this modulus and size");
}

}  // namespace ringlet::backends
