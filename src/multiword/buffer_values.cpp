#include "multiword/buffer_values.hpp"

#include <cstring>
#include <utility>

#include "memory/aligned_words.hpp"

namespace ringlet::api {

void run(const plan::WideNttPlan& plan, plan::WideWay way, std::uint64_t* out, const std::uint64_t* in,
         std::uint64_t* cells, Executor* executor) {
  const plan::WideNttPlan::Transform transform(plan, way, out, in, cells);
  if (executor == nullptr || executor->workers() == 1) {
    transform.columns(0, transform.column_blocks(), transform.own_scratch());
    transform.rows(0, transform.row_blocks(), transform.own_scratch());
    return;
  }
  const std::size_t own = plan.own_words();
  const plan::AlignedBytes block = plan::allocate_bytes(executor->workers() * own * sizeof(std::uint64_t));
  auto* const scratch = static_cast<std::uint64_t*>(static_cast<void*>(block.get()));
  run_in_pieces(*executor, transform.column_blocks(), 1, [&](std::size_t begin, std::size_t end, std::size_t worker) {
    transform.columns(begin, end, scratch + worker * own);
  });
  run_in_pieces(*executor, transform.row_blocks(), 1, [&](std::size_t begin, std::size_t end, std::size_t worker) {
    transform.rows(begin, end, scratch + worker * own);
  });
}

WideBufferValues::WideBufferValues(std::shared_ptr<const plan::WideNttPlan> plan)
    : plan_(std::move(plan)), cells_(plan_->cell_words()) {}

WideBufferValues::WideBufferValues(const WideBufferValues& other)
    : plan_(other.plan_), domain_(other.domain_), cells_(other.cells_.words()) {
  std::memcpy(cells_.get(), other.cells_.get(), cells_.words() * sizeof(std::uint64_t));
}

void WideBufferValues::clear() { std::memset(cells_.get(), 0, cells_.words() * sizeof(std::uint64_t)); }

void WideBufferValues::load(const std::uint64_t* in, Domain domain) {
  plan_->load(cells_.get(), in, domain);
  domain_ = domain;
}

void WideBufferValues::store(std::uint64_t* out) const { plan_->store(out, cells_.get(), domain_); }

void WideBufferValues::forward(Executor* executor) {
  run(*plan_, plan::WideWay::forward, nullptr, nullptr, cells_.get(), executor);
  domain_ = Domain::evaluations;
}

void WideBufferValues::inverse(Executor* executor) {
  run(*plan_, plan::WideWay::inverse, nullptr, nullptr, cells_.get(), executor);
  domain_ = Domain::coefficients;
}

void WideBufferValues::add(const WideBufferValues& y) { plan_->add(cells_.get(), cells_.get(), y.cells_.get()); }

void WideBufferValues::sub(const WideBufferValues& y) { plan_->sub(cells_.get(), cells_.get(), y.cells_.get()); }

void WideBufferValues::mul(const WideBufferValues& y, Form form) {
  plan_->multiply(cells_.get(), cells_.get(), y.cells_.get(), {.are_plain = form == Form::plain, .adds = false}, 0,
                  plan_->size());
}

void WideBufferValues::mul_add(const WideBufferValues& x, const WideBufferValues& y, Form form) {
  plan_->multiply(cells_.get(), x.cells_.get(), y.cells_.get(), {.are_plain = form == Form::plain, .adds = true}, 0,
                  plan_->size());
}

}  // namespace ringlet::api
