#include "backends/registry.hpp"

#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "backends/dispatch.hpp"

namespace ringlet::backends {

constinit std::atomic<const Backend*> forced{nullptr};
constinit std::atomic<const Backend*> automatic{nullptr};

constinit std::atomic<const Dispatch*> dispatch_in_use{&undecided};

namespace {

const Backend& strongest() {
  const Backend* best = all().data();
  for (const Backend& backend : all()) {
    if (is_supported(backend)) best = &backend;
  }
  return *best;
}

/// `what` is what the name was given by: an argument or a variable of the environment.
[[noreturn]] void reject(std::string_view what, std::string_view name) {
  std::string message(what);
  message.append(" is \"").append(name).append("\", but ");
  bool known = false;
  for (const Backend& backend : all()) known = known || backend.name == name;
  message.append(known ? "this CPU does not support that backend" : "no backend has that name").append("; there are:");
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

/// A backend as it is when others may see that it is active.
const Backend* ready(const Backend& backend) {
  backend.dispatch->fill_once(backend);
  return &backend;
}

/// Lets element-wise calls see what changed. The last of concurrent ones sees all changes.
void publish() {
  static constinit std::mutex publishing;
  const std::lock_guard lock(publishing);
  const Backend* backend = forced.load(std::memory_order_acquire);
  if (backend == nullptr) backend = automatic.load(std::memory_order_acquire);
  dispatch_in_use.store(backend == nullptr ? &undecided : backend->dispatch, std::memory_order_release);
}

}  // namespace

bool is_supported(const Backend& backend) {
  static const cpu::Features features = cpu::detect(cpu::this_cpu());
  return backend.supported(features);
}

const Backend& decide() {
  const char* name = std::getenv("RINGLET_BACKEND");
  const Backend& chosen = name == nullptr || *name == '\0' ? strongest() : find("RINGLET_BACKEND", name);
  // Whoever decided first, a concurrent call or freeze(), is right.
  const Backend* expected = nullptr;
  automatic.compare_exchange_strong(expected, ready(chosen), std::memory_order_acq_rel);
  publish();
  return expected == nullptr ? chosen : *expected;
}

void force(std::string_view name) {
  forced.store(ready(find("name", name)), std::memory_order_release);
  publish();
}

void unforce() noexcept {
  forced.store(nullptr, std::memory_order_release);
  publish();
}

void freeze() noexcept {
  automatic.store(ready(strongest()), std::memory_order_release);
  publish();
}

namespace {

/// The first of a backend and the weaker ones whose kernels of rows `find` finds something in, and what it finds; null
/// where there is none.
template <class Find>
auto first_of_rows(const Backend& backend, Find find) {
  using Found = decltype(find(*backend.kernels->rns));
  for (const Backend* b = &backend; b != nullptr; b = b->weaker) {
    if (b->kernels->rns == nullptr) continue;
    if (const Found found = find(*b->kernels->rns); found != nullptr) return std::pair(b, found);
  }
  return std::pair<const Backend*, Found>(nullptr, nullptr);
}

template <class Serves>
AutomorphismChoice first_automorphism(const Backend& backend, Serves serves) {
  const auto [chosen, kernels] = first_of_rows(
      backend, [=](const auto& rows) { return serves(rows.automorphism) ? &rows.automorphism : nullptr; });
  if (chosen == nullptr) throw std::logic_error("no backend has kernels of automorphisms");
  return {chosen, kernels};
}

}  // namespace

DotChoice choose_dot(const Backend& backend, unsigned bits) {
  const auto [chosen, kernels] = first_of_rows(backend, [=](const auto& rows) -> const kernels::DotKernels* {
    for (const kernels::DotKernels& dot : rows.dot) {
      if (bits <= dot.modulus_bits) return &dot;
    }
    return nullptr;
  });
  if (chosen == nullptr) reject_modulus(backend, bits);
  return {chosen, kernels};
}

AutomorphismChoice choose_automorphism(const Backend& backend, unsigned log_n) {
  return first_automorphism(
      backend, [=](const auto& kernels) { return kernels.evaluations != nullptr && kernels.lanes_log <= log_n; });
}

AutomorphismChoice choose_automorphism_of_coefficients(const Backend& backend) {
  return first_automorphism(backend, [](const auto& kernels) { return kernels.coefficients != nullptr; });
}

decltype(kernels::RnsFamily::balanced_digit) choose_balanced_digit(const Backend& backend) {
  const auto [chosen, kernel] = first_of_rows(backend, [](const auto& rows) { return rows.balanced_digit; });
  if (chosen == nullptr) throw std::logic_error("no backend has a kernel of balanced digits");
  return kernel;
}

WideNttChoice choose_wide_ntt(const Backend& backend, const WideModulusConstants& q, unsigned log_n) {
  for (const Backend* b = &backend; b != nullptr; b = b->weaker) {
    if (b->kernels->wide == nullptr) continue;
    for (const kernels::WideNttKernel& kernel : b->kernels->wide->ntt) {
      if (kernel.serves(q, log_n)) return {b, &kernel};
    }
  }
  reject_modulus(backend, q.bits);
}

void reject_modulus(const Backend& backend, unsigned bits) {
  throw std::logic_error(std::string("neither the backend \"").append(backend.name) +
                         "\" nor a weaker one has a kernel for a modulus of " + std::to_string(bits) + " bits");
}

}  // namespace ringlet::backends
