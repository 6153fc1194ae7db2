// Bytes -> a scenario -> a run. The core checks the conservation of packets itself; here: times in
// order, ratios within their bounds, no infinite number, the same again for the same seed.
#include <bit>
#include <cmath>
#include <cstdint>

#include "ccsim/simulation.h"
#include "require.h"
#include "scenario_from_bytes.h"

namespace ccsim::fuzz {
namespace {

// A link of 400 Gbit/s with an RTT of 10 s sends millions of packets in a few rounds, which would
// take a minute here. Such a run is cancelled and judged as far as it came.
constexpr std::int64_t kMostEvents = 100'000;

void require_ratio(double value, const char* what) {
  require(std::isnan(value) || (value >= 0 && value <= 1 + 1e-12), what);
}

void require_finite(double value, const char* what) {
  require(std::isnan(value) || (std::isfinite(value) && value >= 0), what);
}

void check(const FlowSummary& flow) {
  require(flow.unique_packets <= flow.received_packets, "unique <= received");
  require(flow.received_packets <= flow.sent_packets + 1'000'000, "received is not absurd");
  require_finite(flow.throughput_bps, "throughput");
  require(!(flow.goodput_bps > flow.throughput_bps), "goodput <= throughput");
  require_ratio(flow.retransmit_ratio, "retransmit_ratio");
  require_finite(flow.mean_rtt_s, "mean_rtt");
  require_finite(flow.max_rtt_s, "max_rtt");
  require(!(flow.min_rtt_s > flow.max_rtt_s), "min_rtt <= max_rtt");
  require_finite(flow.mean_cwnd_bytes, "mean_cwnd");
  require_finite(flow.mean_inflight_bytes, "mean_inflight");
  require_finite(flow.mean_queue_bytes, "mean_queue");
  const double limits = flow.limited_cwnd_ratio + flow.limited_pacing_ratio +
                        flow.limited_recovery_ratio + flow.limited_receive_window_ratio +
                        flow.limited_application_ratio;
  require(std::isnan(limits) || std::abs(limits - 1) < 1e-9, "limits sum to 1");
}

void check(const SeriesChunk& chunk, SimTime& last_event_ns) {
  for (const SubjectSeries& subject : chunk.subjects) {
    for (const SeriesColumn& column : subject.columns) {
      for (const double value : column.values) require(!std::isinf(value), "no infinite sample");
    }
  }
  for (const PhaseInterval& phase : chunk.phases) {
    require(phase.start_ns <= phase.end_ns, "a phase ends after its start");
  }
  for (const Event& event : chunk.events) {
    require(event.time_ns >= last_event_ns, "events in the order of time");
    last_event_ns = event.time_ns;
  }
}

bool is_same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void run_once(ByteReader bytes) {
  const std::uint64_t seed = bytes.byte();
  const bool runs_twice = bytes.byte() % 8 == 0;
  const Scenario scenario = scenario_from_bytes(bytes);
  SimTime last_event_ns = 0;
  RunOptions options;
  options.progress_every_events = kMostEvents;
  options.on_progress = [](SimTime) { return false; };
  const RunOptions silent_options = options;
  options.on_chunk = [&last_event_ns](SeriesChunk&& chunk) { check(chunk, last_event_ns); };
  const RunResult result = run(scenario, seed, options);
  for (const FlowSummary& flow : result.flows) check(flow);
  for (std::size_t i = 0; i < result.links.size(); ++i) {
    const LinkSummary& link = result.links[i];
    require_ratio(link.utilisation_ratio, "utilisation");
    const auto room = static_cast<double>(scenario.link(i).buffer_bytes);
    require(!(link.max_queue_bytes > room), "queue within the buffer");
    // A queue that is full all the time, as on a link that stands still: the mean is rounded.
    require(!(link.mean_queue_bytes > room * (1 + 1e-12)), "mean queue within the buffer");
  }
  require_ratio(result.fairness.jain_index, "jain_index");
  if (!runs_twice) return;
  const RunResult again = run(scenario, seed, silent_options);
  require(again.simulated_packets == result.simulated_packets, "same packets without series");
  for (std::size_t i = 0; i < result.flows.size(); ++i) {
    require(is_same(again.flows[i].goodput_bps, result.flows[i].goodput_bps), "same goodput");
    require(is_same(again.flows[i].mean_rtt_s, result.flows[i].mean_rtt_s), "same RTT");
  }
}

}  // namespace
}  // namespace ccsim::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ccsim::fuzz::run_once({data, size});
  return 0;
}
