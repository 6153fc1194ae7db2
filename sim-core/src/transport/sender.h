// The sending end of a connection: what Linux does between the application and the network
// (net/ipv4/tcp_input.c, tcp_output.c, tcp_timer.c), counted in full-sized packets. Which parts
// are modelled, and which are not, is listed in docs/model.md.
//
//   sender.cpp           life of the connection, state for the outside
//   sender_ack.cpp       an ACK arrives: scoreboard, RTT, rate sample, controller
//   sender_recovery.cpp  Open, Disorder, Recovery, Loss; RACK; undo
//   sender_transmit.cpp  what may leave, retransmissions first; pacing
//   receive_window.cpp   windows that the receiver opens and closes, zero-window probes
//   sender_timers.cpp    RTO, tail loss probe, RACK reordering timer
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "ahead/held_timer.h"
#include "ccsim/congestion_control.h"
#include "ccsim/scenario.h"
#include "engine/timer.h"
#include "net/loss_process.h"
#include "transport/ack.h"
#include "transport/cwnd_usage.h"
#include "transport/ecn_sender.h"
#include "transport/handshake.h"
#include "transport/pacer.h"
#include "transport/prr.h"
#include "transport/rack.h"
#include "transport/rate_sampler.h"
#include "transport/rtt_estimator.h"
#include "transport/scoreboard.h"
#include "transport/sender_ports.h"

namespace ccsim {

struct SenderConfig {
  std::uint32_t flow_index = 0;
  Bytes packet_bytes = 1500;
  Bytes header_bytes = 52;
  TransportConfig transport;
  Bytes receive_window_bytes = kUnlimited;  // payload
  bool reads_windows = false;               // of ACKs; else the window stays as it is
  EcnRequest ecn;
};

class alignas(64) Sender {
 public:
  Sender(Engine& engine, const SenderConfig& config, LossProcess loss, SackLog& sack_log,
         PacketOutput& output, SenderProbe& probe);

  // A packet of the handshake leaves, and one has not been answered in time.
  void send_handshake(std::int64_t sequence, SimTime now_ns);
  void note_handshake_timeout(bool is_of_syn, Duration timeout_ns, SimTime now_ns);
  // The handshake is over. Sends what has been written already.
  void establish(SimTime now_ns, const Handshake& handshake,
                 std::unique_ptr<CongestionControl> control);
  // The application hands over `packets` more packets of data.
  void write(Packets packets, SimTime now_ns);
  // The application has data at all times.
  void write_endless(SimTime now_ns);
  // No new data from now on; what is lost is still repaired.
  void stop_writing(SimTime now_ns);

  // From now on the probe hears of every ACK.
  void report_acks() {
    reports_acks_ = true;
    transmits_runs_ = false;
  }

  // An ACK arrives.
  void accept(const Ack& ack, SimTime now_ns);

  [[nodiscard]] bool is_established() const { return control_ != nullptr; }
  [[nodiscard]] const CongestionControl* control() const { return control_.get(); }
  [[nodiscard]] const RttEstimator& rtt() const { return rtt_; }
  [[nodiscard]] const Scoreboard& scoreboard() const { return board_; }
  [[nodiscard]] const RateSampler& rate_sampler() const { return rate_; }
  [[nodiscard]] CaState state() const { return state_; }
  // Delivered packets that came with a mark, as far as ACKs have reported them.
  [[nodiscard]] Packets delivered_ce_packets() const {
    return ecn_ == nullptr ? 0 : ecn_->delivered_ce_packets();
  }
  [[nodiscard]] Packets cwnd_packets() const {
    if (traits_.reduces_by_prr && in_reduction()) return prr_.cwnd_packets();
    return control_cwnd_packets_;
  }
  [[nodiscard]] BitRate pacing_rate_bps() const { return pacing_rate_bps_; }
  // kNoDuration if the last ACK gave none.
  [[nodiscard]] Duration last_rtt_ns() const { return last_rtt_ns_; }
  [[nodiscard]] Packets send_quantum_packets() const { return send_quantum_packets_; }

