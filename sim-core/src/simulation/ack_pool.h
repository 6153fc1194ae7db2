// The ACKs of one flow that are on their way back over links: a link carries packets, what they
// say lies here.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/assert.h"
#include "transport/ack.h"

namespace ccsim {

class AckPool {
 public:
  // Returns the ACK's place.
  std::int64_t put(const Ack& ack) {
    ++count_;
    if (free_.empty()) {
      acks_.push_back(ack);
      return static_cast<std::int64_t>(acks_.size()) - 1;
    }
    const std::int64_t place = free_.back();
    free_.pop_back();
    at(place) = ack;
    return place;
  }
  Ack take(std::int64_t place) {
    CCSIM_ASSERT(count_ > 0);
    --count_;
    free_.push_back(place);
    return at(place);
  }
  [[nodiscard]] Ack& at(std::int64_t place) { return acks_[static_cast<std::size_t>(place)]; }
  [[nodiscard]] Packets count() const { return count_; }

 private:
  std::vector<Ack> acks_;
  std::vector<std::int64_t> free_;
  Packets count_ = 0;
};

}  // namespace ccsim
