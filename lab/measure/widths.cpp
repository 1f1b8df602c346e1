#include <algorithm>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "lab/measure/experiments.hpp"
#include "lab/measure/line.hpp"
#include "ringlet/ringlet.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"
#include "support/words.hpp"

namespace ringlet::lab {
namespace {

/// Times cyclic transforms on each backend. All give the same results, and the inverses give the input.
template <class Word>
void measure(unsigned log_n, unsigned bits, const Word& q, bool quick) {
  memory::AlignedWords<Word> in(std::size_t{1} << log_n), out(in.size()), expected;
  const bench::Words words = bench::random_numbers(in.size(), sizeof(Word) / 8, bits - 1, log_n);
  std::memcpy(in.data(), words.data(), words.size() * sizeof(words[0]));
  std::vector<std::string> backends = bench::supported_backends();
  std::erase_if(backends, [](const std::string& name) { return name != "scalar" && name != "avx512ifma"; });
  std::vector<Subject> subjects;
  std::vector<bench::Timed> runs;
  for (const std::string& backend : backends) {
    backend::force(backend);
    const Ntt<Word> ntt(in.size(), Modulus(q), NttOptions<Word>{.ring = Ring::cyclic, .order = Order::natural});
    ntt.forward(out, in);
    if (expected.empty()) expected = out;
    const bool is_same = out == expected;
    ntt.inverse(out, out);
    if (!is_same || out != in) throw std::runtime_error("WRONG RESULT: " + ntt.describe());
    subjects.push_back({backend, ntt.describe(), "measured"});
    runs.push_back({[&, ntt] { ntt.forward(out, in); }});
  }
  const int calls = quick ? 1 : std::max(1, 16384 >> log_n);
  const auto times = bench::interleaved_times(runs, quick ? 3 : 21, calls, bench::TimeOf::thread);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    print_line({"widths", subjects[i], "ntt_forward", bits, log_n, "contiguous", "ns/butterfly"},
               each_of(times[i], static_cast<double>(in.size()) / 2 * log_n));
  }
}

template <unsigned width>
void measure_multiword(unsigned log_n, unsigned bits, bool quick) {
  measure(log_n, bits, ntt_primes<UInt<width>>(1, bits, std::size_t{1} << log_n).front(), quick);
}

}  // namespace

void widths(bool quick) {
  for (unsigned log_n = 10; log_n <= (quick ? 14 : 18); log_n += 2) {
    measure(log_n, 124, ntt_primes<uint128_t>(1, 124, std::size_t{1} << log_n).front(), quick);
    measure_multiword<192>(log_n, 188, quick);
    measure_multiword<256>(log_n, 254, quick);
    measure_multiword<384>(log_n, 381, quick);
    measure_multiword<512>(log_n, 509, quick);
    std::cerr << "2^" << log_n << " points: five widths verified and timed" << std::endl;
  }
  backend::unforce();
}

}  // namespace ringlet::lab