 private:
  enum class PendingTimer : std::uint8_t { kNone, kRto, kProbe, kReordering, kWindowProbe };
  enum class Repair : std::uint8_t { kNothing, kLost, kNewData };

  // Flags of a packet that leaves.
  struct PacketFlags {
    bool is_retransmission = false;
    bool is_pushed = false;
  };

  static constexpr std::int64_t kNoLateSequence = std::numeric_limits<std::int64_t>::max();

  // What one ACK has brought about so far.
  struct AckWork {
    SimTime now_ns = 0;
    std::int64_t prior_una_sequence = 0;
    Packets prior_in_flight_packets = 0;
    Packets prior_lost_packets = 0;
    SimTime first_acked_sent_ns = -1;  // of never retransmitted packets, cumulatively acked
    SimTime last_acked_sent_ns = -1;
    SimTime first_sacked_sent_ns = -1;
    SimTime last_sacked_sent_ns = -1;
    std::int64_t last_acked_sequence = kNoSequence;  // of last_acked_sent_ns
    std::int64_t last_sacked_sequence = kNoSequence;
    std::int64_t rtt_sequence = kNoSequence;              // whose RTT the newest sample is
    std::int64_t lowest_late_sequence = kNoLateSequence;  // of the SACKed, overtaken before
    bool advances_una = false;
    bool sacks_data = false;
    bool was_head_overtaken = false;  // something above snd_una had been SACKed before
    bool acks_retransmitted_data = false;
    bool acks_original_data = false;  // never retransmitted, sent before the recovery point
    bool is_duplicate_report = false;
    bool loses_retransmission = false;
    bool sets_timer = false;
    bool echoes_congestion = false;  // ECN
    RateSampler::Newest newest;
  };

  // --- sender_ack.cpp
  void apply_sacks(const Ack& ack, AckWork& work);
  // What shows that the path reorders. Never inlined: nearly all ACKs have nothing to show.
  [[gnu::noinline]] void note_sacked(std::int64_t sequence, AckWork& work);
  [[gnu::noinline]] void look_for_reordering(const Ack& ack, AckWork& work);
  // One past the highest that is SACKed once the ACK is in; without one, what it acknowledges
  // (Linux tcp_highest_sack_seq()).
  [[nodiscard]] std::int64_t end_of_sacked(std::int64_t una_sequence) const {
    return std::max<std::int64_t>(highest_sacked_sequence_ + 1, una_sequence);
  }
  void apply_duplicate_report(const Ack& ack, AckWork& work);
  void apply_cumulative_ack(const Ack& ack, AckWork& work);
  void apply_plain_run(std::int64_t end_sequence, AckWork& work);
  void deliver(std::int64_t sequence, AckWork& work);
  void update_rtt(const Ack& ack, AckWork& work);
  void process_probe_ack(const Ack& ack, const AckWork& work);
  [[nodiscard]] bool is_dubious(const AckWork& work) const;
  void notify_control(const AckWork& work);
  [[gnu::noinline]] void fill_marks(const AckWork& work, AckEvent& event) const;

  // --- receive_window.cpp: of receivers that read slowly
  [[gnu::noinline]] void read_window(const Ack& ack, SimTime now_ns);
  [[nodiscard]] bool waits_for_window() const;
  [[gnu::noinline]] void await_window(SimTime now_ns);
  void send_window_probe(SimTime now_ns);
  [[nodiscard]] Packet bare_packet(std::int64_t sequence, SimTime now_ns);

