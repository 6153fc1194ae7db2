// What was lost and marked in a run, where, when and why. Recorded in every run; nothing of a run
// depends on it.
#pragma once

#include <cstdint>
#include <vector>

#include "ccsim/loss_reason.h"
#include "ccsim/packet_record.h"
#include "ccsim/units.h"

namespace ccsim {

// What is counted together.
struct LossKey {
  std::uint32_t flow_index = 0;
  std::int16_t link_index = 0;  // 0 for the bottleneck; kNoLink: of an ACK that meets no link
  LossReason reason = LossReason::kNone;
  bool is_mark = false;  // else the packet is gone
  bool is_ack = false;

  bool operator==(const LossKey&) const = default;
};

// So many in [bucket * bucket_ns, (bucket + 1) * bucket_ns) of the run.
struct LossBucket {
  std::int64_t bucket = 0;
  Packets packets = 0;
};

struct LossRow {
  LossKey key;
  Packets window_packets = 0;  // within the measurement window of the run
  Packets packets = 0;         // in the whole run
  SimTime first_ns = 0;
  SimTime last_ns = 0;
  std::vector<LossBucket> buckets;  // in order, without empty ones
};

struct LossReport {
  Duration bucket_ns = 0;
  std::vector<LossRow> rows;  // by flow, then in the order of their first packets
};

}  // namespace ccsim
