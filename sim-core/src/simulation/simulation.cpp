#include "simulation/simulation.h"

#include <algorithm>
#include <limits>

namespace ccsim {
namespace {

std::vector<std::int64_t> groups_of(const Scenario& scenario) {
  std::vector<std::int64_t> groups;
  for (std::size_t group = 0; group < scenario.groups.size(); ++group) {
    const auto count = static_cast<std::size_t>(scenario.groups[group].count);
    groups.insert(groups.end(), count, static_cast<std::int64_t>(group));
  }
  return groups;
}

}  // namespace

Simulation::Simulation(const Scenario& scenario, std::uint64_t seed, const RunOptions& options,
                       PipeWay way)
    : scenario_(scenario),
      options_(options),
      events_to_progress_(std::max<std::int64_t>(1, options.progress_every_events)),
      series_(options.on_chunk),
      packets_(options.packet_window),
      oracle_(make_shared_oracle()),
      network_(engine_, scenario_, seed, packets_, series_.is_recording(), way),
      reverse_lines_(engine_, Rank::kAckDelivery, ack_exit_, way),
      reverse_lines_ahead_(engine_, Rank::kAckDelivery, ack_exit_, way),
      expired_acks_(engine_, Rank::kReceiverTimer, expiry_),
      groups_(groups_of(scenario)),
      seconds_(groups_),
      measurement_timer_(engine_, Rank::kMeasurement, *this),
      second_timer_(engine_, Rank::kMeasurement, *this),
      sample_timer_(engine_, Rank::kMeasurement, *this) {
  CCSIM_ASSERT(scenario.duration_ns > 0 && scenario.sample_interval_ns > 0);
  CCSIM_ASSERT(scenario.warmup_ns >= 0 && scenario.warmup_ns <= scenario.duration_ns);
  add_flows(seed);
  for (const auto& link : network_.links()) link->add_to(series_);
  second_received_packets_.assign(flows_.size(), 0);
  second_unique_packets_.assign(flows_.size(), 0);
  if (scenario.warmup_ns > 0) measurement_timer_.arm(scenario.warmup_ns);
  second_timer_.arm(kSecond);
  sample_timer_.arm(scenario.sample_interval_ns);
  // Without a warm-up the first packet counts, which may leave at instant 0.
  if (scenario.warmup_ns == 0) on_measurement(0);
}

void Simulation::add_flows(std::uint64_t seed) {
  if (records_rtt_parts()) network_.record_rtt_parts();
  const std::vector<FlowEcn> ecn = ecn_by_group(scenario_);
  environments_.reserve(scenario_.groups.size());
  flows_.reserve(groups_.size());
  network_.set_flows(flows_.data());
  for (std::size_t flow = 0; flow < groups_.size(); ++flow) {
    const FlowIdentity identity{groups_[flow], static_cast<std::uint32_t>(flow), seed};
    const auto place = static_cast<std::size_t>(groups_[flow]);
    const FlowGroupConfig& group = scenario_.groups[place];
    network_.decide_losses_of(identity.flow_index, group);
    if (place == environments_.size()) environments_.push_back(environment_of(group, ecn[place]));
    CCSIM_ASSERT(place < environments_.size());
    Flow& added = flows_.emplace_back(scenario_, identity, environments_[place]);
    if (packets_.is_on()) added.record_packets(packets_);
    if (options_.records_causes) added.record_causes(cause_resolution());
  }
}

FlowEnvironment Simulation::environment_of(const FlowGroupConfig& group, const FlowEcn& ecn) {
  // The half that an odd RTT leaves over lies on the way back.
  const Duration reverse_delay_ns = group.rtt_ns - group.rtt_ns / 2;
  return {engine_,
          network_.first_link_of(group),
          network_.access_of(group),
          reverse_lines_.with_delay(reverse_delay_ns),
          reverse_lines_ahead_.with_delay(reverse_delay_ns),
          expired_acks_,
          network_.ack_access_of(group),
          series_,
          oracle_.get(),
          network_.outages_of_acks(group),
          ecn,
          control_of(group),
          network_,
          *barriers_.emplace_back(std::make_unique<Barrier>()),
          scenario_.transport.host_jitter_ns,
          records_rtt_parts(),
          reason_of(scenario_.bottleneck.loss),
          static_cast<std::uint8_t>(group.path.size() - 1)};
}

RunResult Simulation::run() {
  while (advance(std::numeric_limits<std::int64_t>::max())) {
  }
  return finish();
}

bool Simulation::advance(std::int64_t most_events) {
  while (most_events > 0 && state_ == State::kRunning) {
    const std::int64_t count = std::min(most_events, events_to_progress_);
    most_events -= count;
    events_to_progress_ -= count;
    if (!step(count)) {
      state_ = State::kAtEnd;
    } else if (events_to_progress_ == 0) {
      report_progress();
    }
  }
  return state_ == State::kRunning;
}

RunResult Simulation::finish() {
  const bool is_cancelled = state_ != State::kAtEnd;
  const SimTime end_ns = is_cancelled ? catch_up_with_links() : scenario_.duration_ns;
  network_.settle(end_ns);
  for (const auto& link : network_.links()) link->recorder().end_window(end_ns);
  for (Flow& flow : flows_) flow.finish(end_ns);
  series_.finish(end_ns);
  check_conservation();
  return result(end_ns, is_cancelled);
}

bool Simulation::step(std::int64_t events) {
  for (; events > 0; --events) {
    if (!engine_.step(scenario_.duration_ns)) return false;
  }
  return true;
}

void Simulation::report_progress() {
  events_to_progress_ = std::max<std::int64_t>(1, options_.progress_every_events);
  if (options_.on_progress && !options_.on_progress(engine_.now_ns())) {
    state_ = State::kCancelled;
  }
  if (options_.wanted_tail_values) hand_out_tail(options_.wanted_tail_values());
}

// No reading was planned for now: what links have computed ahead of the clock happens first.
SimTime Simulation::catch_up_with_links() {
  const SimTime end_ns = network_.end_running_ahead(engine_.now_ns());
  while (engine_.step(end_ns)) {
  }
  return end_ns;
}

void Simulation::hand_out_tail(std::int64_t max_values) {
  if (max_values <= 0) return;
  std::optional<SeriesTail> tail = series_.take_tail(engine_.now_ns(), max_values);
  if (tail) options_.on_tail(std::move(*tail));
}

void Simulation::on_measurement(SimTime now_ns) {
  network_.settle(now_ns);
  for (const auto& link : network_.links()) link->recorder().begin_window(now_ns);
  for (Flow& flow : flows_) flow.begin_measurement(now_ns);
}

void Simulation::on_sample(SimTime now_ns) {
  sample_timer_.arm(now_ns + scenario_.sample_interval_ns);
  if (series_.is_recording()) {
    network_.settle(now_ns);
    for (Flow& flow : flows_) flow.sample(now_ns, scenario_.sample_interval_ns);
    for (const auto& link : network_.links()) link->sample(series_, now_ns);
  }
  series_.end_sample();
}

void Simulation::on_second(SimTime now_ns) {
  second_timer_.arm(now_ns + kSecond);
  const SimTime from_ns = now_ns - kSecond;
  bool is_counted = from_ns >= scenario_.warmup_ns;
  network_.settle(now_ns);
  std::vector<double> throughputs;
  std::vector<double> goodputs;
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    const FlowTransit& counters = network_.transit(static_cast<std::uint32_t>(i));
    is_counted = is_counted && flows_[i].was_active(from_ns, now_ns);
    throughputs.push_back(
        static_cast<double>(counters.received_packets - second_received_packets_[i]));
    goodputs.push_back(static_cast<double>(counters.unique_packets - second_unique_packets_[i]));
    second_received_packets_[i] = counters.received_packets;
    second_unique_packets_[i] = counters.unique_packets;
  }
  if (is_counted) seconds_.add(throughputs, goodputs);
}

