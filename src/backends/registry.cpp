#include "backends/registry.hpp"

#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace ringlet::backends {
namespace {

// Two independent words: the program's (force) and everybody else's (environment or CPU), decided on first use.
std::atomic<const Backend*> forced{nullptr};
std::atomic<const Backend*> automatic{nullptr};

const Backend& strongest() {
  const Backend* best = all().data();
  for (const Backend& backend : all()) {
    if (is_supported(backend)) best = &backend;
  }
  return *best;
}

[[noreturn]] void reject(std::string_view name, std::string_view origin) {
  std::string message(origin);
  message.append(" names the backend \"").append(name).append("\", which ");
  bool known = false;
  for (const Backend& backend : all()) known = known || backend.name == name;
  message.append(known ? "this CPU does not support" : "does not exist").append("; there are:");
  for (const Backend& backend : all()) {
    if (is_supported(backend)) message.append(" ").append(backend.name);
  }
  throw std::invalid_argument(message);
}

const Backend& find(std::string_view name, std::string_view origin) {
  for (const Backend& backend : all()) {
    if (backend.name == name && is_supported(backend)) return backend;
  }
  reject(name, origin);
}

}  // namespace

bool is_supported(const Backend& backend) {
  static const cpu::Features features = cpu::detect(cpu::this_cpu());
  return backend.supported(features);
}

const Backend& active() {
  if (const Backend* backend = forced.load(std::memory_order_acquire)) return *backend;
  if (const Backend* backend = automatic.load(std::memory_order_acquire)) return *backend;
  const char* name = std::getenv("RINGLET_BACKEND");
  const Backend& chosen = name == nullptr || *name == '\0' ? strongest() : find(name, "RINGLET_BACKEND");
  // Whoever decided first, a concurrent call or freeze(), is right.
  const Backend* expected = nullptr;
  automatic.compare_exchange_strong(expected, &chosen, std::memory_order_acq_rel);
  return expected == nullptr ? chosen : *expected;
}

void force(std::string_view name) { forced.store(&find(name, "backend::force"), std::memory_order_release); }

void unforce() noexcept { forced.store(nullptr, std::memory_order_release); }

void freeze() noexcept { automatic.store(&strongest(), std::memory_order_release); }

void reject_modulus(const Backend& backend, unsigned bits) {
  throw std::logic_error(std::string("neither the backend \"").append(backend.name) +
                         "\" nor a weaker one has a kernel for a modulus of " + std::to_string(bits) + " bits");
}

}  // namespace ringlet::backends
