// A fingerprint per scenario over every number, name and time that comes out of a run: all
// algorithms, buffers, kinds of loss, bursts, numbers of flows, some rare settings, several seeds.
//
//   ccsim_fingerprints [part of a name]  > before;  ...change the core...;  > after;  diff
//
// A change that is meant to make the core faster must leave all of them as they are. They are not
// kept in the repository: they change whenever the model does.
#include <bit>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "ccsim/simulation.h"

namespace {

using namespace ccsim;

constexpr Duration kMs = kMillisecond;
constexpr std::int64_t kPacketsPerRun = 12'000;
constexpr BitRate kMegabit = 1'000'000;

// FNV-1a (Fowler, Noll, Vo) with 64 bits.
class Fingerprint {
 public:
  void number(double value) { word(std::bit_cast<std::uint64_t>(value)); }
  void number(std::int64_t value) { word(static_cast<std::uint64_t>(value)); }
  void text(std::string_view value) {
    for (const char c : value) byte(static_cast<unsigned char>(c));
    byte(0);
  }
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  void word(std::uint64_t bits) {
    for (int i = 0; i < 8; ++i) byte(static_cast<unsigned char>(bits >> (8 * i)));
  }
  void byte(unsigned char value) { hash_ = (hash_ ^ value) * 0x100000001B3ULL; }

