#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "memory/large_block.hpp"
#include "multiword/ntt_plan.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/types.hpp"

namespace ringlet::api {

/// One transform between arrays of n numbers, in the tasks of an executor, or, without one, on the calling thread. Null
/// stands for values that are, or shall be, in `cells`.
void run(const plan::WideNttPlan& plan, plan::WideWay way, std::uint64_t* out, const std::uint64_t* in,
         std::uint64_t* cells, Executor* executor);

/// n values modulo a wide modulus between operations, in the cells of their plan's kernel. Arguments, and the domains
/// of the operands, have been checked.
class WideBufferValues {
 public:
  /// Uninitialised. Throws std::bad_alloc.
  explicit WideBufferValues(std::shared_ptr<const plan::WideNttPlan> plan);
  WideBufferValues(const WideBufferValues& other);
  WideBufferValues& operator=(const WideBufferValues&) = delete;
  ~WideBufferValues() = default;

  void clear();
  void load(const std::uint64_t* in, Domain domain);
  void store(std::uint64_t* out) const;

  void forward(Executor* executor);
  void inverse(Executor* executor);
  void add(const WideBufferValues& y);
  void sub(const WideBufferValues& y);
  void mul(const WideBufferValues& y, Form form);
  /// this += x y
  void mul_add(const WideBufferValues& x, const WideBufferValues& y, Form form);

  [[nodiscard]] const plan::WideNttPlan& plan() const { return *plan_; }
  [[nodiscard]] Domain domain() const { return domain_; }

 private:
  std::shared_ptr<const plan::WideNttPlan> plan_;
  Domain domain_ = Domain::coefficients;
  plan::LargeBlock cells_;
};

}  // namespace ringlet::api
