// What may leave now: Linux tcp_xmit_retransmit_queue() and tcp_write_xmit().
#include <algorithm>

#include "transport/burst_size.h"
#include "transport/sender.h"

namespace ccsim {

void Sender::send_what_is_allowed(SimTime now_ns) {
  retransmit_lost(now_ns);
  send_new(now_ns);
}

void Sender::on_pacer(SimTime now_ns) {
  retransmit_lost(now_ns);
  send_new_in_line(now_ns);
  report_state_in_line(now_ns);
}

void Sender::retransmit_bursts(SimTime now_ns) {
  const std::int64_t una = board_.una_sequence();
  bool includes_head = false;
  do {
    const Packets room = cwnd_packets() - board_.in_flight_packets();
    if (room <= 0) break;
    const std::int64_t sequence = board_.next_to_retransmit();
    if (sequence == una) includes_head = true;
    const Packets sent = retransmit_burst(sequence, std::min(room, send_quantum_packets()), now_ns);
    if (traits_.reduces_by_prr && in_reduction()) prr_.on_sent(sent);
  } while (has_packets_to_repair() && !pacer_blocks(now_ns));
  if (includes_head && pending_timer_ != PendingTimer::kReordering) {
    set_timer(PendingTimer::kRto, now_ns + rtt_.rto_ns() + pacing_delay(now_ns));
  }
}

// A run of lost packets next to one another, up to `limit_packets`, as one burst.
Packets Sender::retransmit_burst(std::int64_t first, Packets limit_packets, SimTime now_ns) {
  CCSIM_ASSERT(first != kNoSequence && limit_packets > 0);
  std::int64_t end = first + 1;
  while (end < board_.next_sequence() && end - first < limit_packets) {
    const SentPacket& packet = board_.at(end);
    if (!packet.is_lost || packet.is_retransmit_out) break;
    ++end;
  }
  const Packets in_flight_before = board_.in_flight_packets();
  const Packets packets = end - first;
  const bool is_run = transmits_runs_;
  for (std::int64_t s = first; s < end; ++s) {
    SentPacket& packet = board_.at(s);
    rate_.on_sent(packet, now_ns, board_.out_packets(), in_flight_before + packets);
    board_.note_retransmission(s, packet);
    if (is_run) continue;
    transmit(s, {.is_retransmission = true, .is_pushed = packets > 1 && s + 1 == end}, now_ns);
  }
  if (is_run) transmit_run(first, packets, true, now_ns);
  if (!has_retransmitted_) {
    has_retransmitted_ = true;
    first_retransmission_ns_ = now_ns;
  }
  undo_retransmissions_ = std::max<Packets>(undo_retransmissions_, 0) + packets;
  notify_sent(in_flight_before, true, packets, now_ns);
  after_burst(packets, now_ns);
  return packets;
}

void Sender::send_new(SimTime now_ns) {
  send_new_in_line(now_ns);
}

inline Packets Sender::send_new_burst(Packets limit_packets, SimTime now_ns) {
  const Packets packets = std::min(limit_packets, unsent_packets());
  const Packets in_flight_before = board_.in_flight_packets();
  const bool was_empty = board_.out_packets() == 0;
  const std::int64_t first = board_.next_sequence();
  const auto stamp = [&, out = board_.out_packets()](SentPacket& packet) {
    rate_.on_sent(packet, now_ns, out, in_flight_before + packets);
  };
  if (transmits_runs_) {
    board_.add_run(packets, stamp);
    transmit_run(first, packets, false, now_ns);
  } else {
    for (Packets i = 0; i < packets; ++i) {
      board_.add_run(1, stamp);
      transmit(first + i, {.is_pushed = packets > 1 && i + 1 == packets}, now_ns);
    }
  }
  notify_sent(in_flight_before, false, packets, now_ns);
  after_burst(packets, now_ns);
  if ((was_empty || pending_timer_ == PendingTimer::kProbe) && !is_rto_overridden()) {
    rearm_rto(now_ns);
  }
  return packets;
}

Packets Sender::send_new_bursts(SimTime now_ns) {
  Packets sent = 0;
  do {
    const Packets room =
        std::min(cwnd_packets() - board_.in_flight_packets(), receive_window_room_packets());
    if (room <= 0) break;
    sent += send_new_burst(std::min(room, new_burst_packets(room)), now_ns);
  } while (unsent_packets() > 0 && !pacer_blocks(now_ns));
  if (sent == 0) return 0;
  if (traits_.reduces_by_prr && in_reduction()) prr_.on_sent(sent);
  static_cast<void>(schedule_probe(false, now_ns));
  return sent;
}

void Sender::send_one_new(SimTime now_ns) {
  static_cast<void>(send_new_burst(1, now_ns));
}

// Linux tcp_tso_autosize() and tcp_cwnd_test(): window-based flows size their bursts by a rate of
// their own, and the window leaves in two bursts at least.
Packets Sender::new_burst_packets(Packets room_packets) const {
  Packets burst = send_quantum_packets();
  if (quantum_ != SendQuantum::kLinux) return burst;
  if (pacing_rate_bps_ == 0 && room_packets > burst) {
    burst = linux_quantum(window_rate_bps(), packet_bytes_, payload_bytes_);
  }
  return std::min(burst, std::max<Packets>(cwnd_packets() / 2, 1));
}

void Sender::transmit(std::int64_t sequence, PacketFlags flags, SimTime now_ns) {
  Packet packet;
  packet.sequence = sequence;
  packet.sent_ns = now_ns;
  packet.flow_index = flow_index_;
  packet.wire_bytes = packet_bytes_;
  packet.is_retransmission = flags.is_retransmission;
  packet.is_pushed = flags.is_pushed;
  if (is_ecn_capable_) [[unlikely]]
    ecn_->stamp(packet, board_.out_packets());
  packet.will_be_lost = loses_packets_ && loss_.decide_next();
  probe_.on_sent(packet, now_ns);
  output_.send(packet);
}

void Sender::transmit_run(std::int64_t first_sequence, Packets count, bool is_retransmission,
                          SimTime now_ns) {
  Packet packet;
  packet.sequence = first_sequence;
  packet.sent_ns = now_ns;
  packet.flow_index = flow_index_;
  packet.wire_bytes = packet_bytes_;
  packet.is_retransmission = is_retransmission;
  probe_.on_sent_run(packet, count, now_ns);
  output_.send_run(packet, count);
}

void Sender::notify_sent(Packets in_flight_before_packets, bool is_retransmission, Packets packets,
                         SimTime now_ns) {
  if (traits_.needs_every_packet_sent ||
      (in_flight_before_packets <= 0 && rate_.is_app_limited())) {
    notify_control_of_sent(in_flight_before_packets, is_retransmission, packets, now_ns);
  } else if (paces_window_based_) {
    refresh_pacing_rate();
  }
}

void Sender::notify_control_of_sent(Packets in_flight_before_packets, bool is_retransmission,
                                    Packets packets, SimTime now_ns) {
  SentEvent event;
  event.now_ns = now_ns;
  event.is_retransmission = is_retransmission;
  event.was_app_limited = rate_.is_app_limited();
  for (Packets i = 0; i < packets; ++i) {
    event.in_flight_before_packets = in_flight_before_packets + i;
    control_->on_packet_sent(event);
  }
  refresh_controls();
}

void Sender::after_burst(Packets packets, SimTime now_ns) {
  data_packets_sent_ += packets;
  last_sent_ns_ = now_ns;
  pacer_.on_sent(now_ns, packets * packet_bytes_, pacing_rate_bps_, data_packets_sent_);
}

// Linux tcp_rate_check_app_limited(): nothing to send although the window would allow it.
void Sender::check_app_limited() {
  if (unsent_packets() > 0) return;
  if (board_.in_flight_packets() >= cwnd_packets()) return;
  if (has_packets_to_repair()) return;
  rate_.mark_app_limited(board_.in_flight_packets());
}

}  // namespace ccsim