// Every transmission is somewhere: received, dropped, lost, or on a link and the pipes around it,
// where ACKs may be as well.
void Simulation::check_conservation() const {
  Packets sent = 0;
  Packets accounted = network_.held_packets();
  for (const Flow& flow : flows_) {
    const FlowCounters counters = flow.recorder().all_counters();
    sent += counters.sent_packets + flow.acks_on_links() + flow.bare_packets_left();
    accounted +=
        counters.received_packets + counters.dropped_packets + counters.randomly_lost_packets;
  }
  CCSIM_ASSERT(sent == accounted);
}

RunResult Simulation::result(SimTime end_ns, bool is_cancelled) {
  RunResult result;
  result.status = is_cancelled ? RunStatus::kCancelled : RunStatus::kDone;
  result.simulated_ns = end_ns;
  result.processed_events = engine_.processed_events();
  result.sample_count = series_.sample_count();
  result.chunk_count = series_.chunk_count();
  result.events_truncated = series_.was_truncated();
  result.packets = packets_.records();
  result.packets_truncated = packets_.was_truncated();
  result.losses = network_.losses().report();
  if (options_.records_causes) result.causes = causes(end_ns);
  if (records_rtt_parts()) {
    for (const Flow& flow : flows_) result.rtt_parts.push_back(flow.mean_rtt_parts());
  }
  for (const auto& link : network_.links()) {
    result.simulated_packets += link->recorder().transmitted_packets();
    result.links.push_back(link->summarise());
  }
  std::vector<double> throughputs;
  std::vector<double> goodputs;
  result.flows.reserve(flows_.size());
  for (const Flow& flow : flows_) {
    FlowSummary summary;
    flow.summarise(end_ns, summary);
    throughputs.push_back(summary.throughput_bps);
    goodputs.push_back(summary.goodput_bps);
    result.flows.push_back(summary);
    if (const DeliveryRecorder* deliveries = flow.deliveries();
        deliveries != nullptr && !deliveries->transfers().empty()) {
      result.transfers.push_back({summary.flow_index, deliveries->transfers()});
    }
  }
  fill_window_fairness(throughputs, goodputs, groups_, result.fairness);
  seconds_.fill(result.fairness);
  return result;
}

CauseResolution Simulation::cause_resolution() const {
  return CauseResolution::of(scenario_.duration_ns, groups_.size());
}

bool Simulation::records_rtt_parts() const {
  return options_.records_causes && groups_.size() <= kMostFlowsWithRttParts;
}

CauseReport Simulation::causes(SimTime end_ns) {
  CauseReport report;
  report.bucket_ns = cause_resolution().bucket_ns;
  for (Flow& flow : flows_) report.flows.push_back(flow.finish_causes(end_ns));
  return report;
}

}  // namespace ccsim