  // --- sender_recovery.cpp
  [[nodiscard]] Repair alert(const Ack& ack, AckWork& work);
  [[nodiscard]] Repair alert_open(AckWork& work);
  [[nodiscard]] bool stays_in_recovery(const Ack& ack, AckWork& work);
  [[nodiscard]] Repair process_loss_state(const Ack& ack, AckWork& work);
  void identify_losses(AckWork& work);
  // Returns the longest time left among the packets that are not overdue yet; 0 if none.
  [[gnu::noinline]] Duration mark_overdue_packets(SimTime now_ns);
  void mark_lost(std::int64_t sequence, SimTime now_ns);
  void enter_recovery(bool echoes_congestion, SimTime now_ns);
  void start_reduction(SimTime now_ns, CongestionKind kind);
  [[nodiscard]] CongestionEvent congestion_event(CongestionKind kind, SimTime now_ns) const;
  void perform(AfterAck action, SimTime now_ns);
  void reduce_for_mark(SimTime now_ns);
  void enter_loss(SimTime now_ns);
  void mark_losses_of_timeout(SimTime now_ns);
  void reduce_after_probe(SimTime now_ns);
  void start_undo();
  void set_state(CaState state, SimTime now_ns);
  void try_to_open(SimTime now_ns);
  [[nodiscard]] bool may_undo(const Ack& ack) const;
  [[nodiscard]] bool echo_precedes_retransmission(const Ack& ack) const;
  void undo(SimTime now_ns, const char* reason, bool clears_loss_marks);
  void leave_recovery(const Ack& ack, SimTime now_ns);
  [[nodiscard]] bool try_undo_by_dsack(SimTime now_ns);
  [[nodiscard]] bool try_undo_loss(const Ack& ack, bool is_frto, SimTime now_ns);
  [[nodiscard]] bool in_reduction() const {
    return state_ == CaState::kRecovery || state_ == CaState::kCwr;
  }

  // --- sender_transmit.cpp
  void send_what_is_allowed(SimTime now_ns);
  // Mostly the pacer blocks, or nothing is lost: that takes no call.
  void retransmit_lost(SimTime now_ns) {
    if (has_packets_to_repair() && !pacer_blocks(now_ns)) retransmit_bursts(now_ns);
  }
  [[gnu::noinline]] void retransmit_bursts(SimTime now_ns);
  void send_new(SimTime now_ns);
  // The same at the end of an ACK and of an event of the pacer.
  [[gnu::always_inline]] void send_new_in_line(SimTime now_ns);
  // The first one leaves now if the windows let it. Returns how many packets have left.
  [[gnu::noinline]] Packets send_new_bursts(SimTime now_ns);
  [[nodiscard]] Packets new_burst_packets(Packets room_packets) const;
  // Sends up to `limit_packets` new packets as one burst; returns how many.
  [[gnu::always_inline]] Packets send_new_burst(Packets limit_packets, SimTime now_ns);
  // One packet, for a tail loss probe.
  void send_one_new(SimTime now_ns);
  Packets retransmit_burst(std::int64_t first, Packets limit_packets, SimTime now_ns);
  void transmit(std::int64_t sequence, PacketFlags flags, SimTime now_ns);
  // So many with their sequences one after the other, where nothing is decided packet by packet.
  void transmit_run(std::int64_t first_sequence, Packets count, bool is_retransmission,
                    SimTime now_ns);
  void after_burst(Packets packets, SimTime now_ns);
  void notify_sent(Packets in_flight_before_packets, bool is_retransmission, Packets packets,
                   SimTime now_ns);
  void notify_control_of_sent(Packets in_flight_before_packets, bool is_retransmission,
                              Packets packets, SimTime now_ns);
  [[nodiscard]] bool pacer_blocks(SimTime now_ns) {
    if (!pacer_.blocks(now_ns)) return false;
    pacing_timer_.arm(pacer_.next_departure_ns(), now_ns);
    return true;
  }
  [[nodiscard]] Packets unsent_packets() const { return write_sequence_ - board_.next_sequence(); }
  [[nodiscard]] Packets receive_window_room_packets() const {
    return receive_window_packets_ - board_.out_packets();
  }
  void check_app_limited();
  // What holds until the next ACK, timer or write: what there was to send has been tried.
  [[nodiscard]] SendLimit limit_of(Packets cwnd_packets, SimTime now_ns) const;
  [[nodiscard]] bool has_packets_to_repair() const {
    return board_.lost_packets() > board_.retransmitted_packets();
  }
  // The controller has handled an event: read what it asks for now.
  void refresh_controls() {
    refresh_cwnd();
    refresh_pacing_rate();
  }
  void refresh_cwnd() { control_cwnd_packets_ = controls_->cwnd_packets; }
  void refresh_pacing_rate() {
    const BitRate rate_bps = controls_->pacing_rate_bps;
    if (rate_bps != pacing_rate_bps_ || paces_window_based_) set_pacing_rate(rate_bps);
  }
  [[gnu::noinline]] void set_pacing_rate(BitRate rate_bps);
  [[nodiscard]] Packets quantum_packets_of_rate() const;
  [[nodiscard]] BitRate window_rate_bps() const;
  void on_pacer(SimTime now_ns);

