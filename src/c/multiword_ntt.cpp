#include <string>
#include <utility>

#include "c/executor.hpp"
#include "c/multiword_support.hpp"
#include "checks/extension.hpp"
#include "multiword/root.hpp"
#include "ringlet/multiword_ntt.hpp"

namespace {

template <unsigned width>
using Plan = ringlet::Ntt<ringlet::UInt<width>>;
using Plans = std::variant<Plan<192>, Plan<256>, Plan<320>, Plan<384>, Plan<512>>;

}  // namespace

struct ringlet_multiword_ntt {
  explicit ringlet_multiword_ntt(Plans made)
      : plan(std::move(made)), description(std::visit([](const auto& p) { return p.describe(); }, plan)) {}

  Plans plan;
  std::string description;
};

namespace {

using namespace ringlet::c;
using ringlet::Modulus;
using ringlet::UInt;

/// Calls call(plan) with the plan in its own width, for arrays of n numbers.
template <class Call>
ringlet_status with_plan(const ringlet_multiword_ntt* ntt, std::size_t n, const Call& call) noexcept {
  return guarded([&] {
    const auto checked = [&](const auto& plan) {
      require_n(n, plan.size());
      call(plan);
    };
    std::visit(checked, deref("ntt", ntt).plan);
  });
}

/// Returns an argument for which null stands for the default.
template <unsigned width>
std::optional<UInt<width>> unless_null(const uint64_t* words) {
  return words == nullptr ? std::nullopt : std::optional(number<width>("", words));
}

}  // namespace

ringlet_status ringlet_multiword_ntt_create(ringlet_multiword_ntt** ntt, size_t n, const ringlet_multiword_modulus* q,
                                            ringlet_ring ring, const uint64_t* root, const uint64_t* coset,
                                            ringlet_order order) {
  return create("ntt", ntt, [=] {
    const auto make = [=]<unsigned width>(const Modulus<UInt<width>>& modulus) -> Plans {
      ringlet::NttOptions<UInt<width>> options{.ring = static_cast<ringlet::Ring>(ring),
                                               .order = static_cast<ringlet::Order>(order)};
      if (root != nullptr) {
        // Checked here, under its name in C.
        ringlet::checks::require_enumerator("ring", options.ring, ringlet::Ring::cyclic);
        ringlet::checks::require_points(n, 2, Plan<width>::max_size);
        const bool is_cyclic = ring == RINGLET_CYCLIC;
        const std::optional<UInt<width>> own = number<width>("root", root);
        (is_cyclic ? options.omega : options.psi) =
            ringlet::multiword::multiword_root("root", own, is_cyclic ? n : 2 * n, modulus);
      }
      if (coset != nullptr) options.coset = number<width>("coset", coset);
      return Plan<width>(n, modulus, options);
    };
    return std::visit(make, value(q));
  });
}

void ringlet_multiword_ntt_destroy(ringlet_multiword_ntt* ntt) { delete ntt; }

size_t ringlet_multiword_ntt_size(const ringlet_multiword_ntt* ntt) {
  return ntt == nullptr ? 0 : std::visit([](const auto& plan) { return plan.size(); }, ntt->plan);
}

unsigned ringlet_multiword_ntt_words(const ringlet_multiword_ntt* ntt) {
  if (ntt == nullptr) return 0;
  return std::visit([](const auto& plan) { return static_cast<unsigned>(std::size(plan.root().words)); }, ntt->plan);
}

const uint64_t* ringlet_multiword_ntt_modulus(const ringlet_multiword_ntt* ntt) {
  if (ntt == nullptr) return nullptr;
  return std::visit([](const auto& plan) { return &plan.modulus().value().words[0]; }, ntt->plan);
}

ringlet_ring ringlet_multiword_ntt_ring(const ringlet_multiword_ntt* ntt) {
  if (ntt == nullptr) return RINGLET_NEGACYCLIC;
  return static_cast<ringlet_ring>(std::visit([](const auto& plan) { return plan.ring(); }, ntt->plan));
}

