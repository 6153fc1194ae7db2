// Objects that stay where they are, side by side in one block of memory: where one lies follows
// from its number.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "engine/assert.h"

namespace ccsim {

template <typename T>
class Block {
 public:
  Block() = default;
  ~Block() {
    for (T& object : *this) std::destroy_at(&object);
    if (data_ != nullptr) std::allocator<T>().deallocate(data_, capacity_);
  }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  // Once, before anything is added: there will be so many at most.
  void reserve(std::size_t count) {
    CCSIM_ASSERT(data_ == nullptr);
    if (count == 0) return;
    data_ = std::allocator<T>().allocate(count);
    capacity_ = count;
  }
  template <typename... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    CCSIM_ASSERT(size_ < capacity_);
    T* const added = std::construct_at(data_ + size_, std::forward<Arguments>(arguments)...);
    ++size_;
    return *added;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] T& operator[](std::size_t place) { return data_[place]; }
  [[nodiscard]] const T& operator[](std::size_t place) const { return data_[place]; }
  [[nodiscard]] T* begin() { return data_; }
  [[nodiscard]] T* end() { return data_ + size_; }
  [[nodiscard]] const T* begin() const { return data_; }
  [[nodiscard]] const T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
};

}  // namespace ccsim
