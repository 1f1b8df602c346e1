// Backends and methods for a test program that runs on all of them: the emulated instruction sets instead of the
// library's own.
#include <deque>
#include <vector>

#include "backends/registry.hpp"
#include "lab/backends/lab_method.hpp"
#include "lab/methods/method_backend.hpp"
#include "word128/tested_methods.hpp"

namespace ringlet::backends {

/// Returns the scalar backend, and those with kernels that plans may choose; the scalar one provides missing kernels.
std::span<const Backend> all() {
  static const std::vector<Backend> list = [] {
    static EltwiseIndex index;
    static const Backend scalar{"scalar", [](const cpu::Features&) { return true; }, &scalar_kernels, &index};
    static std::deque<lab::MethodBackend> emulated;
    std::vector<Backend> backends{scalar};
    for (const auto methods : {lab::emulated_avx512_shoup, lab::emulated_avx512_rows}) {
      for (const lab::LabMethod& m : methods) {
        backends.push_back(emulated.emplace_back(m.method, scalar).backend());
      }
    }
    return backends;
  }();
  return list;
}

}  // namespace ringlet::backends

namespace ringlet_test {
namespace {

template <class... Lists>
std::vector<Method> methods_of(const Lists&... lists) {
  std::vector<Method> methods;
  for (const auto list : {lists...}) {
    for (const ringlet::lab::LabMethod& m : list) methods.push_back(m.method);
  }
  return methods;
}

std::vector<Method> papers() {
  return methods_of(ringlet::lab::emulated_avx2_papers, ringlet::lab::emulated_avx512_papers);
}
std::vector<Method> others() {
  return methods_of(ringlet::lab::emulated_avx512_shoup, ringlet::lab::emulated_avx512_rows);
}

constexpr unsigned papers_sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
constexpr unsigned slow_papers_sizes[] = {14, 15, 16, 17};

}  // namespace

std::vector<Method> tested_methods() {
  std::vector<Method> methods = papers();
  for (const Method& m : others()) methods.push_back(m);
  return methods;
}

std::vector<MethodCase> tested_transforms() {
  std::vector<MethodCase> cases = cases_of(papers(), papers_sizes);
  for (const MethodCase& c : cases_of(others(), method_sizes)) cases.push_back(c);
  return cases;
}

std::vector<MethodCase> slow_tested_transforms() { return cases_of(tested_methods(), slow_method_sizes); }

std::vector<MethodCase> slow_papers_transforms() { return cases_of(papers(), slow_papers_sizes); }

}  // namespace ringlet_test