ringlet_order ringlet_multiword_ntt_order(const ringlet_multiword_ntt* ntt) {
  if (ntt == nullptr) return RINGLET_BIT_REVERSED;
  return static_cast<ringlet_order>(std::visit([](const auto& plan) { return plan.order(); }, ntt->plan));
}

const uint64_t* ringlet_multiword_ntt_root(const ringlet_multiword_ntt* ntt) {
  return ntt == nullptr ? nullptr : std::visit([](const auto& plan) { return &plan.root().words[0]; }, ntt->plan);
}

const char* ringlet_multiword_ntt_describe(const ringlet_multiword_ntt* ntt) {
  return ntt == nullptr ? "" : ntt->description.c_str();
}

ringlet_status ringlet_multiword_ntt_forward(const ringlet_multiword_ntt* ntt, uint64_t* out, const uint64_t* in,
                                             size_t n, const ringlet_executor* executor) {
  return with_plan(ntt, n, [=]<unsigned width>(const Plan<width>& plan) {
    plan.forward(numbers<width>("out", out, n), numbers<width>("in", in, n), Threads(executor));
  });
}

ringlet_status ringlet_multiword_ntt_inverse(const ringlet_multiword_ntt* ntt, uint64_t* out, const uint64_t* in,
                                             size_t n, const ringlet_executor* executor) {
  return with_plan(ntt, n, [=]<unsigned width>(const Plan<width>& plan) {
    plan.inverse(numbers<width>("out", out, n), numbers<width>("in", in, n), Threads(executor));
  });
}

ringlet_status ringlet_multiword_ntt_multiply(const ringlet_multiword_ntt* ntt, uint64_t* out, const uint64_t* x,
                                              const uint64_t* y, size_t n, ringlet_form form,
                                              const ringlet_executor* executor) {
  return with_plan(ntt, n, [=]<unsigned width>(const Plan<width>& plan) {
    plan.multiply(numbers<width>("out", out, n), numbers<width>("x", x, n), numbers<width>("y", y, n),
                  static_cast<ringlet::Form>(form), Threads(executor));
  });
}

ringlet_status ringlet_multiword_ntt_evaluate(const ringlet_multiword_ntt* ntt, uint64_t* out, size_t n,
                                              const uint64_t* in, size_t count, const uint64_t* coset,
                                              const ringlet_executor* executor) {
  return with_plan(ntt, n, [=]<unsigned width>(const Plan<width>& plan) {
    plan.evaluate(numbers<width>("out", out, n), numbers<width>("in", in, count, "count"), unless_null<width>(coset),
                  Threads(executor));
  });
}

ringlet_status ringlet_multiword_ntt_interpolate(const ringlet_multiword_ntt* ntt, uint64_t* out, const uint64_t* in,
                                                 size_t n, const uint64_t* coset, const ringlet_executor* executor) {
  return with_plan(ntt, n, [=]<unsigned width>(const Plan<width>& plan) {
    plan.interpolate(numbers<width>("out", out, n), numbers<width>("in", in, n), unless_null<width>(coset),
                     Threads(executor));
  });
}

ringlet_status ringlet_multiword_ntt_extend(const ringlet_multiword_ntt* ntt, uint64_t* out, size_t count,
                                            const uint64_t* in, size_t n, const uint64_t* coset, const uint64_t* root,
                                            const ringlet_executor* executor) {
  return with_plan(ntt, n, [=]<unsigned width>(const Plan<width>& plan) {
    ringlet::checks::require_extended_size("count", count, n, plan.max_log_blowup);
    plan.extend(numbers<width>("out", out, count, "count"), numbers<width>("in", in, n), number<width>("coset", coset),
                unless_null<width>(root), Threads(executor));
  });
}

ringlet_status ringlet_multiword_ntt_extension_root(uint64_t* root, const ringlet_multiword_ntt* ntt,
                                                    unsigned log_blowup) {
  return guarded([=] {
    const auto find = [=]<unsigned width>(const Plan<width>& plan) {
      number<width>("root", root) = plan.extension_root(log_blowup);
    };
    std::visit(find, deref("ntt", ntt).plan);
  });
}