  // --- sender_timers.cpp
  void on_loss_timer(SimTime now_ns);
  void on_rto(SimTime now_ns);
  void on_reordering_timeout(SimTime now_ns);
  void send_tail_loss_probe(SimTime now_ns);
  void set_timer(PendingTimer kind, SimTime deadline_ns);
  void set_probe_or_rto(bool is_advancing, SimTime now_ns);
  [[nodiscard]] bool schedule_probe(bool is_advancing, SimTime now_ns);
  void rearm_rto(SimTime now_ns);
  // Whether setting the RTO has no effect, because a probe is then scheduled in its place.
  [[nodiscard]] bool is_rto_overridden() const {
    return pending_timer_ == PendingTimer::kProbe && is_calm() &&
           loss_timer_.keeps_event(board_.at(board_.una_sequence()).sent_ns + rtt_.rto_ns());
  }
  [[nodiscard]] bool is_calm() const { return state_ == CaState::kOpen || state_ == CaState::kCwr; }
  [[nodiscard]] Duration until_rto_of_head(SimTime now_ns) const;
  [[nodiscard]] Duration pacing_delay(SimTime now_ns) const;

  // Linux tcp_slow_start_after_idle_check(), at a write.
  void restart_after_idle(SimTime now_ns);
  void report_state(SimTime now_ns);
  // The same where send_new_in_line() comes right before: both look at the same numbers.
  [[gnu::always_inline]] void report_state_in_line(SimTime now_ns);

  // In the order of cache lines: with many flows they are read from memory with every ACK. First
  // the timers, each with its deadline at its end and what goes with it behind that.
  Timer<Sender, &Sender::on_loss_timer> loss_timer_;
  BitRate pacing_rate_bps_ = 0;
  Packets data_packets_sent_ = 0;  // transmissions, retransmissions included
  SimTime last_sent_ns_ = kNever;
  std::int64_t write_sequence_ = 0;  // end of what the application has written
  Packets receive_window_packets_;

  HeldTimer<Sender, &Sender::on_pacer> pacing_timer_;
  Pacer pacer_;
  PacketOutput& output_;
  SenderProbe& probe_;
  std::unique_ptr<CongestionControl> control_;
  const Controls* controls_ = nullptr;  // the controller's

