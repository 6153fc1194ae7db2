#include "cc/controller_rig.h"

#include <algorithm>

#include "ccsim/rng.h"

namespace ccsim::testing {

ControllerRig::ControllerRig(const RigOptions& options)
    : own_oracle(make_shared_oracle()), srtt_ns_(options.handshake_rtt_ns) {
  const AlgorithmInfo* info = find_algorithm(options.algorithm);
  ControllerContext context{
      options.packet_bytes,
      52,
      options.initial_window_packets,
      options.flow_index,
      RandomStream(options.seed, options.flow_index, RandomPurpose::kCongestionControl),
      &phases,
      &causes,
      options.oracle != nullptr ? options.oracle : own_oracle.get(),
      options.handshake_rtt_ns,
      now_ns};
  if (options.handshake_rtt_ns > 0) smallest_rtt_ns = options.handshake_rtt_ns;
  control = info->make(ParameterSet(info->parameters, options.parameters), context);
}

void ControllerRig::send_one() {
  if (flight_.empty()) delivered_ns_ = now_ns;
  const bool is_app_limited = app_limited_until_ > 0;
  control->on_packet_sent({now_ns, in_flight(), false, is_app_limited});
  flight_.push_back({next_sequence_++, now_ns, delivered_ns_, delivered_packets, lost_packets,
                     in_flight() + 1, is_app_limited, 0});
}

Packets ControllerRig::fill_window(Packets limit_packets) {
  Packets sent_packets = 0;
  while (in_flight() < control->controls().cwnd_packets && sent_packets < limit_packets) {
    send_one();
    ++sent_packets;
  }
  return sent_packets;
}

void ControllerRig::go_idle(Duration duration_ns) {
  if (in_flight() > 0) ack(in_flight());
  app_limited_until_ = std::max<Packets>(delivered_packets, 1);
  now_ns += duration_ns;
}

AckEvent ControllerRig::base_event() const {
  AckEvent event;
  event.now_ns = now_ns;
  event.state = state;
  event.in_flight_packets = in_flight();
  event.delivered_packets = delivered_packets;
  event.lost_packets = lost_packets;
  event.delivered_ce_packets = delivered_ce_packets;
  event.next_sequence = next_sequence_;
  event.una_sequence = flight_.empty() ? next_sequence_ : flight_.front().sequence;
  event.srtt_ns = srtt_ns_;
  event.lifetime_min_rtt_ns = smallest_rtt_ns == INT64_MAX ? kNoDuration : smallest_rtt_ns;
  event.is_cwnd_limited = is_cwnd_limited;
  event.next_departure_ns = now_ns;
  event.send_quantum_packets = 2;
  return event;
}

void ControllerRig::ack(Packets packets, Packets gap_packets) {
  const Packets prior_in_flight_packets = in_flight();
  lose_oldest(gap_packets, prior_in_flight_packets);
  packets = std::min(packets, in_flight());
  RateSample sample;
  Sent newest{};
  for (Packets i = 0; i < packets; ++i) {
    newest = flight_.front();
    flight_.pop_front();
    ++delivered_packets;
  }
  if (packets > 0) {
    const Duration rtt_ns = now_ns - newest.sent_ns;
    delivered_ns_ = now_ns;
    last_rtt_ns = rtt_ns;
    smallest_rtt_ns = std::min(smallest_rtt_ns, rtt_ns);
    srtt_ns_ = srtt_ns_ < 0 ? rtt_ns : (7 * srtt_ns_ + rtt_ns) / 8;
    sample.prior_delivered_packets = newest.delivered_packets;
    sample.delivered_packets = delivered_packets - newest.delivered_packets;
    sample.interval_ns = std::max(now_ns - newest.delivered_ns, Duration{1});
    sample.rtt_ns = rtt_ns;
    sample.lost_since_packets = lost_packets - newest.lost_packets;
    sample.tx_in_flight_packets = newest.tx_in_flight_packets;
    sample.is_app_limited = newest.is_app_limited;
  }
  sample.newly_acked_packets = packets;
  sample.newly_lost_packets = gap_packets;
  sample.prior_in_flight_packets = prior_in_flight_packets;
  if (app_limited_until_ > 0 && delivered_packets > app_limited_until_) app_limited_until_ = 0;
  if (state == CaState::kCwr && base_event().una_sequence > own_reduction_end_) end_recovery();
  AckEvent event = base_event();
  event.sample = sample;
  event.cumulatively_acked_packets = packets;
  control->on_ack(event);
  const AfterAck action = control->controls().after_ack;
  if (action == AfterAck::kMarkAppLimited) {
    app_limited_until_ = std::max<Packets>(delivered_packets + in_flight(), 1);
  }
  if (action == AfterAck::kReduceWindow && state < CaState::kCwr) {
    state = CaState::kCwr;
    own_reduction_end_ = next_sequence_;
    control->on_congestion({.now_ns = now_ns,
                            .kind = CongestionKind::kRequested,
                            .in_flight_packets = in_flight(),
                            .is_cwnd_limited = is_cwnd_limited,
                            .una_sequence = event.una_sequence,
                            .next_sequence = next_sequence_,
                            .cwnd_packets = control->controls().cwnd_packets});
  }
}

void ControllerRig::mark_lost(const Sent& packet) {
  ++lost_packets;
  control->on_packet_lost({now_ns, delivered_packets, packet.tx_in_flight_packets,
                           lost_packets - packet.lost_packets, packet.is_app_limited,
                           packet.sequence});
}

void ControllerRig::lose(Packets packets) {
  packets = std::min(packets, in_flight());
  const Packets prior_in_flight_packets = in_flight();
  lose_oldest(packets, prior_in_flight_packets);
  AckEvent event = base_event();
  event.sample.newly_lost_packets = packets;
  event.sample.prior_in_flight_packets = prior_in_flight_packets;
  control->on_ack(event);
}

void ControllerRig::lose_oldest(Packets packets, Packets prior_in_flight_packets) {
  for (Packets i = 0; i < packets; ++i) {
    const Sent packet = flight_.front();
    flight_.pop_front();
    mark_lost(packet);
  }
  if (packets > 0 && state < CaState::kRecovery) {
    state = CaState::kRecovery;
    control->on_congestion({.now_ns = now_ns,
                            .kind = CongestionKind::kFastRecovery,
                            .in_flight_packets = prior_in_flight_packets,
                            .is_cwnd_limited = is_cwnd_limited,
                            .cwnd_packets = control->controls().cwnd_packets});
  }
}

void ControllerRig::mark(Packets packets) {
  delivered_ce_packets += packets;
  if (state < CaState::kCwr) {
    state = CaState::kCwr;
    control->on_congestion({.now_ns = now_ns,
                            .kind = CongestionKind::kEcn,
                            .in_flight_packets = in_flight(),
                            .is_cwnd_limited = is_cwnd_limited,
                            .delivered_packets = delivered_packets + packets,
                            .delivered_ce_packets = delivered_ce_packets,
                            .una_sequence = base_event().una_sequence + packets,
                            .next_sequence = next_sequence_});
  }
  ack(packets);
}

void ControllerRig::rto() {
  const Packets prior_in_flight_packets = in_flight();
  while (!flight_.empty()) {
    const Sent packet = flight_.front();
    flight_.pop_front();
    mark_lost(packet);
  }
  control->on_congestion({.now_ns = now_ns,
                          .kind = CongestionKind::kRto,
                          .in_flight_packets = prior_in_flight_packets,
                          .reduces_ssthresh = state < CaState::kRecovery,
                          .is_cwnd_limited = is_cwnd_limited,
                          .cwnd_packets = control->controls().cwnd_packets});
  state = CaState::kLoss;
}

void ControllerRig::end_recovery() {
  if (state < CaState::kCwr) return;
  own_reduction_end_ = INT64_MAX;
  const CaState left = state;
  state = CaState::kOpen;
  control->on_recovery_exit({now_ns, left, in_flight()});
}

void ControllerRig::undo() {
  if (state < CaState::kRecovery) return;
  control->on_undo({now_ns, in_flight(), control->controls().cwnd_packets});
  end_recovery();
}

void ControllerRig::run_round(Duration rtt_ns) {
  fill_window();
  advance(rtt_ns);
  for (Packets left_packets = in_flight(); left_packets > 0; left_packets -= 2) {
    ack(std::min<Packets>(left_packets, 2));
    fill_window();
  }
}

void ControllerRig::run_path(const Path& path, Duration duration_ns) {
  const SimTime end_ns = now_ns + duration_ns;
  const Duration service_ns = 1500 * 8 * kNanosecondsPerSecond / path.rate_bps;
  SimTime next_send_ns = now_ns;
  Packets since_loss_packets = 0;
  while (now_ns < end_ns) {
    // Paced by the controller where it paces; else the window is sent at once.
    while (in_flight() < control->controls().cwnd_packets && next_send_ns <= now_ns) {
      send_one();
      link_free_ns_ = std::max(link_free_ns_, now_ns) + service_ns;
      flight_.back().arrives_ns = link_free_ns_ + path.base_rtt_ns;
      const BitRate pacing_bps = control->controls().pacing_rate_bps;
      next_send_ns =
          pacing_bps > 0 ? now_ns + 1500 * 8 * kNanosecondsPerSecond / pacing_bps : now_ns;
    }
    const bool may_send = in_flight() < control->controls().cwnd_packets;
    const SimTime ack_ns = flight_.empty() ? kNever : flight_.front().arrives_ns;
    now_ns = may_send ? std::min(next_send_ns, ack_ns) : ack_ns;
    if (now_ns != ack_ns) continue;
    if (path.lose_every_packets > 0 && ++since_loss_packets >= path.lose_every_packets) {
      since_loss_packets = 0;
      lose(1);
      end_recovery();
      continue;
    }
    ack(path.packets_per_ack);
  }
}

}  // namespace ccsim::testing
