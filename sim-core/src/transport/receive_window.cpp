// The window that a slow receiver opens and closes, and what a sender does that finds it closed
// with nothing under way: Linux 6.12 tcp_input.c, tcp_ack_update_window() and tcp_ack_probe();
// tcp_output.c, tcp_send_probe0(); RFC 9293 3.8.6.1.
#include <algorithm>

#include "transport/sender.h"

namespace ccsim {
namespace {

constexpr Duration kMaxWindowProbe = 120 * kSecond;  // TCP_RTO_MAX
constexpr int kMostDoublings = 16;
constexpr Bytes kBareHeaderBytes = 40;  // IPv4 and TCP without options

}  // namespace

// tcp_may_update_window(): news of the same data counts only if it is good.
void Sender::read_window(const Ack& ack, SimTime now_ns) {
  const std::int64_t una = board_.una_sequence();
  const bool is_news = ack.una_sequence > una ||
                       (ack.una_sequence == una && ack.window_packets > receive_window_packets_);
  if (!is_news) return;
  receive_window_packets_ = ack.window_packets;
  if (board_.out_packets() > 0) return;
  if (reports_acks_) probe_.on_ack(ack, now_ns);
  window_probes_ = 0;
  send_new(now_ns);
  report_state(now_ns);
}

bool Sender::waits_for_window() const {
  return reads_windows_ && board_.out_packets() == 0 && unsent_packets() > 0 &&
         receive_window_room_packets() <= 0;
}

// The receiver says when there is room again. That ACK may get lost, and nothing else is under way
// that would be answered: the sender asks (tcp_probe0_when()).
void Sender::await_window(SimTime now_ns) {
  if (pending_timer_ == PendingTimer::kWindowProbe && loss_timer_.is_armed()) return;
  const Duration base_ns = std::max(rtt_.rto_ns(), rtt_.min_rto_ns());
  const int doublings = std::min(window_probes_, kMostDoublings);
  const Duration wait_ns = std::min(base_ns << doublings, kMaxWindowProbe);
  set_timer(PendingTimer::kWindowProbe, now_ns + wait_ns);
}

// As tcp_xmit_probe_skb(): no data, and a number below the window, so that it is answered.
void Sender::send_window_probe(SimTime now_ns) {
  if (!waits_for_window()) return;
  const Packet packet = bare_packet(board_.una_sequence() - 1, now_ns);
  probe_.on_event(EventKind::kWindowProbe, "window_closed", kNoValue, now_ns);
  ++window_probes_;
  output_.send(packet);
  await_window(now_ns);
}

void Sender::send_handshake(std::int64_t sequence, SimTime now_ns) {
  const Packet packet = bare_packet(sequence, now_ns);
  probe_.on_handshake_sent(packet, now_ns);
  output_.send(packet);
}

void Sender::note_handshake_timeout(bool is_of_syn, Duration timeout_ns, SimTime now_ns) {
  const char* reason = is_of_syn ? "syn_unanswered" : "second_round_trip_unanswered";
  probe_.on_event(EventKind::kHandshakeTimeout, reason, seconds_or_nan(timeout_ns), now_ns);
}

// Not ECN-capable (RFC 3168 6.1.1). The loss model decides about it as about any transmission.
Packet Sender::bare_packet(std::int64_t sequence, SimTime now_ns) {
  Packet packet;
  packet.sequence = sequence;
  packet.sent_ns = now_ns;
  packet.flow_index = flow_index_;
  const Bytes header_bytes = packet_bytes_ - payload_bytes_;
  packet.wire_bytes =
      static_cast<std::uint16_t>(header_bytes > 0 ? header_bytes : kBareHeaderBytes);
  packet.has_no_data = true;
  packet.will_be_lost = loss_.is_active() && loss_.decide_next();
  return packet;
}

}  // namespace ccsim
