// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "ringlet/types.hpp"

namespace ringlet {

/// Pointer by which the copies of a plan share what they are made of. It is never null: a move is a copy, so that a
/// plan that was moved from works as before.
template <class T>
class Shared {
 public:
  Shared(std::shared_ptr<T> object) noexcept : object_(std::move(object)) {}
  Shared(const Shared&) noexcept = default;
  Shared& operator=(const Shared&) noexcept = default;
  ~Shared() = default;

  [[nodiscard]] T& operator*() const noexcept { return *object_; }
  [[nodiscard]] T* operator->() const noexcept { return object_.get(); }
  [[nodiscard]] const std::shared_ptr<T>& pointer() const noexcept { return object_; }

 private:
  std::shared_ptr<T> object_;
};

}  // namespace ringlet
