#pragma once

#include <string>

#include "ccsim/scenario.h"
#include "support/shorthand.h"

namespace ccsim {

/// A flow, a second one that comes and goes, and one with a small receive window: between them they
/// are held back by everything that can hold a flow back.
inline Scenario three_flows(const std::string& algorithm) {
  Scenario scenario;
  scenario.duration_ns = 12 * kSecond;
  scenario.warmup_ns = kSecond;
  scenario.bottleneck.rate_bps = 10'000'000;
  scenario.bottleneck.delay_ns = 5 * kMs;
  scenario.bottleneck.buffer_bytes = 30'000;
  FlowGroupConfig group;
  group.algorithm = algorithm;
  group.rtt_ns = 40 * kMs;
  scenario.groups.push_back(group);
  group.rtt_ns = 20 * kMs;
  group.start_ns = 3 * kSecond;
  group.stop_ns = 8 * kSecond;
  scenario.groups.push_back(group);
  group.stop_ns = kNever;
  group.receiver.window_bytes = 6 * 1448;
  scenario.groups.push_back(group);
  return scenario;
}

}  // namespace ccsim
