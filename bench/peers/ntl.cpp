// NTL: zz_p and zz_pX. Its transforms are parts of its products.
#include <NTL/FFT.h>
#include <NTL/lzz_pX.h>
#include <NTL/version.h>

#include <algorithm>
#include <memory>

#include "peers/peers.hpp"

namespace bench {
namespace {

class NtlComputation : public Computation {
 public:
  explicit NtlComputation(const Parameters& parameters) : n_(static_cast<long>(parameters.n)) {
    // The modulus is its own FFT prime here: one transform modulo q in place of three and a CRT.
    NTL::zz_p::UserFFTInit(static_cast<long>(parameters.q));
    modulus_.save();
  }

  void select() const override { modulus_.restore(); }

  std::string description() const override { return "NTL " NTL_VERSION; }

 protected:
  using Elements = NTL::Vec<NTL::zz_p>;

  long n() const { return n_; }

  static void convert(Elements& out, std::span<const Word> in) {
    out.SetLength(static_cast<long>(in.size()));
    for (long i = 0; i < out.length(); ++i) out[i].LoopHole() = static_cast<long>(in[static_cast<std::size_t>(i)]);
  }

  static void convert(std::span<Word> out, const Elements& in) {
    for (long i = 0; i < in.length(); ++i) out[static_cast<std::size_t>(i)] = static_cast<Word>(NTL::rep(in[i]));
  }

 private:
  long n_;
  NTL::zz_pContext modulus_;
};

class ElementwiseProduct final : public NtlComputation {
 public:
  using NtlComputation::NtlComputation;

  void load(std::span<const Word> a, std::span<const Word> b) override {
    convert(a_, a);
    convert(b_, b);
    out_.SetLength(n());
  }

  void run() override {
    const long q = NTL::zz_p::modulus();
    const NTL::mulmod_t inverse = NTL::zz_p::ModulusInverse();
    for (long i = 0; i < n(); ++i) {
      out_[i].LoopHole() = NTL::MulMod(NTL::rep(a_[i]), NTL::rep(b_[i]), q, inverse);
    }
  }

  void store(std::span<Word> out) const override { convert(out, out_); }

 private:
  Elements a_, b_, out_;
};

/// The product of the polynomials, then X^n = -1.
class RingProduct final : public NtlComputation {
 public:
  using NtlComputation::NtlComputation;

  void load(std::span<const Word> a, std::span<const Word> b) override {
    convert(a_.rep, a);
    convert(b_.rep, b);
    a_.normalize();
    b_.normalize();
  }

  void run() override {
    NTL::mul(product_, a_, b_);
    NTL::trunc(low_, product_, n());
    NTL::RightShift(high_, product_, n());
    NTL::sub(out_, low_, high_);
  }

  void store(std::span<Word> out) const override {
    std::ranges::fill(out, Word{0});
    convert(out, out_.rep);
  }

 private:
  NTL::zz_pX a_, b_, product_, low_, high_, out_;
};

std::unique_ptr<Computation> make(Operation operation, const Parameters& parameters) {
  long root = 0;
  if (parameters.q >= NTL_SP_BOUND || NTL::IsFFTPrime(static_cast<long>(parameters.q), root) == 0) return nullptr;
  return make_computation<NotOffered, NotOffered, ElementwiseProduct, RingProduct>(operation, parameters);
}

}  // namespace

Contender ntl() { return {.name = "ntl", .make = make}; }

}  // namespace bench
