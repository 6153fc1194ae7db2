// Scenarios that together touch every part of the core: all algorithms, buffers, kinds of loss,
// bursts, numbers of flows and rare settings.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/scenario.h"

namespace ccsim {

inline constexpr std::int64_t kMatrixPackets = 12'000;  // per run; ten times with 1,000 flows
inline constexpr BitRate kMatrixMegabit = 1'000'000;

struct NamedScenario {
  std::string name;
  Scenario scenario;
};

// Two groups of flows with RTTs of 35 and 25 ms, or one flow.
inline Scenario matrix_dumbbell(const std::string& algorithm, std::int64_t flow_count,
                                double buffer_bdp) {
  Scenario scenario;
  const BitRate rate_bps = (flow_count >= 100 ? 1000 : 10 * flow_count) * kMatrixMegabit;
  scenario.bottleneck.rate_bps = rate_bps;
  scenario.bottleneck.delay_ns = 10 * kMillisecond;
  const Bytes bdp_bytes = mul_div_floor(rate_bps, 30 * kMillisecond, kSecond) / kBitsPerByte;
  scenario.bottleneck.buffer_bytes =
      static_cast<Bytes>(static_cast<double>(bdp_bytes) * buffer_bdp);
  const std::int64_t packets = kMatrixPackets * (flow_count >= 1000 ? 10 : 1);
  const Bytes bits = packets * scenario.packet_bytes * kBitsPerByte;
  scenario.duration_ns = mul_div_floor(bits, kSecond, rate_bps) + kSecond / 2;
  scenario.sample_interval_ns = 50 * kMillisecond;
  FlowGroupConfig group;
  group.algorithm = algorithm;
  group.rtt_ns = 35 * kMillisecond;
  group.count = (flow_count + 1) / 2;
  scenario.groups.push_back(group);
  if (flow_count > 1) {
    group.rtt_ns = 25 * kMillisecond;
    group.count = flow_count / 2;
    scenario.groups.push_back(group);
  }
  return scenario;
}

struct Variation {
  const char* name;
  void (*apply)(Scenario& scenario);
};

inline constexpr Variation kLosses[] = {
    {"no_loss", [](Scenario&) {}},
    {"bernoulli",
     [](Scenario& s) { s.bottleneck.loss.model = {"bernoulli", {{"probability", 0.004}}}; }},
    {"gilbert_both",
     [](Scenario& s) {
       s.bottleneck.loss.model = {
           "gilbert_elliott",
           {{"good_to_bad_probability", 0.005}, {"bad_to_good_probability", 0.3}}};
       s.bottleneck.loss.direction = LossDirection::kBoth;
       s.bottleneck.loss.position = LossPosition::kBeforeQueue;
     }},
};

inline constexpr Variation kSettings[] = {
    {"plain", [](Scenario&) {}},
    {"quantum_1", [](Scenario& s) { s.transport.send_quantum = SendQuantum::kNs3; }},
    {"quantum_7",
     [](Scenario& s) {
       s.transport.send_quantum = SendQuantum::kPackets;
       s.transport.send_quantum_packets = 7;
     }},
    {"paced_windows", [](Scenario& s) { s.transport.paces_window_based = true; }},
    {"ack_aggregation",
     [](Scenario& s) {
       for (FlowGroupConfig& group : s.groups) group.receiver.ack_aggregation_ns = 5 * kMillisecond;
     }},
    {"small_window",
     [](Scenario& s) {
       for (FlowGroupConfig& group : s.groups) group.receiver.window_bytes = 20'000;
     }},
    {"ack_every_packet",
     [](Scenario& s) {
       for (FlowGroupConfig& group : s.groups) group.receiver.ack_every_packets = 1;
     }},
    {"no_quick_acks",
     [](Scenario& s) {
       for (FlowGroupConfig& group : s.groups) {
         group.receiver.quick_ack_packets = 0;
         group.receiver.ack_every_packets = 4;
       }
     }},
    {"exact_hosts", [](Scenario& s) { s.transport.host_jitter_ns = 0; }},
    {"pushed_packets_wait",
     [](Scenario& s) {
       for (FlowGroupConfig& group : s.groups) group.receiver.acks_pushed = false;
     }},
    {"late_and_stopped",
     [](Scenario& s) {
       s.warmup_ns = s.duration_ns / 4;
       s.groups.back().start_ns = s.duration_ns / 3;
       s.groups.front().stop_ns = s.duration_ns / 2;
     }},
    {"odd_numbers",
     [](Scenario& s) {
       s.packet_bytes = 577;
       s.bottleneck.rate_bps = s.bottleneck.rate_bps / 7 * 3 + 1;
       s.groups.front().rtt_ns = 33'333'333;
       s.start_jitter_ns = 0;
     }},
    {"changing_link",
     [](Scenario& s) {
       LinkChanges& changes = s.bottleneck.changes;
       const Duration part_ns = s.duration_ns / 10;
       const BitRate rate_bps = s.bottleneck.rate_bps;
       changes.rates = {{part_ns, rate_bps / 3, 0},
                        {3 * part_ns, 0, 0},
                        {3 * part_ns + 100 * kMillisecond, rate_bps, part_ns}};
       changes.delays = {{2 * part_ns, 15 * kMillisecond, 0},
                         {5 * part_ns, kMillisecond, 0},
                         {6 * part_ns, 20 * kMillisecond, part_ns}};
       changes.outages = {{8 * part_ns, 8 * part_ns + 50 * kMillisecond, LossDirection::kBoth}};
       changes.jitter_ns = 3 * kMillisecond;
       changes.jitter_reorders = true;
     }},
    {"trace_and_jitter",
     [](Scenario& s) {
       LinkChanges& changes = s.bottleneck.changes;
       for (const Duration at_ms : {0, 1, 1, 2, 3, 3, 3, 9, 10, 11}) {
         changes.opportunities_ns.push_back(at_ms * kMillisecond);
       }
       changes.jitter_ns = 3 * kMillisecond;
     }},
    {"slow",
     [](Scenario& s) {
       s.bottleneck.rate_bps = 100'000;
       s.bottleneck.buffer_bytes = 20'000;
       s.duration_ns = 40 * kSecond;
     }},
    {"long_fat",
     [](Scenario& s) {
       s.bottleneck.rate_bps *= 10;
       s.bottleneck.buffer_bytes *= 40;
       for (FlowGroupConfig& group : s.groups) group.rtt_ns *= 4;
       s.duration_ns = s.duration_ns / 3 + kSecond;
     }},
};

inline std::vector<NamedScenario> all_scenarios() {
  std::vector<NamedScenario> all;
  const auto add = [&all](const std::string& algorithm, std::int64_t flow_count, double buffer_bdp,
                          const Variation& loss, const Variation& setting) {
    NamedScenario item;
    char buffer_name[16];
    std::snprintf(buffer_name, sizeof buffer_name, "%.2fbdp", buffer_bdp);
    item.name = algorithm + "/" + std::to_string(flow_count) + "/" + buffer_name + "/" + loss.name +
                "/" + setting.name;
    item.scenario = matrix_dumbbell(algorithm, flow_count, buffer_bdp);
    loss.apply(item.scenario);
    setting.apply(item.scenario);
    all.push_back(item);
  };
  for (const AlgorithmInfo& algorithm : algorithms()) {
    for (const Variation& loss : kLosses) {
      for (const Variation& setting : kSettings) {
        for (const double buffer_bdp : {0.05, 0.7, 4.0}) {
          add(algorithm.name, 2, buffer_bdp, loss, setting);
        }
        add(algorithm.name, 10, 1.0, loss, setting);
      }
      for (const std::int64_t flow_count : {1, 100, 1000}) {
        for (const double buffer_bdp : {0.2, 2.0}) {
          add(algorithm.name, flow_count, buffer_bdp, loss, kSettings[0]);
        }
      }
    }
  }
  return all;
}

}  // namespace ccsim
