// What the tables of the backends say: the name of an arithmetic, which a plan's description shows, stands for one
// format of twiddles.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "backends/registry.hpp"

namespace {

using ringlet::backends::Backend;

template <class Word>
void expect_one_format_for_each_name(const Backend& backend) {
  std::map<std::string, ringlet::kernels::TwiddleFormat> formats;
  for (const auto list : {backend.kernels->ntt_of<Word>(), backend.kernels->named_ntt_of<Word>()}) {
    for (const auto& kernel : list) {
      const auto& first = *formats.emplace(kernel.arithmetic, kernel.format).first;
      EXPECT_EQ(first.second, kernel.format) << backend.name << " / " << kernel.arithmetic;
    }
  }
}

TEST(KernelTable, GivesOneNameToOneFormatOfTwiddles) {
  for (const Backend& backend : ringlet::backends::all()) {
    expect_one_format_for_each_name<std::uint64_t>(backend);
    expect_one_format_for_each_name<ringlet::uint128_t>(backend);
  }
}

}  // namespace
