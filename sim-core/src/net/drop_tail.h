// FIFO that refuses what does not fit. The limit counts waiting bytes; the packet in service has
// left the queue. At least one packet always fits.
#pragma once

#include "engine/ring_buffer.h"
#include "net/queue_discipline.h"

namespace ccsim {

class DropTail final : public QueueDiscipline {
 public:
  explicit DropTail(Bytes limit_bytes) : limit_bytes_(limit_bytes) {}

  bool enqueue(const Packet& packet, SimTime, DiscardListener&) override {
    const Bytes wire_bytes = packet.wire_bytes;
    if (!packets_.empty() && waiting_bytes_ + wire_bytes > limit_bytes_) return false;
    packets_.push_back(packet);
    waiting_bytes_ += wire_bytes;
    return true;
  }

  bool dequeue(Packet& packet, SimTime, DiscardListener&) override {
    if (packets_.empty()) return false;
    packet = packets_.front();
    packets_.pop_front();
    waiting_bytes_ -= packet.wire_bytes;
    return true;
  }

  [[nodiscard]] Bytes waiting_bytes() const override { return waiting_bytes_; }
  [[nodiscard]] Packets waiting_packets() const override {
    return static_cast<Packets>(packets_.size());
  }

 private:
  Bytes limit_bytes_;
  Bytes waiting_bytes_ = 0;
  RingBuffer<Packet> packets_;
};

}  // namespace ccsim
