// Writes down packet events of a window, up to a limit.
#pragma once

#include <utility>
#include <vector>

#include "ccsim/packet_record.h"

namespace ccsim {

class PacketRecorder {
 public:
  explicit PacketRecorder(const PacketWindow& window) : window_(window) {}

  [[nodiscard]] bool is_on() const { return window_.max_records > 0; }
  [[nodiscard]] bool covers(SimTime now_ns) const {
    return now_ns >= window_.from_ns && now_ns < window_.to_ns;
  }
  // The waiting bytes from now on, inside of the window or before it.
  void set_queue(Bytes waiting_bytes) { queue_bytes_ = waiting_bytes; }
  // What comes next happens at this link, for this reason.
  void enter_link(std::uint32_t link_index, LossReason reason) {
    link_index_ = static_cast<std::int16_t>(link_index);
    reason_ = reason;
  }
  // What comes next happens at hosts.
  void leave_link(LossReason reason = LossReason::kNone) {
    link_index_ = kNoLink;
    reason_ = reason;
  }
  // An event inside of the window; its link, queue and reason are filled in.
  void add(PacketRecord record) {
    if (static_cast<std::int64_t>(records_.size()) >= window_.max_records) {
      was_truncated_ = true;
      return;
    }
    record.queue_bytes = queue_bytes_;
    record.link_index = link_index_;
    record.reason = reason_;
    records_.push_back(record);
  }

  [[nodiscard]] const std::vector<PacketRecord>& records() const { return records_; }
  [[nodiscard]] bool was_truncated() const { return was_truncated_; }

 private:
  PacketWindow window_;
  Bytes queue_bytes_ = 0;
  std::int16_t link_index_ = kNoLink;
  LossReason reason_ = LossReason::kNone;
  std::vector<PacketRecord> records_;
  bool was_truncated_ = false;
};

}  // namespace ccsim
