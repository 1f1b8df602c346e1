#include "lab/measure/contender.hpp"

#include "lab/backends/lab_method.hpp"

namespace ringlet::lab {
namespace {

constexpr unsigned smallest_log_n = 8;

}  // namespace

std::vector<Contender> measured_contenders(unsigned bits) {
  std::vector<Contender> contenders;
  for (const Method& m : all_methods()) {
    if (!m.is_supported() || !m.transforms(bits, smallest_log_n)) continue;
    contenders.push_back({m, {std::string(m.backend), std::string(m.arithmetic), "measured", ""}});
  }
  return contenders;
}

std::vector<Contender> projected_contenders() {
  std::vector<Contender> contenders;
  for (const auto list :
       {projected_avx2_papers, projected_avx512_papers, projected_avx512_shoup, projected_avx512_rows}) {
    for (const LabMethod& m : list) {
      if (!m.method.is_supported()) continue;
      contenders.push_back({m.method, {m.base, std::string(m.method.arithmetic), "projected", m.features}});
    }
  }
  return contenders;
}

}  // namespace ringlet::lab