  // Of the settings, what packets need.
  std::uint32_t flow_index_;
  std::uint16_t packet_bytes_;
  std::uint16_t payload_bytes_;
  std::int32_t quantum_packets_;
  SendQuantum quantum_;
  bool paces_window_based_;
  bool reads_windows_;
  bool loses_packets_;
  bool is_ecn_capable_;
  ControlTraits traits_;
  bool reports_acks_ = false;
  bool transmits_runs_;  // nothing is decided or reported packet by packet
  // The state of this connection.
  CaState state_ = CaState::kOpen;
  PendingTimer pending_timer_ = PendingTimer::kNone;
  bool has_retransmitted_ = false;  // retrans_stamp: first_retransmission_ns_ counts
  bool is_undo_possible_ = false;   // undo_marker
  bool may_restore_ = false;        // prior_ssthresh: an undo takes the reduction back
  bool is_frto_ = false;
  bool probe_is_retransmission_ = false;
  std::uint32_t sacks_read_ = 0;  // of the log
  std::int32_t rto_retries_ = 0;  // since snd_una last advanced (icsk_retransmits)
  CwndUsage cwnd_usage_;
  PackedUint32 send_quantum_packets_;  // of the pacing rate
  Packets control_cwnd_packets_ = 0;   // the controller's, as long as PRR does not rule
  SackLog& sack_log_;
  Scoreboard board_;
  RateSampler rate_;
  RttEstimator rtt_;
  Rack rack_;
  Duration last_rtt_ns_ = kNoDuration;
  PackedUint32 high_sequence_{0};  // recovery ends when everything below is acked
  // The highest that was ever SACKed, and the same before the present ACK; they count only while
  // they are not below snd_una.
  PackedInt32 highest_sacked_sequence_{kNoSequence};
  PackedInt32 prior_highest_sacked_sequence_{kNoSequence};
  PackedInt32 probe_high_sequence_{kNoSequence};  // tlp_high_seq: a probe is outstanding
  PackedUint32 undo_sequence_{0};
  // Retransmissions not reported as duplicates; -1: none made.
  PackedInt32 undo_retransmissions_{-1};

  // Seldom.
  SimTime first_retransmission_ns_ = 0;
  std::unique_ptr<EcnSender> ecn_;  // null: packets are not ECN-capable
  Prr prr_;
  LossProcess loss_;
  int window_probes_ = 0;  // since the window was last open
};

// Most ACKs come while the pacer blocks: they need little of this, and nothing of
// send_new_bursts().
inline void Sender::send_new_in_line(SimTime now_ns) {
  Packets sent = 0;
  if (unsent_packets() > 0 && !pacer_blocks(now_ns)) sent = send_new_bursts(now_ns);
  const bool is_cwnd_limited = board_.in_flight_packets() >= cwnd_packets();
  // With a full window the pacer has nothing to let go, until an ACK or a timer has made room.
  if (!is_cwnd_limited) pacing_timer_.release(now_ns);
  if (sent > 0 || is_cwnd_limited) {
    cwnd_usage_.update(is_cwnd_limited, board_.una_sequence(), board_.next_sequence(),
                       board_.out_packets());
  }
}

// The windows are asked before the pacer, unlike in send_new(): a full window waits for an ACK and
// so for a round trip, the pacer would let the next burst go by itself. Linux counts the window as
// the limit in the same case (tcp_write_xmit(): is_cwnd_limited |= in flight >= cwnd).
inline SendLimit Sender::limit_of(Packets cwnd_packets, SimTime now_ns) const {
  const bool repairs = has_packets_to_repair();
  if (!repairs && unsent_packets() <= 0) return SendLimit::kApplication;
  if (board_.in_flight_packets() >= cwnd_packets) {
    // Nor in a reduction after a mark: nothing is to be recovered, the window is what it is.
    if (is_calm()) return SendLimit::kCwnd;
    const bool recovery_rules =
        state_ == CaState::kLoss || (traits_.reduces_by_prr && state_ == CaState::kRecovery);
    return recovery_rules ? SendLimit::kRecovery : SendLimit::kCwnd;
  }
  if (!repairs && receive_window_room_packets() <= 0) return SendLimit::kReceiveWindow;
  if (pacer_.blocks(now_ns)) return SendLimit::kPacing;
  // A timer has sent one packet (probe, timeout, RACK) and there is room for more, which leaves
  // with the next ACK only.
  return SendLimit::kRecovery;
}

inline void Sender::report_state_in_line(SimTime now_ns) {
  const Packets cwnd = cwnd_packets();
  const SendLimit limit = limit_of(cwnd, now_ns);
  probe_.on_state({cwnd, board_.in_flight_packets(), pacing_rate_bps_, limit}, now_ns);
}

}  // namespace ccsim
