// A FIFO in one block of memory that doubles when it is full and never shrinks: no allocation per
// element. Elements must be trivially copyable.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include "engine/assert.h"

namespace ccsim {

template <typename T>
class RingBuffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  [[nodiscard]] bool empty() const { return head_ == tail_; }
  [[nodiscard]] std::size_t size() const { return tail_ - head_; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] bool is_full() const { return size() == capacity_; }

  void push_back(const T& item) {
    make_room();
    push_in_room() = item;
  }
  // A new element at the end, to be filled by the caller, who knows that the ring is not full: it
  // holds what was there before.
  [[nodiscard]] T& push_in_room() { return slots_[tail_++ & mask_]; }
  // Room for one more at least.
  void make_room() {
    if (is_full()) grow();
  }

  [[nodiscard]] T& front() { return slots_[head_ & mask_]; }
  [[nodiscard]] const T& front() const { return slots_[head_ & mask_]; }
  [[nodiscard]] T& back() { return slots_[(tail_ - 1) & mask_]; }
  // The element `offset` places behind the front.
  [[nodiscard]] const T& at(std::size_t offset) const { return slots_[(head_ + offset) & mask_]; }

  // Positions count all elements that have ever been added: they stay what they are.
  [[nodiscard]] std::size_t front_position() const { return head_; }
  [[nodiscard]] std::size_t end_position() const { return tail_; }
  [[nodiscard]] const T& at_position(std::size_t position) const {
    return slots_[position & mask_];
  }

  void pop_front() {
    CCSIM_ASSERT(!empty());
    ++head_;
  }
  void pop_front(std::size_t count) {
    CCSIM_ASSERT(count <= size());
    head_ += count;
  }

 private:
  static constexpr std::size_t kFirstCapacity = 16;

  [[gnu::noinline]] void grow() {
    const std::size_t bigger_capacity = capacity_ == 0 ? kFirstCapacity : capacity_ * 2;
    auto bigger = std::make_unique<T[]>(bigger_capacity);
    const std::size_t bigger_mask = bigger_capacity - 1;
    for (std::size_t i = head_; i != tail_; ++i) bigger[i & bigger_mask] = slots_[i & mask_];
    slots_ = std::move(bigger);
    capacity_ = bigger_capacity;
    mask_ = bigger_mask;
  }

  // Not a vector: its size would have to be divided out of two pointers at every push.
  std::unique_ptr<T[]> slots_;
  std::size_t capacity_ = 0;
  std::size_t mask_ = 0;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

}  // namespace ccsim
