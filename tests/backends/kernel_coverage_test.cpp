// Compares the kernel that serves each operation on each backend, by length of the modulus, with
// tests/backends/kernel_coverage.txt, so that no operation falls through to a weaker backend unnoticed. There, a line
// of a weaker backend has a reason after " -- ". When tables change on purpose, RINGLET_UPDATE_KERNEL_COVERAGE=1 in the
// environment makes this test rewrite the list; lines that then lack a reason fail it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arith/word_traits.hpp"
#include "backends/eltwise_tables.hpp"
#include "backends/registry.hpp"
#include "ringlet/modulus.hpp"

namespace {

using ringlet::arith::Words;
using ringlet::arith::WordTraits;
using ringlet::backends::Backend;
using ringlet::kernels::BasicEltwiseKernels;

const std::string reason_mark = " -- ";

/// Lines of the list, and whether a weaker backend serves the operation.
using Coverage = std::map<std::string, bool>;

template <class Word>
Word greatest_modulus(unsigned bits) {
  return (Word{1} << (bits - 1)) - 1 + (Word{1} << (bits - 1));
}
ringlet::MultiwordModulusConstants greatest_modulus(unsigned words, unsigned bits) {
  ringlet::MultiwordModulusConstants q{};
  q.words = words;
  q.bits = bits;
  for (unsigned bit = 0; bit < bits; ++bit) q.q[bit / 64] |= std::uint64_t{1} << (bit % 64);
  return q;
}

/// Adds a line for each range of lengths that one kernel serves. who(bits) returns its backend and name for the
/// greatest modulus of that length.
template <class Word, class Who>
void add_ranges(Coverage& coverage, const Backend& backend, const std::string& operation, Who who,
                unsigned max_bits = ringlet::Modulus<Word>::max_bits, unsigned min_bits = 2) {
  for (unsigned first = min_bits, last = first; first <= max_bits; first = last + 1) {
    const auto [provider, arithmetic] = who(first);
    for (last = first; last < max_bits && who(last + 1) == who(first);) ++last;
    const std::string lengths =
        last == max_bits ? "from " + std::to_string(first) : std::to_string(first) + " to " + std::to_string(last);
    const std::string line = std::string(backend.name) + ", " + operation + ", " + lengths +
                             " bits: " + std::string(provider->name) + " / " + arithmetic;
    coverage[line] = provider != &backend;
  }
}

template <class Kernels, class Operation>
void add_operation(Coverage& coverage, const Backend& backend, const std::string& arrays, const std::string& name,
                   Operation Kernels::* operation) {
  using Word = typename Kernels::WordType;
  const auto who = [&](unsigned bits) {
    // The greatest modulus of a length may be a special prime, such as 2^31 - 1, with a kernel of its own.
    const auto choice = ringlet::backends::choose_eltwise(backend, greatest_modulus<Word>(bits) - 1, operation);
    return std::pair(choice.backend, std::string(choice.kernel->arithmetic));
  };
  add_ranges<Word>(coverage, backend, arrays + ", " + name, who, ringlet_test::max_bits_of<Word>(name));
}

template <class Kernels>
void add_eltwise(Coverage& coverage, const Backend& backend, const std::string& arrays) {
  Kernels::for_each_operation([&](auto operation, const char* name) {
    add_operation<Kernels>(coverage, backend, arrays, name, operation.value);
  });
}

/// Adds one line for consecutive sizes n = 2^log_n with the same kernels.
/// lines_of(log_n, name) returns the lines of a size.
template <class LinesOf>
void add_sizes(Coverage& coverage, unsigned largest, LinesOf lines_of) {
  for (unsigned first = 1, last = 1; first <= largest; first = last + 1) {
    for (last = first; last < largest && lines_of(last + 1, "") == lines_of(first, "");) ++last;
    coverage.merge(lines_of(first, "transforms of 2^" + std::to_string(first) + " to 2^" + std::to_string(last)));
  }
}

template <class Word>
void add_transforms(Coverage& coverage, const Backend& backend, const std::string& arrays) {
  add_sizes(coverage, WordTraits<Word>::max_log_n, [&](unsigned log_n, const std::string& name) {
    Coverage lines;
    add_ranges<Word>(lines, backend, arrays + ", " + name, [&](unsigned bits) {
      const auto choice = ringlet::backends::choose_ntt<Word>(backend, greatest_modulus<Word>(bits), log_n);
      return std::pair(choice.backend, std::string(choice.kernel->arithmetic));
    });
    return lines;
  });
}

void add_dot_products(Coverage& coverage, const Backend& backend) {
  const auto who = [&](unsigned bits) {
    const auto choice = ringlet::backends::choose_dot(backend, greatest_modulus<std::uint64_t>(bits));
    return std::pair(choice.backend, std::string(choice.kernel->arithmetic));
  };
  add_ranges<std::uint64_t>(coverage, backend, "words, dot products", who, WordTraits<std::uint64_t>::max_rns_bits);
}

/// Reconstructions are modulo primes of 50 bits.
void add_reconstruction(Coverage& coverage, const Backend& backend) {
  const auto who = [&](unsigned) {
    const auto choice = ringlet::backends::choose_reconstruction(backend);
    return std::pair(choice.backend, std::string(choice.kernel->arithmetic));
  };
  add_ranges<std::uint64_t>(coverage, backend, "words, reconstruction", who, 50, 50);
}

/// Multiword moduli begin at 125 bits.
void add_multiword(Coverage& coverage, const Backend& backend) {
  using Kernels = ringlet::kernels::MultiwordEltwiseKernels;
  for (const unsigned words : {3U, 4U, 5U, 6U, 8U}) {
    Kernels::for_each_operation([&](auto operation, const char* name) {
      const auto who = [&](unsigned bits) {
        const auto choice =
            ringlet::backends::choose_multiword(backend, greatest_modulus(words, bits), operation.value);
        return std::pair(choice.backend, std::string(choice.kernel->arithmetic));
      };
      const std::string arrays = std::to_string(words) + " words, ";
      add_ranges<std::uint64_t>(coverage, backend, arrays + name, who, 64 * words - 1, 125);
    });
  }
}

void add_multiword_transforms(Coverage& coverage, const Backend& backend) {
  for (const unsigned words : {3U, 4U, 5U, 6U, 8U}) {
    add_sizes(coverage, 26, [&](unsigned log_n, const std::string& name) {
      const auto who = [&](unsigned bits) {
        const auto choice = ringlet::backends::choose_multiword_ntt(backend, greatest_modulus(words, bits), log_n);
        return std::pair(choice.backend, std::string(choice.kernel->arithmetic));
      };
      Coverage lines;
      const std::string arrays = std::to_string(words) + " words, ";
      add_ranges<std::uint64_t>(lines, backend, arrays + name, who, 64 * words - 1, 125);
      return lines;
    });
  }
}

Coverage coverage_of_tables() {
  Coverage coverage;
  for (const Backend& backend : ringlet::backends::all()) {
    Words::for_each([&]<class Word>() {
      const std::string name = WordTraits<Word>::plural;
      add_transforms<Word>(coverage, backend, name);
      add_eltwise<BasicEltwiseKernels<Word>>(coverage, backend, name);
    });
    add_dot_products(coverage, backend);
    add_reconstruction(coverage, backend);
    add_multiword(coverage, backend);
    add_multiword_transforms(coverage, backend);
  }
  return coverage;
}

/// Backend, arrays and operation of a line, and the rest of it.
using Fields = std::array<std::string, 4>;
const std::string alternative = " | ";

std::vector<std::string> split(const std::string& text, const std::string& by, std::size_t most = SIZE_MAX) {
  std::vector<std::string> parts{""};
  for (std::size_t at = 0; at < text.size();) {
    const bool ends = parts.size() < most && text.compare(at, by.size(), by) == 0;
    if (ends) parts.emplace_back();
    if (!ends) parts.back() += text[at];
    at += ends ? by.size() : 1;
  }
  return parts;
}

/// Joins lines that differ in one field only.
std::set<Fields> joined(const std::set<Fields>& lines, std::size_t index) {
  std::map<Fields, std::string> all;
  for (Fields line : lines) {
    const std::string own = std::exchange(line[index], "");
    std::string& alternatives = all[line];
    alternatives += (alternatives.empty() ? "" : alternative) + own;
  }
  std::set<Fields> result;
  for (const auto& [line, alternatives] : all) {
    Fields whole = line;
    whole[index] = alternatives;
    result.insert(whole);
  }
  return result;
}

/// Heading of the list, and each line, for one kind of arrays and one operation, with its reason, which may be empty.
struct List {
  std::string heading;
  std::map<std::string, std::string> reasons;
};

List read_list() {
  std::ifstream file(RINGLET_KERNEL_COVERAGE);
  EXPECT_TRUE(file.is_open()) << RINGLET_KERNEL_COVERAGE;
  List list;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) list.heading += line + '\n';
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string> with_reason = split(line, reason_mark, 2), fields = split(with_reason[0], ", ", 4);
    for (const std::string& arrays : split(fields[1], alternative)) {
      for (const std::string& operation : split(fields[2], alternative)) {
        list.reasons[fields[0] + ", " + arrays + ", " + operation + ", " + fields[3]] =
            with_reason.size() == 1 ? "" : with_reason[1];
      }
    }
  }
  return list;
}

