#include "simulation/simulation.h"

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

QueueContext queue_context(const Scenario& scenario, std::uint64_t seed) {
  return {scenario.bottleneck.buffer_bytes, scenario.packet_bytes, scenario.bottleneck.rate_bps,
          RandomStream(seed, kNoFlow, RandomPurpose::kQueue)};
}

// What the queue discipline declares beyond the series of every link.
std::vector<std::string> queue_metrics(const Scenario& scenario) {
  std::vector<std::string> names;
  const QueueInfo* info = find_component(queues(), scenario.bottleneck.queue.kind);
  for (const MetricInfo& metric : info->metrics) names.push_back(metric.name);
  return names;
}

}  // namespace

Simulation::Simulation(const Scenario& scenario, std::uint64_t seed, const RunOptions& options,
                       PipeWay way)
    : scenario_(scenario),
      options_(options),
      series_(options.on_chunk),
      packets_(options.packet_window),
      oracle_(make_shared_oracle()),
      bottleneck_(engine_, scenario.bottleneck,
                  make_queue(scenario.bottleneck.queue, queue_context(scenario, seed)), *this),
      exit_{*this},
      propagation_(engine_, Rank::kDelivery, scenario.bottleneck.delay_ns, exit_, way),
      access_lines_(engine_, Rank::kAccess, *this, way),
      reverse_lines_(engine_, Rank::kAckDelivery, ack_exit_, way),
      groups_(groups_of(scenario)),
      seconds_(groups_),
      measurement_timer_(engine_, Rank::kMeasurement, *this),
      second_timer_(engine_, Rank::kMeasurement, *this),
      sample_timer_(engine_, Rank::kMeasurement, *this),
      observed_queue_(queue_metrics(scenario)) {
  CCSIM_ASSERT(scenario.duration_ns > 0 && scenario.sample_interval_ns > 0);
  CCSIM_ASSERT(scenario.warmup_ns >= 0 && scenario.warmup_ns <= scenario.duration_ns);
  const BottleneckConfig& bottleneck = scenario_.bottleneck;
  if (bottleneck.changes.changes_path()) {
    path_ = std::make_unique<ChangingPath>(bottleneck, seed,
                                           static_cast<std::uint32_t>(groups_.size()));
  }
  if (bottleneck.changes.changes_rate()) {
    const bool has_trace = !bottleneck.changes.opportunities_ns.empty();
    link_.follow([this](SimTime now_ns) { return bottleneck_.capacity_until(now_ns); },
                 has_trace ? 0 : bottleneck.rate_bps);
  }
  add_flows(seed);
  std::vector<std::string> link_series = names_of(kLinkSeries);
  if (bottleneck.changes.changes_rate()) {
    const std::vector<std::string> names = names_of(kChangingRateSeries);
    link_series.insert(link_series.end(), names.begin(), names.end());
  }
  if (path_ != nullptr) {
    const std::vector<std::string> names = names_of(kChangingPathSeries);
    link_series.insert(link_series.end(), names.begin(), names.end());
  }
  link_series.insert(link_series.end(), observed_queue_.names().begin(),
                     observed_queue_.names().end());
  link_subject_ = series_.add_subject(SubjectKind::kLink, 0, std::move(link_series));
  second_received_packets_.assign(flows_.size(), 0);
  second_unique_packets_.assign(flows_.size(), 0);
  measurement_timer_.arm(scenario.warmup_ns);
  second_timer_.arm(kSecond);
  sample_timer_.arm(scenario.sample_interval_ns);
}

void Simulation::add_flows(std::uint64_t seed) {
  for (std::size_t flow = 0; flow < groups_.size(); ++flow) {
    const FlowIdentity identity{groups_[flow], static_cast<std::uint32_t>(flow), seed};
    const Duration rtt_ns = scenario_.groups[static_cast<std::size_t>(groups_[flow])].rtt_ns;
    // The half that an odd RTT leaves over lies on the way back.
    const FlowSurroundings surroundings{
        access_lines_.with_delay(rtt_ns / 2 - scenario_.bottleneck.delay_ns),
        reverse_lines_.with_delay(rtt_ns - rtt_ns / 2), series_, oracle_.get(), path_.get()};
    flows_.push_back(std::make_unique<Flow>(engine_, scenario_, identity, surroundings));
    if (packets_.is_on()) flows_.back()->record_packets(packets_);
    if (options_.records_causes) flows_.back()->record_causes(cause_resolution());
  }
}

RunResult Simulation::run() {
  const bool is_cancelled = run_events();
  const SimTime end_ns = is_cancelled ? engine_.now_ns() : scenario_.duration_ns;
  link_.end_window(end_ns);
  for (const auto& flow : flows_) flow->finish(end_ns);
  series_.finish(end_ns);
  check_conservation();
  return result(end_ns, is_cancelled);
}

bool Simulation::run_events() {
  std::int64_t events_left = options_.progress_every_events;
  while (engine_.step(scenario_.duration_ns)) {
    if (--events_left > 0) continue;
    events_left = options_.progress_every_events;
    const bool goes_on = !options_.on_progress || options_.on_progress(engine_.now_ns());
    if (options_.wanted_tail_values) hand_out_tail(options_.wanted_tail_values());
    if (!goes_on) return true;
  }
  return false;
}

void Simulation::hand_out_tail(std::int64_t max_values) {
  if (max_values <= 0) return;
  std::optional<SeriesTail> tail = series_.take_tail(engine_.now_ns(), max_values);
  if (tail) options_.on_tail(std::move(*tail));
}

