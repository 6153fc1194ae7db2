// A FIFO in chunks. Where a ring goes round through all of its memory, here the chunk that has been
// emptied last is filled next: with thousands of elements it is still in a cache that they do not
// fit in. Chunks are never given back. Elements must be trivially copyable.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include "engine/assert.h"

namespace ccsim {

template <typename T>
class ChunkedFifo {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  ChunkedFifo() = default;
  ChunkedFifo(const ChunkedFifo&) = delete;
  ChunkedFifo& operator=(const ChunkedFifo&) = delete;

  [[nodiscard]] bool empty() const { return head_ == tail_; }
  // Goes through the chunks.
  [[nodiscard]] std::size_t size() const {
    std::size_t sum = 0;
    for (const Chunk* chunk = first_; chunk != nullptr; chunk = chunk->next) {
      const T* const begin = chunk == first_ ? head_ : chunk->elements;
      const T* const end = chunk == last_ ? tail_ : chunk->elements + kChunkElements;
      sum += static_cast<std::size_t>(end - begin);
    }
    return sum;
  }

  void push_back(const T& element) { push_place() = element; }
  // A new element at the end, to be filled by the caller: what it holds says nothing.
  [[nodiscard]] T& push_place() {
    make_room();
    return push_in_room();
  }
  // Whether the next element needs another chunk.
  [[nodiscard]] bool is_full() const { return tail_ == tail_end_; }
  // Room for one more at least.
  void make_room() {
    if (is_full()) add_chunk();
  }
  // As push_place(), where the caller knows that there is room.
  [[nodiscard]] T& push_in_room() { return *tail_++; }

  [[nodiscard]] T& front() { return *head_; }
  [[nodiscard]] const T& front() const { return *head_; }
  void pop_front() {
    CCSIM_ASSERT(!empty());
    if (++head_ == head_end_) drop_chunk();
  }

  // The element `offset` places before the end, from 1 on; null if there are not so many. Goes
  // through the chunks in between.
  [[nodiscard]] T* at_back(std::size_t offset) {
    T* end = tail_;
    for (Chunk* chunk = last_; chunk != nullptr; chunk = chunk->previous) {
      T* const begin = chunk == first_ ? head_ : chunk->elements;
      const auto elements = static_cast<std::size_t>(end - begin);
      if (offset <= elements) return end - offset;
      offset -= elements;
      if (chunk == first_) break;
      end = chunk->previous->elements + kChunkElements;
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t kChunkElements = 16;

  struct Chunk {
    Chunk* next = nullptr;  // in the FIFO, or among the spare ones
    Chunk* previous = nullptr;
    T elements[kChunkElements];
  };

  [[gnu::noinline]] void add_chunk() {
    if (spare_ == nullptr) spare_ = chunks_.emplace_back(std::make_unique<Chunk>()).get();
    Chunk* const chunk = spare_;
    spare_ = chunk->next;
    chunk->next = nullptr;
    chunk->previous = last_;
    tail_ = chunk->elements;
    tail_end_ = tail_ + kChunkElements;
    if (last_ != nullptr) {
      last_->next = chunk;
    } else {
      begin_at(chunk);
    }
    last_ = chunk;
  }
  // The first one has been read to its end.
  [[gnu::noinline]] void drop_chunk() {
    Chunk* const chunk = first_;
    Chunk* const next = chunk->next;
    chunk->next = spare_;
    spare_ = chunk;
    if (next != nullptr) {
      begin_at(next);
      return;
    }
    first_ = last_ = nullptr;
    head_ = head_end_ = tail_ = tail_end_ = nullptr;
  }
  void begin_at(Chunk* chunk) {
    first_ = chunk;
    head_ = chunk->elements;
    head_end_ = head_ + kChunkElements;
  }

  T* head_ = nullptr;  // the first element
  T* head_end_ = nullptr;
  T* tail_ = nullptr;  // behind the last one
  T* tail_end_ = nullptr;
  Chunk* first_ = nullptr;
  Chunk* last_ = nullptr;
  Chunk* spare_ = nullptr;
  std::vector<std::unique_ptr<Chunk>> chunks_;  // all of them
};

}  // namespace ccsim
