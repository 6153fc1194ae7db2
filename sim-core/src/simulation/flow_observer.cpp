#include "simulation/flow_observer.h"

namespace ccsim {

FlowObserver::FlowObserver(std::uint32_t flow_index, const Scenario& scenario,
                           const AlgorithmInfo& algorithm, const FlowEcn& ecn,
                           const FlowGroupConfig& group, const Sender& sender,
                           const FlowTransit& transit, SeriesRecorder& series,
                           bool records_rtt_parts)
    : recorder_(scenario.packet_bytes, scenario.header_bytes, transit),
      sender_(sender),
      series_(series),
      flow_index_(flow_index),
      feedback_(ecn.request.feedback),
      reads_windows_(group.receiver.read_rate_bps > 0) {
  if (records_rtt_parts) {
    watchers().rtt_parts = std::make_unique<RttRecorder>(group.path, group.return_path);
  }
  if (!series.is_recording()) return;  // the names take memory
  watchers().sampler = std::make_unique<FlowSampler>(algorithm, group, scenario.packet_bytes,
                                                     scenario.header_bytes, ecn.has_marks);
  std::vector<std::string> names = watchers_->sampler->names();
  if (rtt_parts() != nullptr) {
    for (std::string& name : rtt_parts()->names()) names.push_back(std::move(name));
  }
  series_subject_ = series.add_subject(SubjectKind::kFlow, flow_index, std::move(names));
}

void FlowObserver::sample(const Carrier* carrier, const SlowReader* reader, SimTime now_ns,
                          Duration interval_ns) {
  std::vector<double> values =
      watchers_->sampler->take(recorder_, sender_, {carrier, reader}, now_ns, interval_ns);
  if (rtt_parts() != nullptr) {
    for (const double value : rtt_parts()->take_sample()) values.push_back(value);
  }
  series_.set(series_subject_, values);
}

void FlowObserver::on_sent(const Packet& packet, SimTime now_ns) {
  recorder_.add_sent(1);
  if (packet.is_retransmission) ++recorder_.counters().retransmitted_packets;
  note(packet.is_retransmission ? PacketEventKind::kRetransmitted : PacketEventKind::kSent, packet,
       now_ns);
}

void FlowObserver::on_sent_run(const Packet& packet, Packets count, SimTime) {
  recorder_.add_sent(count);
  if (packet.is_retransmission) recorder_.counters().retransmitted_packets += count;
}

void FlowObserver::on_handshake_sent(const Packet& packet, SimTime now_ns) {
  ++bare_packets_;
  note(PacketEventKind::kHandshake, packet, now_ns);
}

void FlowObserver::on_ack(const Ack& ack, SimTime now_ns) {
  note(PacketEventKind::kAckReceived, ack, now_ns);
}

void FlowObserver::on_rtt(const RttSample& sample) {
  if (watchers_ != nullptr) {
    note_rtt(sample);
  } else {
    recorder_.add_rtt(sample.rtt_ns, sample.packets);
  }
}

void FlowObserver::note_rtt(const RttSample& sample) {
  if (watchers_->sampler != nullptr) watchers_->sampler->set_rtt(sample.rtt_ns);
  if (watchers_->rtt_parts != nullptr) {
    watchers_->rtt_parts->add_sample(sample.rtt_ns, sample.sequence, sample.packets);
  }
  recorder_.add_rtt(sample.rtt_ns, sample.packets);
}

void FlowObserver::on_state(const SenderState& state, SimTime now_ns) {
  recorder_.set_state(state.cwnd_packets, state.in_flight_packets, state.pacing_rate_bps, now_ns);
  recorder_.set_limit(state.limit, now_ns);
  if (watchers_ != nullptr) note_bound(state, now_ns);
}

// First the two that limit nearly always. Their value is read before the controller is asked: then
// no more than it is kept over the call.
void FlowObserver::note_bound(const SenderState& state, SimTime now_ns) const {
  CauseRecorder* const causes = watchers_->causes.get();
  if (causes == nullptr) return;
  if (state.limit == SendLimit::kCwnd) {
    const Packets cwnd_packets = state.cwnd_packets;
    causes->set(sender_.control()->window_binding(), cwnd_packets, now_ns);
  } else if (state.limit == SendLimit::kPacing) {
    const BitRate rate_bps = state.pacing_rate_bps;
    causes->set(sender_.control()->rate_binding(), rate_bps, now_ns);
  } else if (state.limit != SendLimit::kNotEstablished) {
    const Binding binding = state.limit == SendLimit::kRecovery        ? Binding::kRecovery
                            : state.limit == SendLimit::kReceiveWindow ? Binding::kReceiveWindow
                                                                       : Binding::kApplication;
    causes->set(binding, state.in_flight_packets, now_ns);
  }
}

void FlowObserver::begin_window(SimTime now_ns) {
  recorder_.begin_window(now_ns);
  if (causes() != nullptr) causes()->begin_window(now_ns);
  if (rtt_parts() != nullptr) rtt_parts()->begin_window();
}

void FlowObserver::end_window(SimTime now_ns) {
  recorder_.end_window(now_ns);
  if (causes() != nullptr) causes()->end_window(now_ns);
  if (rtt_parts() != nullptr) rtt_parts()->end_window();
}

void FlowObserver::on_cause(SimTime now_ns, CauseKind kind, const char* reason,
                            const CauseNumbers& numbers) {
  causes()->add(now_ns, kind, reason, numbers);
}

void FlowObserver::on_event(EventKind kind, const char* reason, double value, SimTime now_ns) {
  SenderCounters& counters = recorder_.counters();
  if (kind == EventKind::kRto) ++counters.rto_count;
  if (kind == EventKind::kRecoveryStart) ++counters.recovery_count;
  if (kind == EventKind::kTailLossProbe) ++counters.tail_loss_probe_count;
  if (kind == EventKind::kWindowProbe) note_window_probe(now_ns);
  series_.add_event(flow_index_, now_ns, kind, reason, value);
}

// Of one of many connections nothing is known here but that there was one.
void FlowObserver::note_window_probe(SimTime now_ns) {
  ++bare_packets_;
  if (packets_ == nullptr || !packets_->covers(now_ns) || !sender_.is_established()) return;
  write_down(PacketEventKind::kWindowProbe, sender_.scoreboard().una_sequence() - 1, 0, kNoWindow,
             now_ns);
}

void FlowObserver::on_spurious_retransmission(SimTime) {
  ++recorder_.counters().spurious_retransmission_count;
}

void FlowObserver::on_phase(SimTime now_ns, const char* phase, const char* reason) {
  series_.enter_phase(flow_index_, now_ns, phase, reason);
}

void FlowObserver::write_down(PacketEventKind kind, std::int64_t sequence, std::uint8_t ecn_bits,
                              std::int32_t window_packets, SimTime now_ns) {
  PacketRecord record;
  record.time_ns = now_ns;
  record.sequence = sequence;
  // A flow without a connection of its own has no window, or those of all its connections.
  const bool has_connection = sender_.is_established();
  record.cwnd_packets = has_connection ? sender_.cwnd_packets() : recorder_.cwnd_packets();
  record.in_flight_packets =
      has_connection ? sender_.scoreboard().in_flight_packets() : recorder_.in_flight_packets();
  record.flow_index = flow_index_;
  record.kind = kind;
  record.ecn_bits = ecn_bits;
  record.window_packets = window_packets;
  packets_->add(record);
}

}  // namespace ccsim
