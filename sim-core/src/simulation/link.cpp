#include "simulation/link.h"

#include <algorithm>
#include <utility>

#include "simulation/flow_ecn.h"
#include "simulation/network.h"

namespace ccsim {
namespace {

QueueContext queue_context(const Scenario& scenario, std::uint32_t index, std::uint64_t seed) {
  const BottleneckConfig& link = scenario.link(index);
  return {link.buffer_bytes, scenario.packet_bytes, link.rate_bps,
          RandomStream(seed, kNoFlow, RandomPurpose::kQueue, index)};
}

// What the queue discipline declares beyond the series of every link.
std::vector<std::string> queue_metrics(const BottleneckConfig& link) {
  std::vector<std::string> names;
  const QueueInfo* info = find_component(queues(), link.queue.kind);
  for (const MetricInfo& metric : info->metrics) names.push_back(metric.name);
  return names;
}

}  // namespace

Link::Link(Engine& engine, const Scenario& scenario, std::uint32_t index, std::uint64_t seed,
           Network& network, PipeWay way)
    : index_(index),
      seed_(seed),
      loss_(scenario.link(index).loss),
      loss_reason_(reason_of(loss_)),
      filters_acks_(scenario.link(index).filters_acks),
      is_plain_(!filters_acks_),
      records_packets_(network.packets().is_on()),
      changes_rate_(scenario.link(index).changes.changes_rate()),
      has_marks_(has_marks(scenario, index)),
      network_(network),
      observed_queue_(queue_metrics(scenario.link(index))),
      bottleneck_(engine, scenario.link(index),
                  make_queue(scenario.link(index).queue, queue_context(scenario, index, seed)),
                  *this),
      exit_{network},
      propagation_(engine, Rank::kDelivery, scenario.link(index).delay_ns, exit_, way),
      access_lines_(engine, Rank::kAccess, *this, way) {
  const BottleneckConfig& link = scenario.link(index);
  if (SteadyLink::is_possible(scenario, records_packets_, way)) {
    steady_.emplace(engine, scenario, propagation_, *this, network);
  }
  if (link.changes.changes_path()) {
    changing_path_ = std::make_unique<ChangingPath>(link, seed, scenario.flow_count(), index);
  }
  if (changes_rate_) {
    const bool has_trace = !link.changes.opportunities_ns.empty();
    recorder_.follow([this](SimTime now_ns) { return bottleneck_.capacity_until(now_ns); },
                     has_trace ? 0 : link.rate_bps);
  }
}

void Link::approach(PipeEntrance<Packet>& access, Packet& packet, Packets count, SimTime now_ns) {
  if (steady_ && steady_->take_ahead(access, packet, count, now_ns)) return;
  access.push_run(packet, count, [&packet, left = count]() mutable { step_burst(packet, --left); });
}

void Link::decide_losses_of(std::uint32_t flow_index, bool is_acks) {
  std::vector<LossProcess>& losses = is_acks ? ack_losses_ : data_losses_;
  LossProcess process = is_acks ? LossProcess::of_acks(loss_, seed_, flow_index, index_)
                                : LossProcess::of_data(loss_, seed_, flow_index, index_);
  if (!process.is_active()) return;
  if (losses.size() <= flow_index) losses.resize(flow_index + 1);
  losses[flow_index] = std::move(process);
  is_plain_ = false;
}

bool Link::decides_loss_of(const Packet& packet) {
  std::vector<LossProcess>& losses = packet.is_ack ? ack_losses_ : data_losses_;
  if (packet.flow_index >= losses.size()) return packet.will_be_lost;
  LossProcess& process = losses[packet.flow_index];
  return process.is_active() ? process.decide_next() : packet.will_be_lost;
}

void Link::accept_step_by_step(Packet packet, SimTime now_ns) {
  if (records_rtt_parts_) note_coming(packet, now_ns);
  if (!is_plain_ && !prepare(packet, now_ns)) return;
  bottleneck_.accept(packet, now_ns);
}

bool Link::prepare(Packet& packet, SimTime now_ns) {
  if (packet.is_ack && filters_acks_ && merge_into_waiting_ack(packet, now_ns)) return false;
  packet.will_be_lost = decides_loss_of(packet);
  return true;
}

// The newer ACK takes the older one's place in the queue.
bool Link::merge_into_waiting_ack(const Packet& packet, SimTime now_ns) {
  if (packet.flow_index >= waiting_acks_.size()) return false;
  const WaitingAck& older = waiting_acks_[packet.flow_index];
  if (older.place == kNoSequence || older.connection_index != packet.connection_index) return false;
  network_.packets().enter_link(index_, LossReason::kAckFilter);
  const bool is_merged = network_.flow_of(packet).merge_acks(older.place, packet.sequence);
  network_.packets().leave_link();
  if (is_merged) {
    recorder_.add_filtered_ack();
    network_.losses().add(key_of(packet, LossReason::kAckFilter), now_ns);
  }
  return is_merged;
}

void Link::lose_ack(const Packet& packet, LossReason reason, SimTime now_ns) {
  network_.packets().enter_link(index_, reason);
  network_.flow_of(packet).lose_ack(packet, now_ns);
  network_.packets().leave_link();
}

void Link::on_drop(const Packet& packet, LossReason reason, SimTime now_ns) {
  recorder_.add_drop();
  network_.losses().add(key_of(packet, reason), now_ns);
  if (packet.is_ack) {
    lose_ack(packet, reason, now_ns);
    return;
  }
  note(PacketEventKind::kDropped, packet, now_ns, reason);
  ++network_.transit(packet.flow_index).dropped_packets;
}

void Link::on_mark(const Packet& packet, LossReason reason, SimTime now_ns) {
  recorder_.add_mark();
  LossKey key = key_of(packet, reason);
  key.is_mark = true;
  network_.losses().add(key, now_ns);
  note(PacketEventKind::kMarked, packet, now_ns, reason);
  ++network_.transit(packet.flow_index).marked_packets;
}

void Link::lose(const Packet& packet, LossReason reason, SimTime now_ns) {
  network_.losses().add(key_of(packet, reason), now_ns);
  if (packet.is_ack) {
    lose_ack(packet, reason, now_ns);
    return;
  }
  recorder_.add_random_loss();
  note(PacketEventKind::kLost, packet, now_ns, reason);
  ++network_.transit(packet.flow_index).randomly_lost_packets;
}

void Link::leave_on_changing_path(const Packet& packet, SimTime now_ns) {
  const bool is_out =
      packet.is_ack ? changing_path_->loses_acks(now_ns) : changing_path_->loses_data(now_ns);
  if (is_out || changing_path_->strikes(packet.flow_index, packet.is_ack, now_ns)) {
    lose(packet, is_out ? LossReason::kOutage : LossReason::kRandom, now_ns);
    return;
  }
  const Duration delay_ns = changing_path_->take_delay_ns(packet, now_ns);
  if (records_rtt_parts_) {
    note_time(packet, WayTable::kPropagation, now_ns + changing_path_->delay_ns(now_ns));
    note_time(packet, WayTable::kJitter, now_ns + delay_ns);
  }
  propagation_.push_with_delay(packet, delay_ns);
}

void Link::note_coming(const Packet& packet, SimTime now_ns) {
  const Flow& flow = network_.flow_of(packet);
  const bool is_first = !packet.is_ack && packet.links_left + std::size_t{1} == flow.path().size();
  if (is_first && flow.rtt_parts() != nullptr) {
    flow.rtt_parts()->begin(packet.sequence, now_ns);
  } else {
    note_time(packet, WayTable::kPropagation, now_ns);
  }
}

void Link::note_time(const Packet& packet, std::size_t cell, SimTime until_ns) {
  RttRecorder* recorder = network_.flow_of(packet).rtt_parts();
  if (recorder == nullptr) return;
  if (packet.is_ack) {
    recorder->spend_of_ack(packet.sequence, cell, until_ns);
  } else {
    recorder->spend(packet.sequence, cell, until_ns);
  }
}

void Link::note_wait(const Packet& packet, SimTime until_ns) {
  const Flow& flow = network_.flow_of(packet);
  const LinkPath& path = packet.is_ack ? flow.return_path() : flow.path();
  note_time(packet, WayTable::kFirstQueue + path.size() - 1 - packet.links_left, until_ns);
}

void Link::on_wait_begin(const Packet& packet, SimTime now_ns) {
  if (packet.is_ack) {
    if (!filters_acks_) return;
    if (waiting_acks_.size() <= packet.flow_index) waiting_acks_.resize(packet.flow_index + 1);
    waiting_acks_[packet.flow_index] = {packet.sequence, packet.connection_index};
    return;
  }
  note(PacketEventKind::kEnqueued, packet, now_ns);
  network_.transit(packet.flow_index).queue_bytes.add(packet.wire_bytes, now_ns);
}

void Link::on_wait_end(const Packet& packet, SimTime now_ns) {
  if (records_rtt_parts_) note_wait(packet, now_ns);
  if (packet.is_ack) {
    if (filters_acks_ && waiting_acks_[packet.flow_index].place == packet.sequence) {
      waiting_acks_[packet.flow_index].place = kNoSequence;
    }
    return;
  }
  note(PacketEventKind::kDequeued, packet, now_ns);
  network_.transit(packet.flow_index).queue_bytes.add(-Bytes{packet.wire_bytes}, now_ns);
}

void Link::on_transmitted(const Packet& packet, SimTime now_ns) {
  if (records_rtt_parts_) note_time(packet, WayTable::kTransmission, now_ns);
  recorder_.add_transmitted();
  if (!packet.is_ack) note(PacketEventKind::kTransmitted, packet, now_ns);
}

void Link::on_loss_ahead(std::uint32_t flow_index, SimTime at_ns) {
  recorder_.add_random_loss();
  ++network_.transit(flow_index).randomly_lost_packets;
  network_.losses().add({.flow_index = flow_index,
                         .link_index = static_cast<std::int16_t>(index_),
                         .reason = loss_reason_},
                        at_ns);
}

void Link::write_down(PacketEventKind kind, const Packet& packet, LossReason reason,
                      SimTime now_ns) {
  PacketRecorder& packets = network_.packets();
  packets.set_queue(bottleneck_.waiting_bytes());
  packets.enter_link(index_, reason);
  network_.flow_of(packet).note(kind, packet, now_ns);
  packets.leave_link();
}

void Link::Exit::accept(const Packet& packet, SimTime now_ns) {
  network.pass_on(packet, now_ns);
}

Packets Link::held_packets() const {
  // The propagation pipe of a steady link holds the packets that still have an event.
  const Packets held = steady_ ? steady_->held_packets() : bottleneck_.held_packets();
  return held + static_cast<Packets>(propagation_.size() + access_lines_.size());
}

void Link::add_to(SeriesRecorder& series) {
  series_subject_ = series.add_subject(SubjectKind::kLink, index_, series_names());
}

void Link::sample(SeriesRecorder& series, SimTime now_ns) {
  series.set(series_subject_, take_sample(now_ns));
}

std::vector<std::string> Link::series_names() const {
  std::vector<std::string> names = names_of(kLinkSeries);
  const auto add = [&names](const std::vector<std::string>& more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  if (changes_rate_) add(names_of(kChangingRateSeries));
  if (changing_path_ != nullptr) {
    const std::vector<std::string> path = names_of(kChangingPathSeries);
    const std::vector<std::string>& own = observed_queue_.names();
    const bool clashes =
        std::find_first_of(own.begin(), own.end(), path.begin(), path.end()) != own.end();
    add(clashes ? names_of(kNamedPathSeries) : path);
  }
  if (has_marks_) add(names_of(kLinkEcnSeries));
  if (filters_acks_) add(names_of(kLinkFilterSeries));
  add(observed_queue_.names());
  return names;
}

std::vector<double> Link::take_sample(SimTime now_ns) {
  const double capacity_bps = recorder_.sampled_capacity_bps(now_ns);
  std::vector<double> values = values_of(kLinkSeries, recorder_.take_sample(now_ns));
  if (changes_rate_) values.push_back(capacity_bps);
  if (changing_path_ != nullptr) {
    values.push_back(to_s(static_cast<double>(changing_path_->delay_ns(now_ns))));
  }
  if (has_marks_) {
    const LinkEcnSample marks = recorder_.take_ecn_sample();
    for (const double value : values_of(kLinkEcnSeries, marks)) values.push_back(value);
  }
  if (filters_acks_) {
    const LinkFilterSample filtered = recorder_.take_filter_sample();
    for (const double value : values_of(kLinkFilterSeries, filtered)) values.push_back(value);
  }
  observed_queue_.clear();
  bottleneck_.queue().observe(now_ns, observed_queue_);
  values.insert(values.end(), observed_queue_.values().begin(), observed_queue_.values().end());
  return values;
}

}  // namespace ccsim
