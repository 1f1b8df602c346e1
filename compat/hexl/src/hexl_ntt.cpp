#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "hexl/ntt/ntt.hpp"
#include "hexl/number-theory/number-theory.hpp"
#include "hexl_backend.hpp"
#include "hexl_modulus.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/number_theory.hpp"

namespace intel::hexl {
namespace {

using Words = AlignedVector64<std::uint64_t>;

/// Returns floor(value 2^shift / q) for each value.
Words quotients(const Words& values, unsigned shift, std::uint64_t q) {
  Words result(values.get_allocator());
  result.reserve(values.size());
  for (const std::uint64_t value : values) result.push_back(MultiplyFactor(value, shift, q).BarrettFactor());
  return result;
}

/// Returns the powers of root, with root^i at the bit reversal of i.
Words bit_reversed_powers(std::uint64_t n, std::uint64_t root, std::uint64_t q,
                          const Words::allocator_type& allocator) {
  const auto log_n = static_cast<unsigned>(std::countr_zero(n));
  const ringlet::Modulus modulus(q);
  const ringlet::ShoupOperand factor(root, modulus);
  Words powers(n, 0, allocator);
  std::uint64_t power = 1;
  for (std::uint64_t i = 0; i < n; ++i) {
    powers[ReverseBits(i, log_n)] = power;
    power = ringlet::mul_mod(power, factor, modulus);
  }
  return powers;
}

/// Returns the powers in the order in which Intel HEXL's vector kernels read them.
Words with_repetitions(const Words& powers) {
  const std::size_t n = powers.size();
  Words result(powers.get_allocator());
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t count = i >= n / 2 ? 1 : i >= n / 4 ? 2 : i >= n / 8 ? 4 : 1;
    result.insert(result.end(), count, powers[i]);
  }
  return result;
}

/// Returns the first power, 1, then the powers of each stage, from the last stage, half of all, to the first, one
/// power.
Words stages_reversed(const Words& powers) {
  Words result(powers.get_allocator());
  result.reserve(powers.size());
  result.push_back(powers[0]);
  for (std::size_t stage = powers.size() / 2; stage > 0; stage /= 2) {
    result.insert(result.end(), &powers[stage], &powers[stage] + stage);
  }
  return result;
}

/// Makes glibc's heap behave as it does after Intel HEXL's constructor. glibc returns free memory to the system above a
/// limit, which grows to twice the largest block that it has mapped and unmapped (mallopt(3), M_MMAP_THRESHOLD). HEXL
/// frees temporaries of the transform's size. Ringlet's temporaries are smaller: with them alone, vectors that a client
/// allocates in each call, as in OpenFHE's decryption, would cause page faults every time. This block is larger than
/// the dozen vectors of that decryption together, and is never touched. It costs two system calls if it raises the
/// limit, and nothing afterwards.
void keep_vectors_of_clients(std::uint64_t degree) {
  constexpr std::uint64_t vectors = 16, most = std::uint64_t{1} << 24;
  ::operator delete(::operator new(std::min(vectors * degree * sizeof(std::uint64_t), most)));
}

/// Tables that the getters return.
struct Tables {
  Tables(std::uint64_t n, std::uint64_t root, std::uint64_t q, const Words::allocator_type& allocator)
      : powers(bit_reversed_powers(n, root, q, allocator)),
        powers32(quotients(powers, 32, q)),
        powers64(quotients(powers, 64, q)),
        repeated(with_repetitions(powers)),
        repeated32(quotients(repeated, 32, q)),
        repeated52(quotients(repeated, 52, q)),
        repeated64(quotients(repeated, 64, q)),
        inverse(stages_reversed(bit_reversed_powers(n, InverseMod(root, q), q, allocator))),
        inverse32(quotients(inverse, 32, q)),
        inverse52(quotients(inverse, 52, q)),
        inverse64(quotients(inverse, 64, q)) {}

  Words powers, powers32, powers64;
  Words repeated, repeated32, repeated52, repeated64;
  Words inverse, inverse32, inverse52, inverse64;
};

}  // namespace

// Initialised before static objects of a user, which may allocate from it.
[[gnu::init_priority(101)]] AllocatorStrategyPtr mallocStrategy = std::make_shared<MallocStrategy>();

class [[gnu::visibility("hidden")]] NTT::Impl {
 public:
  Impl(std::uint64_t degree, std::uint64_t q, std::optional<std::uint64_t> root,
       std::shared_ptr<AllocatorBase> allocator)
      : degree_(degree), q_(q), allocator_(std::move(allocator)) {
    if (!CheckArguments(degree, q)) {
      throw std::invalid_argument("degree N is " + std::to_string(degree) + ", modulus q is " + std::to_string(q) +
                                  ", but N must be a power of two up to 2^20 and q < 2^62 a prime, 1 modulo 2N");
    }
    keep_vectors_of_clients(degree);
    if (degree > 1) {
      transform_.emplace(degree, ringlet::Modulus{q}, ringlet::NttOptions<std::uint64_t>{.psi = root});
    } else if (root && *root != q - 1) {
      throw std::invalid_argument("root_of_unity is " + std::to_string(*root) + ", but for N = 1 it must be q - 1");
    }
    // With a caller's allocator, only constructors and destructors may call it, so all tables are made here.
    if (allocator_) static_cast<void>(tables());
  }