/// Returns whether a line is about a backend that this library lacks because it was built for another kind of CPU.
bool is_of_another_cpu(const std::string& line) {
  return std::ranges::none_of(ringlet::backends::all(), [&](const Backend& backend) {
    return line.starts_with(std::string(backend.name) + ",");
  });
}

/// Writes the list of these tables, with the reasons of its present lines.
void update_list(const Coverage& tables) {
  List list = read_list();
  std::map<std::string, std::string> reasons;
  for (const auto& [line, reason] : list.reasons) {
    if (is_of_another_cpu(line)) reasons[line] = reason.empty() ? "" : reason_mark + reason;
  }
  for (const auto& [line, needs_reason] : tables) reasons[line] = needs_reason ? reason_mark + list.reasons[line] : "";
  std::set<Fields> lines;
  for (const auto& [line, reason] : reasons) {
    const std::vector<std::string> fields = split(line + reason, ", ", 4);
    lines.insert({fields[0], fields[1], fields[2], fields[3]});
  }
  std::ofstream file(RINGLET_KERNEL_COVERAGE);
  file << list.heading;
  for (const auto& [backend, arrays, operations, rest] : joined(joined(lines, 2), 1)) {
    file << backend << ", " << arrays << ", " << operations << ", " << rest << '\n';
  }
}

TEST(KernelCoverage, IsWhatTheListSays) {
  const Coverage tables = coverage_of_tables();
  if (std::getenv("RINGLET_UPDATE_KERNEL_COVERAGE") != nullptr) update_list(tables);
  const auto reasons = read_list().reasons;
  for (const auto& [line, needs_reason] : tables) {
    const auto listed = reasons.find(line);
    EXPECT_TRUE(listed != reasons.end()) << "the list lacks: " << line << (needs_reason ? reason_mark + "(why?)" : "");
    if (listed != reasons.end()) {
      EXPECT_EQ(!listed->second.empty(), needs_reason)
          << (needs_reason ? "a weaker backend serves without a reason: " : "needs no reason: ") << line;
    }
  }
  for (const auto& [line, reason] : reasons) {
    EXPECT_TRUE(tables.contains(line) || is_of_another_cpu(line)) << "no longer true: " << line;
  }
}

}  // namespace
