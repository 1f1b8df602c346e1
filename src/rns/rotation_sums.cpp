#include "rns/rotation_sums.hpp"

#include <algorithm>
#include <array>

namespace ringlet::rns {
namespace {

/// Length of a block, and products whose images of a block are kept: 4 x 2 x 8 KiB. More images leave the first levels
/// of the cache; shorter blocks waste more of what the kernel prefetches.
constexpr std::size_t most_in_block = 1024, images_at_once = 4;

/// Task of one target.
class TargetSums {
 public:
  using Pair = std::array<std::uint64_t*, 2>;

  TargetSums(const KeySwitchState& plan, const RotationTerms& terms, std::span<const RotatedCiphertext> in,
             std::size_t t, std::uint64_t* memory)
      : plan_(plan),
        terms_(terms),
        in_(in),
        t_(t),
        j_(plan.modulus_of(t, terms.level)),
        block_(std::min(plan.size(), most_in_block)),
        memory_(memory) {}

  [[nodiscard]] static std::size_t words(std::size_t n, std::size_t ciphertexts) {
    const std::size_t blocks = 2 * std::max(images_at_once, ciphertexts) + 3;
    return 2 * n * ciphertexts + blocks * std::min(n, most_in_block);
  }

  void run(std::span<const RnsSpan> sum_b, std::span<const RnsSpan> sum_a) const {
    std::fill_n(zeros(), block_, 0);
    for (std::size_t k = 0; k < in_.size(); ++k) raise(k);
    const std::size_t rotations = terms_.keys.size(), together = std::max<std::size_t>(1, images_at_once / in_.size());
    for (std::size_t begin = 0; begin < plan_.size(); begin += block_) {
      for (std::size_t first = 0; first < rotations; first += together) {
        const std::size_t end = std::min(rotations, first + together);
        // All ciphertexts use a block of a key while it is in a cache.
        for (std::size_t i = first; i < end; ++i) {
          for (std::size_t k = 0; k < in_.size(); ++k) rotate(i, k, begin, image((i - first) * in_.size() + k));
        }
        for (std::size_t s = 0; s < sum_b.size(); ++s) {
          add(s / in_.size(), s % in_.size(), first, end, {&sum_b[s][t_][begin], &sum_a[s][t_][begin]}, begin);
        }
      }
    }
  }

 private:
  [[nodiscard]] bool is_special() const { return t_ >= terms_.level; }
  /// Row of P c_0 or P c_1 of ciphertext k.
  [[nodiscard]] std::uint64_t* raised(std::size_t k, std::size_t of) const {
    return memory_ + (2 * k + of) * plan_.size();
  }
  [[nodiscard]] Pair pair_of_blocks(std::size_t i) const {
    std::uint64_t* const first = raised(in_.size(), 0) + 2 * i * block_;
    return {first, first + block_};
  }
  [[nodiscard]] Pair image(std::size_t i) const { return pair_of_blocks(i); }
  [[nodiscard]] Pair product() const { return pair_of_blocks(std::max(images_at_once, in_.size())); }
  [[nodiscard]] std::uint64_t* zeros() const { return product()[1] + block_; }

  /// Writes P c_0 and, if a rotation is the identity, P c_1.
  void raise(std::size_t k) const {
    const bool has_identity = std::ranges::find(terms_.keys, nullptr) != terms_.keys.end();
    for (const std::size_t of : {0U, 1U}) {
      if (is_special()) {
        std::fill_n(raised(k, of), plan_.size(), 0);
      } else if (of == 0 || has_identity) {
        const RnsView& c = of == 0 ? in_[k].c0 : in_[k].c1;
        plan_of(plan_.transform(j_))
            .eltwise()
            .axpy(raised(k, of), c[t_].data(), plan_.special_product(j_), nullptr, plan_.size());
      }
    }
  }

  /// Writes block `begin` of phi_i(P c_0 + sum_d D_d b_d) and phi_i(sum_d D_d a_d).
  void rotate(std::size_t i, std::size_t k, std::size_t begin, const Pair& out) const {
    const SwitchingKeyState* key = terms_.keys[i];
    if (key == nullptr) {
      for (const std::size_t of : {0U, 1U}) std::copy_n(raised(k, of) + begin, block_, out[of]);
      return;
    }
    if (!key->automorphism) return multiply(*key, k, begin, out);
    multiply(*key, k, key->automorphism->source_of_block(begin, block_), product());
    for (const std::size_t of : {0U, 1U}) {
      key->automorphism->block_of_evaluations(out[of], product()[of], begin, block_);
    }
  }

