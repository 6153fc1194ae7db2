// Transfers of one size over one connection, one after the other, as the log of deliveries hears of
// them.
#pragma once

#include <cstdint>

#include "ccsim/transfer.h"
#include "transport/sender.h"
#include "transport/traffic_source.h"

namespace ccsim {

class RepeatedTransfer {
 public:
  RepeatedTransfer(Bytes size_bytes, Bytes payload_bytes, DeliveryLog& log)
      : size_bytes_(size_bytes), size_packets_(packets_of(size_bytes, payload_bytes)), log_(log) {}

  // The next one; the one before is over.
  void begin(Sender& sender, SimTime now_ns) {
    is_complete_ = is_acknowledged_ = false;
    end_sequence_ += size_packets_;
    transfer_ = log_.begin_transfer(size_bytes_, now_ns);
    sender.write(size_packets_, now_ns);
  }
  void on_received(std::int64_t sequence, SimTime now_ns) {
    if (is_complete_ || sequence < end_sequence_) return;
    is_complete_ = true;
    log_.complete_transfer(transfer_, now_ns);
  }
  // True if that was the last ACK of the running one.
  [[nodiscard]] bool on_acknowledged(std::int64_t sequence, SimTime now_ns) {
    if (is_acknowledged_ || sequence < end_sequence_) return false;
    is_acknowledged_ = true;
    log_.acknowledge_transfer(transfer_, now_ns);
    return true;
  }

 private:
  Bytes size_bytes_;
  Packets size_packets_;
  DeliveryLog& log_;
  std::int64_t transfer_ = 0;
  std::int64_t end_sequence_ = 0;  // of the running one
  bool is_complete_ = true;
  bool is_acknowledged_ = true;
};

}  // namespace ccsim
