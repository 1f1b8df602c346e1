#include "lab/methods/method.hpp"

#include <algorithm>
#include <stdexcept>

#include "arith/word_arithmetic.hpp"
#include "lab/methods/method_backend.hpp"
#include "lab/methods/papers.hpp"
#include "lab/methods/pease_plan.hpp"
#include "words/ntt_plan.hpp"

namespace ringlet::lab {
namespace {

using kernels::EltwiseKernels128;

template <class Kernel>
const Kernel* first_that_serves(std::span<const Kernel> kernels, uint128_t q, unsigned log_n) {
  const auto found = std::ranges::find_if(kernels, [=](const Kernel& k) { return k.serves(q, log_n); });
  return found == kernels.end() ? nullptr : &*found;
}

/// Plan of the library on a backend with only this method; the weakest backend provides the kernels that are missing.
class LibraryTransform : public Transform {
 public:
  LibraryTransform(const Method& method, unsigned log_n, uint128_t q, Ring ring, uint128_t root)
      : backend_(method, backends::all().front()), plan_(log_n, q, ring, root, backend_.backend()) {}

  void forward(uint128_t* out, const uint128_t* in, unsigned input_factor) const override {
    plan_.forward(out, in, input_factor, 1);
  }
  void inverse(uint128_t* out, const uint128_t* in, unsigned input_factor) const override {
    plan_.inverse(out, in, input_factor, 1);
  }
  void multiply(uint128_t* out, const uint128_t* x, const uint128_t* y) const override { plan_.multiply(out, x, y); }

 private:
  MethodBackend backend_;
  words::NttPlan<uint128_t> plan_;
};

/// Returns the kernels named `arithmetic`, which are contiguous.
template <class Kernel>
std::span<const Kernel> of_arithmetic(std::span<const Kernel> kernels, std::string_view arithmetic) {
  const auto same = [=](const Kernel& k) { return arithmetic == k.arithmetic; };
  const auto first = std::ranges::find_if(kernels, same);
  return {first, std::find_if_not(first, kernels.end(), same)};
}

struct PapersOfBackend {
  std::string_view backend;
  const PapersMethods& methods;
};
constexpr PapersOfBackend papers[] = {{"scalar", papers_scalar}, {"avx2", papers_avx2}, {"avx512dq", papers_avx512dq}};

}  // namespace

std::string Method::name() const { return std::string(backend).append(" / ").append(arithmetic); }

bool Method::is_supported() const { return supported(cpu::detect(cpu::this_cpu())); }

bool Method::transforms(uint128_t q, unsigned log_n) const {
  return first_that_serves(ntt, q, log_n) != nullptr || first_that_serves(pease, q, log_n) != nullptr;
}

std::unique_ptr<Transform> make_transform(const Method& method, unsigned log_n, uint128_t q, Ring ring,
                                          uint128_t root) {
  if (!method.transforms(q, log_n)) {
    throw std::invalid_argument(method.name() + " has no transform of 2^" + std::to_string(log_n) +
                                " points modulo a prime of " + std::to_string(arith::bit_width(q)) + " bits");
  }
  const PeaseKernel* kernel = first_that_serves(method.pease, q, log_n);
  if (kernel == nullptr) return std::make_unique<LibraryTransform>(method, log_n, q, ring, root);
  const auto product = method.find(q, &EltwiseKernels128::mul)->mul;
  return std::make_unique<PeasePlan>(*kernel, product, log_n, q, ring, root);
}

std::vector<Method> library_methods(const backends::Backend& backend) {
  std::vector<Method> methods;
  for (const auto* family : backend.kernels->of<kernels::WordKernels<uint128_t>>()) {
    const auto add = [&](const auto& kernels) {
      for (const auto& k : kernels) {
        if (std::ranges::find(methods, k.arithmetic, &Method::arithmetic) != methods.end()) continue;
        methods.push_back({.backend = backend.name,
                           .arithmetic = k.arithmetic,
                           .supported = backend.supported,
                           .ntt = of_arithmetic(family->ntt, k.arithmetic),
                           .eltwise = of_arithmetic(family->eltwise, k.arithmetic)});
      }
    };
    add(family->ntt);
    add(family->eltwise);
  }
  return methods;
}

std::vector<Method> all_methods() {
  std::vector<Method> all;
  for (const backends::Backend& backend : backends::all()) {
    for (Method& method : library_methods(backend)) all.push_back(std::move(method));
    for (const PapersOfBackend& of : papers) {
      if (of.backend != backend.name) continue;
      for (Method method : of.methods) {
        method.backend = backend.name;
        method.supported = backend.supported;
        all.push_back(method);
      }
    }
  }
  return all;
}

}  // namespace ringlet::lab
