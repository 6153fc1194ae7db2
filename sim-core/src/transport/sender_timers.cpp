// The one timer of the sender (Linux net/ipv4/tcp_timer.c): retransmission timeout, tail loss
// probe or RACK's reordering timer, whichever is pending. Deadlines are exact; Linux rounds them
// up to its tick.
#include <algorithm>

#include "transport/sender.h"

namespace ccsim {
namespace {

// Linux TCP_TIMEOUT_MIN_US: on top of twice the SRTT for a tail loss probe.
constexpr Duration kProbeSlack = 2 * kMillisecond;
constexpr std::int64_t kProbeRtts = 2;  // RFC 8985 7.2

}  // namespace

void Sender::set_timer(PendingTimer kind, SimTime deadline_ns) {
  pending_timer_ = kind;
  loss_timer_.arm(deadline_ns);
}

void Sender::on_loss_timer(SimTime now_ns) {
  check_app_limited();
  switch (pending_timer_) {
    case PendingTimer::kRto:
      pending_timer_ = PendingTimer::kNone;
      on_rto(now_ns);
      break;
    case PendingTimer::kProbe:
      send_tail_loss_probe(now_ns);
      break;
    case PendingTimer::kReordering:
      on_reordering_timeout(now_ns);
      break;
    case PendingTimer::kWindowProbe:
      pending_timer_ = PendingTimer::kNone;
      send_window_probe(now_ns);
      break;
    case PendingTimer::kNone:
      break;
  }
  pacing_timer_.release(now_ns);  // what was lost needs to be sent again
  report_state(now_ns);
}

// Linux tcp_retransmit_timer(): the head goes out at once, whatever pacer and window say.
void Sender::on_rto(SimTime now_ns) {
  if (board_.out_packets() == 0) return;
  probe_.on_event(EventKind::kRto, "timeout", seconds_or_nan(rtt_.rto_ns()), now_ns);
  enter_loss(now_ns);
  ++rto_retries_;
  static_cast<void>(retransmit_burst(board_.next_to_retransmit(), 1, now_ns));
  rtt_.back_off();
  set_timer(PendingTimer::kRto, now_ns + rtt_.rto_ns());
}

// Linux tcp_rack_reo_timeout().
void Sender::on_reordering_timeout(SimTime now_ns) {
  const Packets in_flight_before = board_.in_flight_packets();
  const Packets lost_before = rate_.lost_packets();
  static_cast<void>(mark_overdue_packets(now_ns));
  if (board_.in_flight_packets() != in_flight_before) {
    if (state_ != CaState::kRecovery) {
      enter_recovery(false, now_ns);
      if (traits_.reduces_by_prr) {
        prr_.on_ack({1, rate_.lost_packets() - lost_before, false, board_.in_flight_packets(),
                     controls_->ssthresh_packets});
      }
    }
    refresh_pacing_rate();
    retransmit_lost(now_ns);
  }
  if (pending_timer_ != PendingTimer::kRto) rearm_rto(now_ns);
}

// Linux tcp_send_loss_probe(): one new packet whatever the window says, else the last one again.
void Sender::send_tail_loss_probe(SimTime now_ns) {
  if (probe_high_sequence_ != kNoSequence || board_.out_packets() == 0) {
    rearm_rto(now_ns);
    return;
  }
  const bool has_new = unsent_packets() > 0 && receive_window_room_packets() > 0;
  if (has_new) {
    if (pacer_blocks(now_ns)) {
      rearm_rto(now_ns);
      return;
    }
    send_one_new(now_ns);
  } else {
    const std::int64_t sequence = board_.next_sequence() - 1;
    const Packets in_flight_before = board_.in_flight_packets();
    rate_.on_sent(board_.at(sequence), now_ns, board_.out_packets(), in_flight_before + 1);
    board_.note_probe_retransmission(sequence);
    transmit(sequence, {.is_retransmission = true}, now_ns);
    notify_sent(in_flight_before, true, 1, now_ns);
    after_burst(1, now_ns);
  }
  probe_is_retransmission_ = !has_new;
  probe_high_sequence_ = board_.next_sequence();
  probe_.on_event(EventKind::kTailLossProbe, has_new ? "new_data" : "retransmission", kNoValue,
                  now_ns);
  pending_timer_ = PendingTimer::kNone;
  rearm_rto(now_ns);
}

void Sender::set_probe_or_rto(bool is_advancing, SimTime now_ns) {
  if (!schedule_probe(is_advancing, now_ns)) rearm_rto(now_ns);
}

// Linux tcp_schedule_loss_probe(): twice the SRTT, and the time of a delayed ACK on top if it is
// a single packet that waits; never later than the RTO.
bool Sender::schedule_probe(bool is_advancing, SimTime now_ns) {
  if (board_.out_packets() == 0 || !is_calm()) return false;
  Duration timeout_ns = kProbeRtts * rtt_.srtt_ns();
  timeout_ns += board_.out_packets() == 1 ? rtt_.min_rto_ns() : kProbeSlack;
  const Duration rto_ns = is_advancing ? rtt_.rto_ns() : until_rto_of_head(now_ns);
  if (rto_ns > 0) timeout_ns = std::min(timeout_ns, rto_ns);
  set_timer(PendingTimer::kProbe, now_ns + timeout_ns + pacing_delay(now_ns));
  return true;
}

void Sender::rearm_rto(SimTime now_ns) {
  if (board_.out_packets() == 0) {
    pending_timer_ = PendingTimer::kNone;
    loss_timer_.disarm();
    if (waits_for_window()) await_window(now_ns);
    return;
  }
  Duration rto_ns = rtt_.rto_ns();
  const bool counts_from_head =
      pending_timer_ == PendingTimer::kReordering || pending_timer_ == PendingTimer::kProbe;
  if (counts_from_head) rto_ns = std::max<Duration>(until_rto_of_head(now_ns), kMicrosecond);
  set_timer(PendingTimer::kRto, now_ns + rto_ns + pacing_delay(now_ns));
}

Duration Sender::until_rto_of_head(SimTime now_ns) const {
  return board_.at(board_.una_sequence()).sent_ns + rtt_.rto_ns() - now_ns;
}

// What the pacer still holds back does not run against the timer.
Duration Sender::pacing_delay(SimTime now_ns) const {
  return std::max<Duration>(pacer_.next_departure_ns() - now_ns, 0);
}

}  // namespace ccsim