void Simulation::on_drop(const Packet& packet, SimTime now_ns) {
  note(PacketEventKind::kDropped, packet, now_ns);
  ++flow_of(packet).recorder().counters().dropped_packets;
  link_.add_drop();
}

void Simulation::on_random_loss(const Packet& packet, SimTime now_ns) {
  note(PacketEventKind::kLost, packet, now_ns);
  ++flow_of(packet).recorder().counters().randomly_lost_packets;
  link_.add_random_loss();
}

void Simulation::leave_on_changing_path(const Packet& packet, SimTime now_ns) {
  if (path_->loses_data(now_ns)) {
    on_random_loss(packet, now_ns);
    return;
  }
  propagation_.push_with_delay(packet, path_->take_delay_ns(packet, now_ns));
}

void Simulation::on_wait_begin(const Packet& packet, SimTime now_ns) {
  note(PacketEventKind::kEnqueued, packet, now_ns);
  flow_of(packet).recorder().add_waiting(packet.wire_bytes, now_ns);
}

void Simulation::on_wait_end(const Packet& packet, SimTime now_ns) {
  note(PacketEventKind::kDequeued, packet, now_ns);
  flow_of(packet).recorder().add_waiting(-static_cast<Bytes>(packet.wire_bytes), now_ns);
}

void Simulation::on_measurement(SimTime now_ns) {
  link_.begin_window(now_ns);
  for (const auto& flow : flows_) flow->begin_measurement(now_ns);
}

void Simulation::on_sample(SimTime now_ns) {
  sample_timer_.arm(now_ns + scenario_.sample_interval_ns);
  if (series_.is_recording()) {
    for (const auto& flow : flows_) flow->sample(now_ns, scenario_.sample_interval_ns);
    series_.set(link_subject_, link_sample(now_ns));
  }
  series_.end_sample();
}

// In the order in which the constructor declares them.
std::vector<double> Simulation::link_sample(SimTime now_ns) {
  const double capacity_bps = link_.sampled_capacity_bps(now_ns);
  std::vector<double> values = values_of(kLinkSeries, link_.take_sample(now_ns));
  if (scenario_.bottleneck.changes.changes_rate()) values.push_back(capacity_bps);
  if (path_ != nullptr) {
    values.push_back(to_s(static_cast<double>(path_->delay_ns(now_ns))));
  }
  observed_queue_.clear();
  bottleneck_.queue().observe(now_ns, observed_queue_);
  values.insert(values.end(), observed_queue_.values().begin(), observed_queue_.values().end());
  return values;
}

void Simulation::on_second(SimTime now_ns) {
  second_timer_.arm(now_ns + kSecond);
  const SimTime from_ns = now_ns - kSecond;
  bool is_counted = from_ns >= scenario_.warmup_ns;
  std::vector<double> throughputs;
  std::vector<double> goodputs;
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    const FlowCounters& counters = flows_[i]->recorder().counters();
    is_counted = is_counted && flows_[i]->was_active(from_ns, now_ns);
    throughputs.push_back(
        static_cast<double>(counters.received_packets - second_received_packets_[i]));
    goodputs.push_back(static_cast<double>(counters.unique_packets - second_unique_packets_[i]));
    second_received_packets_[i] = counters.received_packets;
    second_unique_packets_[i] = counters.unique_packets;
  }
  if (is_counted) seconds_.add(throughputs, goodputs);
}

// Every transmission is somewhere: received, dropped, lost, or inside of a pipe, the queue or the
// transmitter.
void Simulation::check_conservation() const {
  Packets sent = 0;
  Packets accounted =
      bottleneck_.held_packets() + static_cast<Packets>(propagation_.size() + access_lines_.size());
  for (const auto& flow : flows_) {
    const FlowCounters& counters = flow->recorder().counters();
    sent += counters.sent_packets;
    accounted +=
        counters.received_packets + counters.dropped_packets + counters.randomly_lost_packets;
  }
  CCSIM_ASSERT(sent == accounted);
}

RunResult Simulation::result(SimTime end_ns, bool is_cancelled) const {
  RunResult result;
  result.status = is_cancelled ? RunStatus::kCancelled : RunStatus::kDone;
  result.simulated_ns = end_ns;
  result.simulated_packets = link_.transmitted_packets();
  result.processed_events = engine_.processed_events();
  result.sample_count = series_.sample_count();
  result.chunk_count = series_.chunk_count();
  result.events_truncated = series_.was_truncated();
  result.packets = packets_.records();
  result.packets_truncated = packets_.was_truncated();
  if (options_.records_causes) result.causes = causes(end_ns);
  result.links.push_back(link_.summarise());
  std::vector<double> throughputs;
  std::vector<double> goodputs;
  for (const auto& flow : flows_) {
    FlowSummary summary;
    flow->summarise(end_ns, summary);
    throughputs.push_back(summary.throughput_bps);
    goodputs.push_back(summary.goodput_bps);
    result.flows.push_back(summary);
    if (const DeliveryRecorder* deliveries = flow->deliveries();
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

CauseReport Simulation::causes(SimTime end_ns) const {
  CauseReport report;
  report.bucket_ns = cause_resolution().bucket_ns;
  for (const auto& flow : flows_) report.flows.push_back(flow->finish_causes(end_ns));
  return report;
}

}  // namespace ccsim
