// The scenario that all measurements of speed share: bulk flows over one bottleneck with a buffer
// of one BDP and base RTTs of 40 ms.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "ccsim/simulation.h"

namespace ccsim::bench {

struct Case {
  std::string algorithm;
  std::int64_t flow_count;
  BitRate rate_bps;
  Duration rtt_ns = 40 * kMillisecond;
};

// As long as the link needs to carry `packet_count` packets when it is never idle.
inline Scenario dumbbell(const Case& item, std::int64_t packet_count) {
  Scenario scenario;
  scenario.bottleneck.rate_bps = item.rate_bps;
  scenario.bottleneck.delay_ns = item.rtt_ns / 4;
  const Bytes bdp_bytes = mul_div_floor(item.rate_bps, item.rtt_ns, kSecond) / kBitsPerByte;
  scenario.bottleneck.buffer_bytes = std::max(bdp_bytes, scenario.packet_bytes);
  const Bytes bits = packet_count * scenario.packet_bytes * kBitsPerByte;
  scenario.duration_ns = mul_div_floor(bits, kSecond, item.rate_bps);
  FlowGroupConfig group;
  group.algorithm = item.algorithm;
  group.rtt_ns = item.rtt_ns;
  group.count = item.flow_count;
  scenario.groups.push_back(group);
  return scenario;
}

}  // namespace ccsim::bench
