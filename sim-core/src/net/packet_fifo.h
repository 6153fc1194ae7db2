// Waiting packets in the order of their arrival, and how many bytes they are.
#pragma once

#include "ccsim/units.h"
#include "engine/ring_buffer.h"
#include "net/packet.h"

namespace ccsim {

class PacketFifo {
 public:
  [[nodiscard]] bool empty() const { return packets_.empty(); }
  [[nodiscard]] Bytes bytes() const { return bytes_; }
  [[nodiscard]] Packets count() const { return static_cast<Packets>(packets_.size()); }
  [[nodiscard]] const Packet& front() const { return packets_.front(); }

  void push(const Packet& packet) {
    packets_.push_back(packet);
    bytes_ += packet.wire_bytes;
  }
  // False if there is none.
  bool pop(Packet& packet) {
    if (packets_.empty()) return false;
    packet = packets_.front();
    packets_.pop_front();
    bytes_ -= packet.wire_bytes;
    return true;
  }

 private:
  Bytes bytes_ = 0;
  RingBuffer<Packet> packets_;
};

}  // namespace ccsim