  void forward(std::uint64_t* out, const std::uint64_t* in, unsigned input_factor, unsigned output_factor) const {
    if (!transform_) return reduce_one(out, in);
    transform_->forward(std::span(out, degree_), std::span(in, degree_),
                        {.input_factor = input_factor, .output_factor = output_factor});
  }

  void inverse(std::uint64_t* out, const std::uint64_t* in, unsigned input_factor, unsigned output_factor) const {
    if (!transform_) return reduce_one(out, in);
    transform_->inverse(std::span(out, degree_), std::span(in, degree_),
                        {.input_factor = input_factor, .output_factor = output_factor});
  }

  [[nodiscard]] std::uint64_t degree() const { return degree_; }
  [[nodiscard]] std::uint64_t modulus() const { return q_; }
  [[nodiscard]] std::uint64_t root() const { return transform_ ? transform_->root() : q_ - 1; }

  /// Returns the tables. They are made on first use, once for all copies, since most users never ask for them; with a
  /// caller's allocator the constructor makes them.
  const Tables& tables() const {
    std::call_once(tables_made_, [this] {
      const AllocatorStrategyPtr strategy = allocator_ ? allocator_ : std::make_shared<MallocStrategy>();
      tables_.emplace(degree_, root(), q_, Words::allocator_type(strategy));
    });
    return *tables_;
  }

 private:
  /// Transforms a single number, which is only reduced.
  void reduce_one(std::uint64_t* out, const std::uint64_t* in) const { *out = *in % q_; }

  std::uint64_t degree_;
  std::uint64_t q_;
  std::shared_ptr<AllocatorBase> allocator_;
  std::optional<ringlet::Ntt<std::uint64_t>> transform_;
  mutable std::once_flag tables_made_;
  mutable std::optional<Tables> tables_;
};

// C++11 and C++14 require definitions for references to these constants.
const std::size_t NTT::s_default_shift_bits;
const std::size_t NTT::s_ifma_shift_bits;
const std::size_t NTT::s_max_fwd_32_modulus;
const std::size_t NTT::s_max_inv_32_modulus;
const std::size_t NTT::s_max_fwd_ifma_modulus;
const std::size_t NTT::s_max_inv_ifma_modulus;
const std::size_t NTT::s_max_inv_dq_modulus;

NTT::NTT(uint64_t degree, uint64_t q, std::shared_ptr<AllocatorBase> alloc_ptr) {
  apply_environment();
  m_impl = std::make_shared<const Impl>(degree, q, std::nullopt, std::move(alloc_ptr));
}

NTT::NTT(uint64_t degree, uint64_t q, uint64_t root_of_unity, std::shared_ptr<AllocatorBase> alloc_ptr) {
  apply_environment();
  m_impl = std::make_shared<const Impl>(degree, q, root_of_unity, std::move(alloc_ptr));
}

bool NTT::CheckArguments(uint64_t degree, uint64_t modulus) {
  return std::has_single_bit(degree) && degree <= std::uint64_t{1} << MaxDegreeBits() &&
         modulus >> MaxModulusBits() == 0 && modulus % (2 * degree) == 1 && ringlet::is_prime(modulus);
}

[[gnu::visibility("hidden")]] const NTT::Impl& NTT::impl() const {
  if (m_impl == nullptr) throw std::logic_error("this NTT is empty: it was default-constructed or moved from");
  return *m_impl;
}

void NTT::ComputeForward(uint64_t* result, const uint64_t* operand, uint64_t input_mod_factor,
                         uint64_t output_mod_factor) {
  impl().forward(result, operand, validated_factor<1, 2, 4>("input_mod_factor", input_mod_factor),
                 validated_factor<1, 4>("output_mod_factor", output_mod_factor));
}

void NTT::ComputeInverse(uint64_t* result, const uint64_t* operand, uint64_t input_mod_factor,
                         uint64_t output_mod_factor) {
  impl().inverse(result, operand, validated_factor<1, 2>("input_mod_factor", input_mod_factor),
                 validated_factor<1, 2>("output_mod_factor", output_mod_factor));
}

uint64_t NTT::GetMinimalRootOfUnity() const { return impl().root(); }
uint64_t NTT::GetDegree() const { return impl().degree(); }
uint64_t NTT::GetModulus() const { return impl().modulus(); }

const Words& NTT::GetRootOfUnityPowers() const { return impl().tables().powers; }
const Words& NTT::GetPrecon32RootOfUnityPowers() const { return impl().tables().powers32; }
const Words& NTT::GetPrecon64RootOfUnityPowers() const { return impl().tables().powers64; }
const Words& NTT::GetAVX512RootOfUnityPowers() const { return impl().tables().repeated; }
const Words& NTT::GetAVX512Precon32RootOfUnityPowers() const { return impl().tables().repeated32; }
const Words& NTT::GetAVX512Precon52RootOfUnityPowers() const { return impl().tables().repeated52; }
const Words& NTT::GetAVX512Precon64RootOfUnityPowers() const { return impl().tables().repeated64; }
const Words& NTT::GetInvRootOfUnityPowers() const { return impl().tables().inverse; }
const Words& NTT::GetPrecon32InvRootOfUnityPowers() const { return impl().tables().inverse32; }
const Words& NTT::GetPrecon52InvRootOfUnityPowers() const { return impl().tables().inverse52; }
const Words& NTT::GetPrecon64InvRootOfUnityPowers() const { return impl().tables().inverse64; }

}  // namespace intel::hexl