  /// Writes block `begin` of P c_0 + sum_d D_d b_d and sum_d D_d a_d.
  void multiply(const SwitchingKeyState& key, std::size_t k, std::size_t begin, const Pair& out) const {
    constexpr std::size_t terms_at_once = words::ModulusDot::terms_at_once;
    const RnsViews digits = in_[k].digits;
    const std::size_t at = begin / key.block() * key.step();
    const std::array<const std::uint64_t*, 2> c{raised(k, 0) + begin, zeros()}, before{out[0], out[1]};
    for (std::size_t first = 0; first < digits.size(); first += key.digits_at_once()) {
      const std::size_t count = std::min(key.digits_at_once(), digits.size() - first);
      std::array<const std::uint64_t*, terms_at_once> x;
      std::array<const std::uint64_t*, 2 * terms_at_once> y;
      for (std::size_t d = 0; d < count; ++d) {
        x[d] = &digits[first + d][t_][begin];
        y[d] = key.polynomial(first + d, 0, j_) + at;
        y[count + d] = key.polynomial(first + d, 1, j_) + at;
      }
      sum({x.data(), count}, y.data(), key.step(), first != 0 ? before.data() : is_special() ? nullptr : c.data(), out);
    }
  }

  /// Adds rotations [first, end) of ciphertext k to a block of sum g. The first rotations begin the sum.
  void add(std::size_t g, std::size_t k, std::size_t first, std::size_t end, const Pair& out, std::size_t begin) const {
    std::array<const std::uint64_t*, images_at_once> x;
    std::array<std::array<const std::uint64_t*, 2>, images_at_once> images;
    std::size_t count = 0;
    for (std::size_t i = first; i < end; ++i) {
      const RnsView& plaintext = terms_.plaintext(g, i);
      if (plaintext.rows() == 0) continue;
      // Special moduli have the last rows.
      x[count] = &plaintext[is_special() ? plaintext.rows() - plan_.targets(terms_.level) + t_ : t_][begin];
      const Pair from = image((i - first) * in_.size() + k);
      images[count++] = {from[0], from[1]};
    }
    if (count == 0) {
      if (first == 0) std::ranges::for_each(out, [&](std::uint64_t* row) { std::fill_n(row, block_, 0); });
      return;
    }
    std::array<const std::uint64_t*, 2 * images_at_once> y;
    for (std::size_t i = 0; i < count; ++i) {
      y[i] = images[i][0];
      y[count + i] = images[i][1];
    }
    const std::array<const std::uint64_t*, 2> before{out[0], out[1]};
    sum({x.data(), count}, y.data(), kernels::inner_product_block, first != 0 ? before.data() : nullptr, out);
  }

  /// Computes a block of two inner products.
  void sum(std::span<const std::uint64_t* const> x, const std::uint64_t* const* y, std::size_t step,
           const std::uint64_t* const* z, const Pair& out) const {
    plan_.dot(j_).inner_product({.x = x.data(),
                                 .y = y,
                                 .z = z,
                                 .step = step,
                                 .terms = x.size(),
                                 .out = out.data(),
                                 .outputs = 2,
                                 .count = block_,
                                 .modulus = nullptr});
  }

  const KeySwitchState& plan_;
  const RotationTerms& terms_;
  std::span<const RotatedCiphertext> in_;
  std::size_t t_, j_, block_;
  std::uint64_t* memory_;
};

}  // namespace

void sum_rotations(const KeySwitchState& plan, std::span<const RnsSpan> sum_b, std::span<const RnsSpan> sum_a,
                   const RotationTerms& terms, std::span<const RotatedCiphertext> in, Executor& executor) {
  const std::size_t targets = plan.targets(terms.level), words = TargetSums::words(plan.size(), in.size());
  const memory::MemoryPool::Loan memory(memory_of(plan.transforms()), places(executor, targets) * words);
  run_in_places(executor, targets, [&](std::size_t t, std::size_t place) {
    TargetSums(plan, terms, in, t, memory.get() + place * words).run(sum_b, sum_a);
  });
}

}  // namespace ringlet::rns
