#include "transport/handshake.h"

#include <algorithm>

#include "transport/sender.h"

namespace ccsim {

HandshakePackets::HandshakePackets(Engine& engine, const TransportConfig& config,
                                   std::uint32_t connection_index, Sender& sender, Owner& owner)
    : round_trips_(config.handshake_round_trips),
      connection_index_(connection_index),
      sender_(sender),
      owner_(owner),
      rtt_(config.min_rto_ns),
      timer_(engine, Rank::kLossTimer, *this) {
  CCSIM_ASSERT(round_trips_ > 0 && round_trips_ <= Handshake::kMostRoundTrips);
}

void HandshakePackets::start(SimTime now_ns) {
  round_trip_ = 0;
  copies_ = 0;
  first_sent_ns_ = now_ns;
  send(now_ns);
}

void HandshakePackets::send(SimTime now_ns) {
  ++copies_;
  sender_.send_handshake(sequence(), now_ns);
  timer_.arm(now_ns + rtt_.rto_ns());
}

// RFC 6298 2.1 and 5.5: a second without a sample (Linux TCP_TIMEOUT_INIT), twice as long each
// time, but for the SYN's first timeouts: Linux tcp_retransmit_timer() doubles from
// total_rto > tcp_syn_linear_timeouts on. The next sample takes the doubling back.
void HandshakePackets::on_timeout(SimTime now_ns) {
  constexpr int kLinearSynTimeouts = 4;  // since Linux 6.5
  sender_.note_handshake_timeout(round_trip_ == 0, rtt_.rto_ns(), now_ns);
  const bool is_linear = round_trip_ == 0 && copies_ <= kLinearSynTimeouts;
  if (!is_linear) rtt_.back_off();
  send(now_ns);
}

// Linux tcp_ack_update_rtt(): a repeated packet has only the timestamp's sample, in whole
// milliseconds (RFC 7323; Karn's rule is for connections without it).
void HandshakePackets::accept_answer(const Ack& answer, SimTime now_ns) {
  if (!timer_.is_armed() || answer.una_sequence != sequence()) return;
  timer_.disarm();
  const Duration rtt_ns =
      copies_ == 1 ? now_ns - first_sent_ns_ : timestamp_rtt_ns(answer.echo_ns, now_ns);
  // tcp_try_undo_spurious_syn(): the answer is that of the first SYN.
  if (round_trip_ == 0) {
    constexpr int kMostHarmlessCopies = 2;
    known_.begins_with_one_packet =
        copies_ > kMostHarmlessCopies && answer.echo_ns != first_sent_ns_;
  }
  known_.rtts_ns[static_cast<std::size_t>(round_trip_)] = rtt_ns;
  rtt_.add(rtt_ns, round_trip_, 0);
  ++round_trip_;
  known_.samples = round_trip_;
  if (round_trip_ == round_trips_) {
    owner_.on_handshake(known_, now_ns);
    return;
  }
  copies_ = 0;
  first_sent_ns_ = now_ns;
  send(now_ns);
}

Ack HandshakePackets::answer_to(const Packet& packet) {
  Ack answer;
  answer.una_sequence = packet.sequence;
  answer.echo_ns = packet.sent_ns;
  if (packet.sequence == handshake_sequence(connection_index_, 0)) {
    first_arrived_sent_ns_ = std::min(first_arrived_sent_ns_, packet.sent_ns);
    answer.echo_ns = first_arrived_sent_ns_;
  }
  return answer;
}

}  // namespace ccsim
