#include "lab/measure/contender.hpp"

#include "double_words/methods.hpp"
#include "lab/backends/lab_backend.hpp"

namespace ringlet::lab {
namespace {

constexpr unsigned smallest_log_n = 8;

}  // namespace

bool Contender::serves(unsigned bits, unsigned log_n) const {
  return backends::find_ntt_if_any<uint128_t>(*backend, subject.method, bits, log_n) != nullptr;
}

std::vector<Contender> measured_contenders(unsigned bits) {
  const auto methods =
      bench::double_words::find_methods([](const auto& family) { return family.ntt; },
                                        [=](const auto& kernel) { return kernel.serves(bits, smallest_log_n); });
  std::vector<Contender> contenders;
  for (const bench::double_words::Method& method : methods) {
    contenders.push_back({method.backend, {std::string(method.backend->name), method.arithmetic, "measured", ""}});
  }
  return contenders;
}

std::vector<Contender> projected_contenders() {
  std::vector<Contender> contenders;
  for (const auto list :
       {projected_avx2_papers, projected_avx512_papers, projected_avx512_shoup, projected_avx512_rows}) {
    for (const LabBackend& b : list) {
      if (!backends::is_supported(b.backend)) continue;
      contenders.push_back({&b.backend, {b.base, b.method, "projected", b.features}});
    }
  }
  return contenders;
}

}  // namespace ringlet::lab
