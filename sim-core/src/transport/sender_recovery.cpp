// States of the sender and what moves it between them: Linux tcp_fastretrans_alert() and its
// helpers, with RACK as the only loss detection and SACK always on.
#include <algorithm>

#include "transport/sender.h"

namespace ccsim {
namespace {

// Linux TCP_TIMEOUT_MIN_US: slack on top of RACK's deadline.
constexpr Duration kTimeoutSlack = 2 * kMillisecond;

}  // namespace

Sender::Repair Sender::alert(const Ack& ack, AckWork& work) {
  // A mark is no mistake: what it leads to is not taken back (Linux: prior_ssthresh = 0).
  if (work.echoes_congestion) may_restore_ = false;
  if (state_ == CaState::kOpen) {
    has_retransmitted_ = false;
  } else if (state_ == CaState::kRecovery && board_.una_sequence() >= high_sequence_) {
    leave_recovery(ack, work.now_ns);
  } else if (state_ == CaState::kCwr && board_.una_sequence() > high_sequence_) {
    // Something sent after the reduction has arrived: one reduction per round trip.
    set_state(CaState::kOpen, work.now_ns);
  }
  switch (state_) {
    case CaState::kRecovery:
      return stays_in_recovery(ack, work) ? Repair::kLost : Repair::kNothing;
    case CaState::kLoss: {
      const Repair repair = process_loss_state(ack, work);
      identify_losses(work);
      // An undone timeout, or a retransmission that was lost again, is looked at afresh.
      if (state_ != CaState::kOpen && !work.loses_retransmission) return repair;
      const Repair afresh = alert_open(work);
      return afresh == Repair::kNothing ? repair : afresh;
    }
    default:
      return alert_open(work);
  }
}

Sender::Repair Sender::alert_open(AckWork& work) {
  if (state_ == CaState::kOpen || state_ == CaState::kDisorder) {
    static_cast<void>(try_undo_by_dsack(work.now_ns));
  }
  identify_losses(work);
  if (board_.lost_packets() == 0) {
    if (work.echoes_congestion) reduce_for_mark(work.now_ns);
    try_to_open(work.now_ns);
    return Repair::kNothing;
  }
  enter_recovery(work.echoes_congestion, work.now_ns);
  return Repair::kLost;
}

// One ACK in fast recovery; false if there is nothing to be repaired after it.
bool Sender::stays_in_recovery(const Ack& ack, AckWork& work) {
  if (work.advances_una && is_undo_possible_ && echo_precedes_retransmission(ack)) {
    // The hole was filled by the original (Linux tcp_try_undo_partial()).
    if (work.was_head_overtaken) {
      rack_.on_reordering(end_of_sacked(board_.una_sequence()) - work.prior_una_sequence);
    }
    if (board_.retransmitted_packets() > 0) return false;
    undo(work.now_ns, "timestamp", true);
    try_to_open(work.now_ns);
  }
  if (try_undo_by_dsack(work.now_ns)) try_to_open(work.now_ns);
  identify_losses(work);
  if (state_ == CaState::kRecovery) return true;
  if (board_.lost_packets() == 0) return false;
  enter_recovery(work.echoes_congestion, work.now_ns);
  return true;
}

// One ACK after a timeout: Linux tcp_process_loss(), F-RTO as in RFC 5682 3.1.
Sender::Repair Sender::process_loss_state(const Ack& ack, AckWork& work) {
  const bool has_recovered = board_.una_sequence() >= high_sequence_;
  if (work.advances_una && try_undo_loss(ack, false, work.now_ns)) return Repair::kNothing;
  if (is_frto_) {
    // Step 3.b: data that was never retransmitted has arrived, so not all was lost.
    if (work.acks_original_data && try_undo_loss(ack, true, work.now_ns)) return Repair::kNothing;
    if (board_.next_sequence() > high_sequence_) {
      if (work.sacks_data || !work.advances_una) is_frto_ = false;  // step 3.a: the loss was real
    } else if (work.advances_una && !has_recovered) {
      high_sequence_ = board_.next_sequence();
      if (unsent_packets() > 0 && receive_window_room_packets() > 0) return Repair::kNewData;
      is_frto_ = false;
    }
  }
  if (has_recovered) {
    if (may_undo(ack)) {
      undo(work.now_ns, "timestamp", false);
    } else {
      rack_.on_clean_recovery();
    }
    set_state(CaState::kOpen, work.now_ns);
    return Repair::kNothing;
  }
  return Repair::kLost;
}

void Sender::identify_losses(AckWork& work) {
  if (board_.out_packets() == 0 || !rack_.take_advanced()) return;
  const Packets retransmitted_before = board_.retransmitted_packets();
  // Mostly what has been out longest left after what the ACK delivers: nothing can be overdue.
  const std::int64_t oldest = board_.oldest_sequence();
  if (oldest == kNoSequence || !rack_.was_overtaken(board_.at(oldest), oldest)) return;
  const Duration remaining_ns = mark_overdue_packets(work.now_ns);
  if (board_.retransmitted_packets() < retransmitted_before) work.loses_retransmission = true;
  if (remaining_ns <= 0) return;
  const Duration wait_ns = std::min(remaining_ns + kTimeoutSlack, rtt_.rto_ns());
  set_timer(PendingTimer::kReordering, work.now_ns + wait_ns);
  work.sets_timer = false;
}

Duration Sender::mark_overdue_packets(SimTime now_ns) {
  const bool in_recovery = state_ == CaState::kRecovery || state_ == CaState::kLoss;
  const Duration window_ns = rack_.reordering_window_ns(in_recovery, board_.sacked_packets(),
                                                        rtt_.min_rtt_ns(), rtt_.srtt_ns());
  Duration longest_ns = 0;
  std::int64_t sequence = board_.oldest_sequence();
  while (sequence != kNoSequence) {
    const SentPacket& packet = board_.at(sequence);
    if (!rack_.was_overtaken(packet, sequence)) break;
    const std::int64_t newer_sequence = Scoreboard::newer_sequence(packet);
    const Duration remaining_ns = rack_.remaining_ns(packet, window_ns, now_ns);
    if (remaining_ns <= 0) {
      mark_lost(sequence, now_ns);
    } else {
      longest_ns = std::max(longest_ns, remaining_ns);
    }
    sequence = newer_sequence;
  }
  refresh_cwnd();
  return longest_ns;
}

// The caller asks the controller for its window when all are marked.
void Sender::mark_lost(std::int64_t sequence, SimTime now_ns) {
  if (!board_.mark_lost(sequence)) return;
  rate_.on_marked_lost();
  const SentPacket& packet = board_.at(sequence);
  PacketLostEvent event;
  event.now_ns = now_ns;
  event.delivered_packets = rate_.delivered_packets();
  event.tx_in_flight_packets = packet.tx_in_flight_packets;
  event.lost_since_packets = since(packet.lost_packets, rate_.lost_packets());
  event.was_app_limited = packet.was_app_limited;
  event.sequence = sequence;
  control_->on_packet_lost(event);
}

// Linux tcp_enter_recovery(): what a mark or a request has reduced is not restored, nor what the
// ACK of a mark reduces, however spurious the losses are.
void Sender::enter_recovery(bool echoes_congestion, SimTime now_ns) {
  start_undo();
  may_restore_ = !in_reduction() && !echoes_congestion;
  if (!in_reduction()) {
    const Packets prior_cwnd = cwnd_packets();
    start_reduction(now_ns, CongestionKind::kFastRecovery);
    prr_.start(prior_cwnd, board_.in_flight_packets());
  } else if (traits_.reacts_to_losses_in_cwr) {
    // The mark's reduction continues to its own end; the module hears of the loss by
    // tcp_set_ca_state().
    control_->on_congestion(congestion_event(CongestionKind::kFastRecovery, now_ns));
    refresh_cwnd();
  }
  probe_.on_event(EventKind::kRecoveryStart, "loss", static_cast<double>(board_.lost_packets()),
                  now_ns);
  set_state(CaState::kRecovery, now_ns);
}

// Linux tcp_enter_cwr(): an echo reduces the window unless a reduction is under way.
void Sender::reduce_for_mark(SimTime now_ns) {
  if (state_ == CaState::kCwr) return;
  is_undo_possible_ = false;
  const Packets prior_cwnd = cwnd_packets();
  start_reduction(now_ns, CongestionKind::kEcn);
  prr_.start(prior_cwnd, board_.in_flight_packets());
  probe_.on_event(EventKind::kEcnReduction, "mark",
                  static_cast<double>(ecn_->delivered_ce_packets()), now_ns);
  set_state(CaState::kCwr, now_ns);
}

// Linux tcp_enter_cwr() from a module's cong_avoid(): the window falls from the next ACK on, and a
// reduction that was asked for is no mistake.
void Sender::perform(AfterAck action, SimTime now_ns) {
  if (action == AfterAck::kMarkAppLimited) {
    rate_.mark_app_limited(board_.in_flight_packets());
    return;
  }
  may_restore_ = false;
  if (state_ != CaState::kOpen && state_ != CaState::kDisorder) return;
  is_undo_possible_ = false;
  const Packets prior_cwnd = cwnd_packets();
  start_reduction(now_ns, CongestionKind::kRequested);
  prr_.start(prior_cwnd, prior_cwnd);
  set_state(CaState::kCwr, now_ns);
}

// The one reaction to losses, marks or a request within a window, whatever has shown them.
void Sender::start_reduction(SimTime now_ns, CongestionKind kind) {
  high_sequence_ = board_.next_sequence();
  probe_high_sequence_ = kNoSequence;
  if (is_ecn_capable_) ecn_->on_reduction();
  control_->on_congestion(congestion_event(kind, now_ns));
  refresh_cwnd();
}

CongestionEvent Sender::congestion_event(CongestionKind kind, SimTime now_ns) const {
  CongestionEvent event;
  event.now_ns = now_ns;
  event.kind = kind;
  event.in_flight_packets = board_.in_flight_packets();
  event.newly_acked_packets = rate_.newly_delivered_packets();
  event.is_cwnd_limited = cwnd_usage_.is_limited();
  event.delivered_packets = rate_.delivered_packets();
  event.una_sequence = board_.una_sequence();
  event.next_sequence = board_.next_sequence();
  event.cwnd_packets = cwnd_packets();
  event.is_in_cwr = state_ == CaState::kCwr;
  if (is_ecn_capable_) event.delivered_ce_packets = ecn_->delivered_ce_packets();
  return event;
}

// Linux tcp_enter_loss(). One reduction per window; a timer that expires again for the same packet
// lowers the window only.
void Sender::enter_loss(SimTime now_ns) {
  CongestionEvent event;
  event.now_ns = now_ns;
  event.kind = CongestionKind::kRto;
  event.in_flight_packets = board_.in_flight_packets();
  event.is_cwnd_limited = cwnd_usage_.is_limited();
  event.cwnd_packets = cwnd_packets();
  const bool is_new_recovery = state_ != CaState::kRecovery && state_ != CaState::kLoss;
  event.reduces_ssthresh = state_ == CaState::kOpen || state_ == CaState::kDisorder ||
                           board_.una_sequence() >= high_sequence_ ||
                           (state_ == CaState::kLoss && rto_retries_ == 0);
  mark_losses_of_timeout(now_ns);
  if (is_new_recovery && state_ != CaState::kCwr) rack_.on_calm_timeout(board_.sacked_packets());
  event.still_in_flight_packets = board_.in_flight_packets();
  if (is_ecn_capable_) ecn_->on_reduction();
  if (event.reduces_ssthresh) {
    start_undo();
    may_restore_ = true;
  }
  control_->on_congestion(event);
  refresh_controls();
  set_state(CaState::kLoss, now_ns);
  high_sequence_ = board_.next_sequence();
  is_frto_ = is_new_recovery || rto_retries_ > 0;
}

// Everything but what was sent within the last round trip, as RACK reckons it (Linux
// tcp_timeout_mark_lost()); the head always.
void Sender::mark_losses_of_timeout(SimTime now_ns) {
  const std::int64_t una = board_.una_sequence();
  for (std::int64_t s = una; s < board_.next_sequence(); ++s) {
    const SentPacket& packet = board_.at(s);
    if (packet.is_sacked) continue;
    if (s != una && rack_.remaining_ns(packet, 0, now_ns) > 0) continue;
    mark_lost(s, now_ns);
  }
}

// A tail loss probe filled a hole: an episode that starts and ends at once. In Linux it is CWR,
// which modules that need ECN answer in their own way; without ECN they are Reno.
void Sender::reduce_after_probe(SimTime now_ns) {
  start_reduction(now_ns,
                  is_ecn_capable_ ? CongestionKind::kProbeRepair : CongestionKind::kFastRecovery);
  state_ = CaState::kCwr;
  set_state(CaState::kOpen, now_ns);
  try_to_open(now_ns);
}

void Sender::start_undo() {
  is_undo_possible_ = true;
  undo_sequence_ = board_.una_sequence();
  const Packets under_way = board_.retransmitted_packets();
  undo_retransmissions_ = under_way > 0 ? under_way : -1;
}

// Notifies the controller when an episode is over.
void Sender::set_state(CaState state, SimTime now_ns) {
  const CaState left = state_;
  if (left == state) return;
  state_ = state;
  const bool was_episode =
      left == CaState::kRecovery || left == CaState::kLoss || left == CaState::kCwr;
  if (!was_episode || state == CaState::kRecovery || state == CaState::kLoss) return;
  control_->on_recovery_exit({now_ns, left, board_.in_flight_packets()});
  refresh_cwnd();
  if (left != CaState::kCwr)
    probe_.on_event(EventKind::kRecoveryEnd, "recovered", kNoValue, now_ns);
}

// Linux tcp_try_to_open() and tcp_try_keep_open().
void Sender::try_to_open(SimTime now_ns) {
  const bool has_retransmission =
      board_.retransmitted_packets() > 0 ||
      (board_.out_packets() > 0 && board_.at(board_.una_sequence()).was_retransmitted);
  if (!has_retransmission) has_retransmitted_ = false;
  if (state_ == CaState::kCwr) return;
  const bool is_disordered =
      has_retransmission || board_.sacked_packets() > 0 || board_.lost_packets() > 0;
  const CaState state = is_disordered ? CaState::kDisorder : CaState::kOpen;
  if (state_ == state) return;
  set_state(state, now_ns);
  high_sequence_ = board_.next_sequence();
}

// The Eifel test (RFC 3522) in whole milliseconds, as Linux's timestamps are: the ACK echoes
// something sent before the first retransmission, or nothing has been retransmitted yet.
bool Sender::echo_precedes_retransmission(const Ack& ack) const {
  if (!has_retransmitted_) return true;
  return ack.echo_ns / kMillisecond < first_retransmission_ns_ / kMillisecond;
}

bool Sender::may_undo(const Ack& ack) const {
  return is_undo_possible_ && (undo_retransmissions_ == 0 || echo_precedes_retransmission(ack));
}

void Sender::undo(SimTime now_ns, const char* reason, bool clears_loss_marks) {
  if (clears_loss_marks) board_.clear_loss_marks();
  is_undo_possible_ = false;
  rack_.force_advanced();
  if (!may_restore_) return;
  control_->on_undo({now_ns, board_.in_flight_packets(), cwnd_packets()});
  refresh_controls();
  probe_.on_event(EventKind::kUndo, reason, kNoValue, now_ns);
}

void Sender::leave_recovery(const Ack& ack, SimTime now_ns) {
  if (may_undo(ack)) {
    undo(now_ns, "timestamp", false);
  } else {
    rack_.on_clean_recovery();
  }
  set_state(CaState::kOpen, now_ns);
}

bool Sender::try_undo_by_dsack(SimTime now_ns) {
  if (!is_undo_possible_ || undo_retransmissions_ != 0) return false;
  rack_.on_dsack_undo();
  undo(now_ns, "dsack", false);
  return true;
}

bool Sender::try_undo_loss(const Ack& ack, bool is_frto, SimTime now_ns) {
  if (!is_frto && !may_undo(ack)) return false;
  undo(now_ns, is_frto ? "frto" : "timestamp", true);
  rto_retries_ = 0;
  set_state(CaState::kOpen, now_ns);
  return true;
}

}  // namespace ccsim