  std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

void take(Fingerprint& print, const SeriesChunk& chunk) {
  print.number(chunk.first_sample);
  print.number(chunk.sample_count);
  for (const SubjectSeries& subject : chunk.subjects) {
    for (const SeriesColumn& column : subject.columns) {
      print.text(column.metric);
      for (const double value : column.values) print.number(value);
    }
  }
  for (const PhaseInterval& phase : chunk.phases) {
    print.text(phase.phase);
    print.text(phase.reason);
    print.number(phase.start_ns);
    print.number(phase.end_ns);
  }
  for (const Event& event : chunk.events) {
    print.text(event.kind);
    print.text(event.reason);
    print.number(event.time_ns);
    print.number(event.value);
  }
}

void take(Fingerprint& print, const FlowSummary& flow) {
  for (const std::int64_t value :
       {flow.start_ns, flow.active_ns, flow.sent_packets, flow.retransmitted_packets,
        flow.received_packets, flow.unique_packets, flow.dropped_packets,
        flow.randomly_lost_packets, flow.rto_count, flow.recovery_count, flow.tail_loss_probe_count,
        flow.spurious_retransmission_count}) {
    print.number(value);
  }
  for (const double value :
       {flow.throughput_bps, flow.goodput_bps, flow.retransmit_ratio, flow.mean_rtt_s,
        flow.p50_rtt_s, flow.p95_rtt_s, flow.p99_rtt_s, flow.min_rtt_s, flow.max_rtt_s,
        flow.mean_cwnd_bytes, flow.mean_inflight_bytes, flow.mean_pacing_rate_bps,
        flow.final_min_rtt_s, flow.mean_queue_bytes}) {
    print.number(value);
  }
}

void take(Fingerprint& print, const RunResult& result) {
  print.number(result.simulated_ns);
  print.number(result.simulated_packets);
  print.number(result.sample_count);
  print.number(result.chunk_count);
  for (const FlowSummary& flow : result.flows) take(print, flow);
  for (const LinkSummary& link : result.links) {
    for (const double value : {link.utilisation_ratio, link.mean_queue_bytes, link.p50_queue_bytes,
                               link.p95_queue_bytes, link.p99_queue_bytes, link.max_queue_bytes}) {
      print.number(value);
    }
    print.number(link.transmitted_packets);
    print.number(link.dropped_packets);
    print.number(link.randomly_lost_packets);
  }
  const FairnessSummary& fairness = result.fairness;
  for (const double value :
       {fairness.jain_index, fairness.goodput_jain_index, fairness.throughput_ratio,
        fairness.goodput_ratio, fairness.mean_1s_throughput_ratio, fairness.mean_1s_goodput_ratio,
        fairness.throughput_stdr, fairness.goodput_stdr, fairness.mean_1s_jain_index,
        fairness.min_1s_jain_index, fairness.mean_1s_goodput_jain_index,
        fairness.min_1s_goodput_jain_index}) {
    print.number(value);
  }
  print.number(fairness.jain_second_count);
}

struct NamedScenario {
  std::string name;
  Scenario scenario;
};

// Two groups of flows with RTTs of 35 and 25 ms, or one flow.
Scenario dumbbell(const std::string& algorithm, std::int64_t flow_count, double buffer_bdp) {
  Scenario scenario;
  const BitRate rate_bps = flow_count >= 100 ? 1000 * kMegabit : 10 * kMegabit * flow_count;
  scenario.bottleneck.rate_bps = rate_bps;
  scenario.bottleneck.delay_ns = 10 * kMs;
  const Bytes bdp_bytes = mul_div_floor(rate_bps, 30 * kMs, kSecond) / kBitsPerByte;
  scenario.bottleneck.buffer_bytes =
      static_cast<Bytes>(static_cast<double>(bdp_bytes) * buffer_bdp);
  const std::int64_t packets = kPacketsPerRun * (flow_count >= 1000 ? 10 : 1);
  scenario.duration_ns = mul_div_floor(packets * scenario.packet_bytes * kBitsPerByte, kSecond,
                                       rate_bps) + kSecond / 2;
  scenario.sample_interval_ns = 50 * kMs;
  FlowGroupConfig group;
  group.algorithm = algorithm;
  group.rtt_ns = 35 * kMs;
  group.count = (flow_count + 1) / 2;
  scenario.groups.push_back(group);
  if (flow_count > 1) {
    group.rtt_ns = 25 * kMs;
    group.count = flow_count / 2;
    scenario.groups.push_back(group);
  }
  return scenario;
}

struct Variation {
  const char* name;
  void (*apply)(Scenario& scenario);
};

constexpr Variation kLosses[] = {
    {"no_loss", [](Scenario&) {}},
    {"bernoulli",
     [](Scenario& s) {
       s.bottleneck.loss.kind = LossKind::kBernoulli;
       s.bottleneck.loss.probability = 0.004;
     }},
    {"gilbert_both",
     [](Scenario& s) {
       s.bottleneck.loss.kind = LossKind::kGilbertElliott;
       s.bottleneck.loss.good_to_bad_probability = 0.005;
       s.bottleneck.loss.bad_to_good_probability = 0.3;
       s.bottleneck.loss.direction = LossDirection::kBoth;
       s.bottleneck.loss.position = LossPosition::kBeforeQueue;
     }},
};

constexpr Variation kSettings[] = {
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
       for (FlowGroupConfig& group : s.groups) group.receiver.ack_aggregation_ns = 5 * kMs;
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

std::vector<NamedScenario> all_scenarios() {
  std::vector<NamedScenario> all;
  const auto add = [&all](const std::string& algorithm, std::int64_t flow_count, double buffer_bdp,
                          const Variation& loss, const Variation& setting) {
    NamedScenario item;
    char buffer_name[16];
    std::snprintf(buffer_name, sizeof buffer_name, "%.2fbdp", buffer_bdp);
    item.name = algorithm + "/" + std::to_string(flow_count) + "/" + buffer_name + "/" + loss.name +
                "/" + setting.name;
    item.scenario = dumbbell(algorithm, flow_count, buffer_bdp);
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

std::uint64_t fingerprint(const Scenario& scenario, std::uint64_t seed) {
  Fingerprint print;
  RunOptions options;
  options.on_chunk = [&print](SeriesChunk&& chunk) { take(print, chunk); };
  take(print, run(scenario, seed, options));
  return print.value();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view wanted = argc > 1 ? argv[1] : "";
  for (const NamedScenario& item : all_scenarios()) {
    if (item.name.find(wanted) == std::string::npos) continue;
    for (const std::uint64_t seed : {1, 2}) {
      std::printf("%016llx %s/%llu\n",
                  static_cast<unsigned long long>(fingerprint(item.scenario, seed)),
                  item.name.c_str(), static_cast<unsigned long long>(seed));
    }
  }
  return 0;
}
