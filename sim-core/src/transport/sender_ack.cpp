// An ACK arrives: Linux tcp_ack() and what it calls, in its order.
#include <algorithm>
#include <cstddef>
#include <new>

#include "transport/sender.h"

namespace ccsim {

void Sender::accept(const Ack& ack, SimTime now_ns) {
  if (reads_windows_) [[unlikely]] {
    const bool was_idle = board_.out_packets() == 0;
    read_window(ack, now_ns);
    if (was_idle && ack.duplicate_sequence == kNoSequence) return;
  }
  if (board_.out_packets() == 0 && ack.duplicate_sequence == kNoSequence) return;
  AckWork work;
  work.now_ns = now_ns;
  work.prior_una_sequence = board_.una_sequence();
  work.prior_in_flight_packets = board_.in_flight_packets();
  work.prior_lost_packets = rate_.lost_packets();
  work.advances_una = ack.una_sequence > board_.una_sequence();
  if (work.advances_una) rto_retries_ = 0;

  check_app_limited();
  rate_.begin_ack();
  apply_duplicate_report(ack, work);
  apply_sacks(ack, work);
  if (highest_sacked_sequence_ >= work.prior_una_sequence) look_for_reordering(ack, work);
  apply_cumulative_ack(ack, work);
  update_rtt(ack, work);
  if (is_ecn_capable_) [[unlikely]]
    work.echoes_congestion = ecn_->read(ack, rate_.newly_delivered_packets());
  if (probe_high_sequence_ != kNoSequence) process_probe_ack(ack, work);
  Repair repair = Repair::kNothing;
  if (is_dubious(work)) repair = alert(ack, work);
  if (work.sets_timer) set_probe_or_rto(true, now_ns);

  notify_control(work);
  if (reports_acks_) probe_.on_ack(ack, now_ns);
  if (repair == Repair::kNewData) {
    // F-RTO step 2.b (RFC 5682 3.1): new data shows whether the timeout was spurious.
    send_new(now_ns);
    if (board_.next_sequence() <= high_sequence_) {
      is_frto_ = false;
      retransmit_lost(now_ns);
    }
  } else if (repair == Repair::kLost) {
    retransmit_lost(now_ns);
  }
  send_new_in_line(now_ns);
  report_state_in_line(now_ns);
}

// Is there any reason to look closer (Linux tcp_ack_is_dubious())?
bool Sender::is_dubious(const AckWork& work) const {
  return !work.advances_una || work.sacks_data || work.is_duplicate_report ||
         state_ != CaState::kOpen || work.echoes_congestion;
}

// RFC 2883. Linux tcp_check_dsack(): a duplicate of something that this episode retransmitted.
void Sender::apply_duplicate_report(const Ack& ack, AckWork& work) {
  if (ack.duplicate_sequence == kNoSequence) return;
  work.is_duplicate_report = true;
  rack_.on_dsack();
  probe_.on_spurious_retransmission(work.now_ns);
  const bool is_of_episode = is_undo_possible_ && ack.duplicate_sequence >= undo_sequence_;
  if (is_of_episode && undo_retransmissions_ > 0) undo_retransmissions_ = undo_retransmissions_ - 1;
}

void Sender::apply_sacks(const Ack& ack, AckWork& work) {
  while (sacks_read_ < ack.sack_end) {
    const std::int64_t sequence = sack_log_.read_next();
    ++sacks_read_;
    // Filled up to here in the meantime: the cumulative acknowledgement delivers it.
    if (sequence < ack.una_sequence) continue;
    CCSIM_ASSERT(board_.is_outstanding(sequence));
    SentPacket& packet = board_.at(sequence);
    if (packet.is_sacked) continue;
    deliver(sequence, work);
    if (!packet.was_retransmitted) {
      if (sequence < high_sequence_) work.acks_original_data = true;
      if (work.first_sacked_sent_ns < 0) work.first_sacked_sent_ns = packet.sent_ns;
      work.last_sacked_sent_ns = packet.sent_ns;
      work.last_sacked_sequence = sequence;
    }
    note_sacked(sequence, work);
    board_.mark_sacked(sequence);
    work.sacks_data = true;
  }
}

// An original in a hole has been overtaken (Linux tcp_sacktag_one(): state->reord).
void Sender::note_sacked(std::int64_t sequence, AckWork& work) {
  const bool is_original = !board_.at(sequence).was_retransmitted;
  if (is_original && sequence < prior_highest_sacked_sequence_) {
    work.lowest_late_sequence = std::min(work.lowest_late_sequence, sequence);
  }
  highest_sacked_sequence_ = std::max<std::int64_t>(highest_sacked_sequence_, sequence);
}

// What the ACK shows of the path, once its SACKs are in: tcp_check_sack_reordering() as
// tcp_sacktag_write_queue() and tcp_clean_rtx_queue() call it.
void Sender::look_for_reordering(const Ack& ack, AckWork& work) {
  work.was_head_overtaken = prior_highest_sacked_sequence_ >= work.prior_una_sequence;
  if (work.lowest_late_sequence != kNoLateSequence &&
      (state_ != CaState::kLoss || is_undo_possible_)) {
    rack_.on_reordering(highest_sacked_sequence_ + 1 - work.lowest_late_sequence);
  }
  const std::int64_t end = std::min<std::int64_t>(ack.una_sequence, prior_highest_sacked_sequence_);
  for (std::int64_t s = work.prior_una_sequence; s < end; ++s) {
    const SentPacket& packet = board_.at(s);
    // An original fills a hole.
    if (packet.was_retransmitted || packet.is_sacked) continue;
    rack_.on_reordering(end_of_sacked(ack.una_sequence) - s);
    break;
  }
  prior_highest_sacked_sequence_ = highest_sacked_sequence_;
}

void Sender::apply_cumulative_ack(const Ack& ack, AckWork& work) {
  CCSIM_ASSERT(ack.una_sequence <= board_.next_sequence());
  if (!work.advances_una) return;
  work.sets_timer = true;
  apply_plain_run(ack.una_sequence, work);
  while (board_.una_sequence() < ack.una_sequence) {
    const std::int64_t sequence = board_.una_sequence();
    SentPacket& packet = board_.at(sequence);
    if (packet.was_retransmitted) {
      work.acks_retransmitted_data = true;
    } else if (!packet.is_sacked) {
      if (work.first_acked_sent_ns < 0) work.first_acked_sent_ns = packet.sent_ns;
      work.last_acked_sent_ns = packet.sent_ns;
      work.last_acked_sequence = sequence;
      if (sequence < high_sequence_) work.acks_original_data = true;
    }
    if (!packet.is_sacked) deliver(sequence, work);
    board_.pop_front();
  }
}

// Of packets sent once, the last one left last: after all of them the state is the one that it
// gives.
void Sender::apply_plain_run(std::int64_t end_sequence, AckWork& work) {
  const std::int64_t first = board_.una_sequence();
  const SimTime first_sent_ns = board_.at(first).sent_ns;
  const SentPacket* last = board_.pop_plain_run(end_sequence);
  if (last == nullptr) return;
  work.first_acked_sent_ns = first_sent_ns;
  work.last_acked_sent_ns = last->sent_ns;
  if (first < high_sequence_) work.acks_original_data = true;
  const Packets packets = board_.una_sequence() - first;
  const std::int64_t last_sequence = board_.una_sequence() - 1;
  work.last_acked_sequence = last_sequence;
  rack_.on_delivered(*last, last_sequence, work.now_ns, rtt_.min_rtt_ns());
  rate_.on_run_delivered(*last, last_sequence, packets, work.newest);
}

void Sender::deliver(std::int64_t sequence, AckWork& work) {
  SentPacket& packet = board_.at(sequence);
  rack_.on_delivered(packet, sequence, work.now_ns, rtt_.min_rtt_ns());
  rate_.on_delivered(packet, sequence, work.newest);
}

// Which sample goes where (Linux tcp_clean_rtx_queue() and tcp_ack_update_rtt()): the smoothed RTT
// takes the oldest packet acked, the controller and the minimum take the newest. Retransmitted
// packets have only the timestamp echo (Karn), in Linux's whole milliseconds.
void Sender::update_rtt(const Ack& ack, AckWork& work) {
  Duration smoothed_ns = kNoDuration;
  Duration newest_ns = kNoDuration;
  Duration sacked_ns = kNoDuration;
  if (work.first_acked_sent_ns >= 0 && !work.acks_retransmitted_data) {
    smoothed_ns = work.now_ns - work.first_acked_sent_ns;
    newest_ns = work.now_ns - work.last_acked_sent_ns;
    work.rtt_sequence = work.last_acked_sequence;
  }
  if (work.first_sacked_sent_ns >= 0) {
    sacked_ns = work.now_ns - work.first_sacked_sent_ns;
    newest_ns = work.now_ns - work.last_sacked_sent_ns;
    work.rtt_sequence = work.last_sacked_sequence;
  }
  // SACKs of packets that left after the head must not put the timeout off for ever.
  if (!work.advances_una && sacked_ns != kNoDuration && board_.out_packets() > 0 &&
      sacked_ns > work.now_ns - board_.at(board_.una_sequence()).sent_ns) {
    work.sets_timer = true;
  }
  if (smoothed_ns == kNoDuration) smoothed_ns = sacked_ns;
  if (smoothed_ns == kNoDuration && work.advances_una) [[unlikely]] {
    smoothed_ns = timestamp_rtt_ns(ack.echo_ns, work.now_ns);
    newest_ns = smoothed_ns;
  }
  last_rtt_ns_ = newest_ns;
  if (smoothed_ns == kNoDuration) return;
  rtt_.add_to_minimum(newest_ns);
  rtt_.add(smoothed_ns, board_.una_sequence(), board_.next_sequence());
}

// Linux tcp_process_tlp_ack(), RFC 8985 7.4.
void Sender::process_probe_ack(const Ack& ack, const AckWork& work) {
  if (ack.una_sequence < probe_high_sequence_) return;
  const bool proves_no_loss =
      !probe_is_retransmission_ || work.is_duplicate_report ||
      (ack.una_sequence == probe_high_sequence_ && !work.advances_una && !work.sacks_data);
  if (proves_no_loss) {
    probe_high_sequence_ = kNoSequence;
  } else if (ack.una_sequence > probe_high_sequence_) {
    // The probe repaired a loss that had not been noticed: react to it once.
    reduce_after_probe(work.now_ns);
  }
}

void Sender::fill_marks(const AckWork& work, AckEvent& event) const {
  event.delivered_ce_packets = ecn_->delivered_ce_packets();
  event.has_ecn_echo = work.echoes_congestion;
  const std::int64_t newest = work.newest.sequence;
  if (newest != kNoSequence) event.sample.ce_since_packets = ecn_->ce_since_packets(newest);
}

// The event is made at once, where all of it is known, and in room of its own: so each number is
// written once. (As a variable it would be cleared before, a word at a time.)
void Sender::notify_control(const AckWork& work) {
  const RateSample rate = rate_.finish_ack(work.newest, work.now_ns, rtt_.min_rtt_ns());
  if (rate.newly_acked_packets > 0) {
    rack_.update_reordering_window(rate.prior_delivered_packets, rate_.delivered_packets());
  }
  const bool is_in_slow_start =
      traits_.has_threshold && control_cwnd_packets_ < controls_->ssthresh_packets;
  alignas(AckEvent) std::byte room[sizeof(AckEvent)];
  AckEvent& event = *::new (room) AckEvent{
      .now_ns = work.now_ns,
      .sample = {.prior_delivered_packets = rate.prior_delivered_packets,
                 .delivered_packets = rate.delivered_packets,
                 .ce_since_packets = 0,
                 .interval_ns = rate.interval_ns,
                 .rtt_ns = last_rtt_ns_,
                 .newly_acked_packets = rate.newly_acked_packets,
                 .newly_lost_packets = rate_.lost_packets() - work.prior_lost_packets,
                 .lost_since_packets = rate.lost_since_packets,
                 .tx_in_flight_packets = rate.tx_in_flight_packets,
                 .prior_in_flight_packets = work.prior_in_flight_packets,
                 .is_app_limited = rate.is_app_limited,
                 .is_ack_delayed = false},
      .state = state_,
      .in_flight_packets = board_.in_flight_packets(),
      .delivered_packets = rate_.delivered_packets(),
      .lost_packets = rate_.lost_packets(),
      .delivered_ce_packets = 0,
      .has_ecn_echo = false,
      .cumulatively_acked_packets = board_.una_sequence() - work.prior_una_sequence,
      .una_sequence = board_.una_sequence(),
      .next_sequence = board_.next_sequence(),
      .srtt_ns = rtt_.srtt_ns(),
      .lifetime_min_rtt_ns = rtt_.min_rtt_ns(),
      .is_cwnd_limited = is_in_slow_start
                             ? cwnd_usage_.is_limited_in_slow_start(control_cwnd_packets_)
                             : cwnd_usage_.is_limited(),
      .is_paced = pacing_rate_bps_ > 0,
      .reorders_far = rack_.reorders_far(),
      .next_departure_ns = pacer_.next_departure_ns(),
      .send_quantum_packets = send_quantum_packets()};
  if (is_ecn_capable_) [[unlikely]]
    fill_marks(work, event);
  control_->on_ack(event);
  refresh_cwnd();
  if (event.sample.rtt_ns != kNoDuration) {
    probe_.on_rtt({event.sample.rtt_ns, work.rtt_sequence, event.sample.newly_acked_packets});
  }
  if (traits_.reduces_by_prr && in_reduction()) {
    prr_.on_ack({event.sample.newly_acked_packets, event.sample.newly_lost_packets,
                 work.advances_una, event.in_flight_packets, controls_->ssthresh_packets});
  }
  if (controls_->after_ack != AfterAck::kNothing) [[unlikely]]
    perform(controls_->after_ack, work.now_ns);
  refresh_pacing_rate();
}

}  // namespace ccsim
