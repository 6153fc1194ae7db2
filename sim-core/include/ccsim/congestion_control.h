// The one interface that matters: which events a congestion controller gets and which
// questions it answers.
//
// A controller sees complete events and answers questions. It never sees links, queues, other
// flows, the true capacity or the simulator. It owns no clock and no random generator: time comes
// in with the events, draws come from the RandomStream that it got at construction.
//
// What no part of the core sends yet is marked "(not yet)": the transport does not say whether an
// ACK was delayed. That field keeps its default.
//
// Windows are counted in full-sized packets, as Linux does; rates are wire bits per second, so a
// bandwidth estimate compares directly with the capacity of the link.
#pragma once

#include <cstdint>
#include <string_view>

#include "ccsim/cause.h"
#include "ccsim/state_sink.h"
#include "ccsim/units.h"

namespace ccsim {

// Linux sends bursts of about a millisecond at the pacing rate (rate >> 10, sk_pacing_shift).
inline constexpr int kBurstShift = 10;
// ... and at least so many packets (net.ipv4.tcp_min_tso_segs; bbr_min_tso_segs()).
inline constexpr Packets kLeastBurst = 2;
inline constexpr Packets kNoThreshold = INT64_MAX;  // of slow start, while unset

// Linux's states of the sender (tcp_ca_state).
enum class CaState : std::uint8_t { kOpen, kDisorder, kCwr, kRecovery, kLoss };

// Delivery-rate sample of one ACK (draft-cheng-iccrg-delivery-rate-estimation; Linux tcp_rate.c).
struct RateSample {
  Packets prior_delivered_packets = 0;  // `delivered` at the time when the newest acked packet left
  Packets delivered_packets = 0;        // delivered over the interval
  Packets ce_since_packets = 0;         // of these, with a CE mark
  Duration interval_ns = kNoDuration;   // max(send, ack) interval; kNoDuration: sample is invalid
  Duration rtt_ns = kNoDuration;        // of the newest packet acked; kNoDuration: none (Karn)
  Packets newly_acked_packets = 0;      // cumulatively or selectively acked by this ACK
  Packets newly_lost_packets = 0;       // marked lost by this ACK
  Packets lost_since_packets = 0;       // marked lost since the newest acked packet left
  Packets tx_in_flight_packets = 0;     // inflight right after that packet left, itself included
  Packets prior_in_flight_packets = 0;  // inflight before this ACK was applied
  bool is_app_limited = false;
  bool is_ack_delayed = false;  // the ACK may have waited for the delayed-ACK timer (not yet)

  // True where Linux would have a bandwidth sample: something delivered over a positive interval.
  [[nodiscard]] bool is_valid() const { return delivered_packets > 0 && interval_ns > 0; }
};

struct SentEvent {
  SimTime now_ns = 0;
  Packets in_flight_before_packets = 0;  // 0: the pipe was empty (restart from idle)
  bool is_retransmission = false;
  bool was_app_limited = false;  // the connection was application-limited before this packet
};

struct AckEvent {
  SimTime now_ns = 0;
  RateSample sample;
  CaState state = CaState::kOpen;          // after this ACK was applied
  Packets in_flight_packets = 0;           // after this ACK and its loss marks were applied
  Packets delivered_packets = 0;           // cumulative, this ACK included
  Packets lost_packets = 0;                // cumulative loss marks
  Packets delivered_ce_packets = 0;        // cumulative, the delivered ones with a CE mark
  bool has_ecn_echo = false;               // this ACK reports a CE mark
  Packets cumulatively_acked_packets = 0;  // by how much this ACK advanced snd_una
  std::int64_t una_sequence = 0;           // first packet not yet cumulatively acked
  std::int64_t next_sequence = 0;          // next new packet to be sent
  Duration srtt_ns = kNoDuration;
  Duration lifetime_min_rtt_ns = kNoDuration;  // the transport's own minimum, never expires
  bool is_cwnd_limited = false;                // cwnd was used up at some instant of the last round
  bool is_paced = false;                       // packets leave through the pacer (HyStart asks)
  bool reorders_far = false;                   // the path, beyond the default degree of reordering
  SimTime next_departure_ns = 0;               // earliest time at which the pacer lets a packet go
  Packets send_quantum_packets = 1;  // burst that the transport hands to the pacer at once
};

// A packet was just marked lost. Comes before the on_ack() of the ACK that revealed it.
struct PacketLostEvent {
  SimTime now_ns = 0;
  Packets delivered_packets = 0;     // cumulative at this moment
  Packets tx_in_flight_packets = 0;  // inflight right after this packet had left
  Packets lost_since_packets = 0;    // marked lost since it left, itself included
  bool was_app_limited = false;      // at the time it was sent
  std::int64_t sequence = 0;
};

enum class CongestionKind : std::uint8_t {
  kFastRecovery,
  kRto,
  kEcn,
  kRequested,  // the controller has asked for it: AfterAck::kReduceWindow
  // A tail loss probe has repaired a loss (RFC 8985 7.4). Only where packets are ECN-capable, else
  // kFastRecovery: in Linux the state is CWR, and some modules answer it as they answer a mark.
  kProbeRepair,
};

// What a controller may ask of the transport after an ACK.
enum class AfterAck : std::uint8_t {
  kNothing,
  kMarkAppLimited,  // mark the connection application-limited now (BBR in ProbeRTT)
  kReduceWindow,    // start a reduction as a mark would (Linux tcp_enter_cwr(): CDG)
};

// A congestion episode starts: at most one per recovery episode (RFC 6582), per RTT for ECN. The
// exception is kRto, which comes at every expiry of the timer.
struct CongestionEvent {
  SimTime now_ns = 0;
  CongestionKind kind = CongestionKind::kFastRecovery;
  Packets in_flight_packets = 0;  // before the reduction and before the loss marks of a timeout
  // Only kRto can say false: ssthresh was reduced within this window already, or the timer expired
  // again for the same packet (RFC 5681 3.1, Linux tcp_enter_loss). Then only cwnd falls.
  bool reduces_ssthresh = true;
  Packets still_in_flight_packets = 0;  // kRto: sent so recently that the timeout spared them
  Packets newly_acked_packets = 0;
  bool is_cwnd_limited = false;
  // As in the AckEvent that follows, but for kRto.
  Packets delivered_packets = 0;
  Packets delivered_ce_packets = 0;
  std::int64_t una_sequence = 0;
  std::int64_t next_sequence = 0;
  // The window in use before it, which PRR may have moved: what a reduction within one starts from.
  Packets cwnd_packets = 0;
  bool is_in_cwr = false;  // the reduction for a mark, or on request, is still under way
};

struct RecoveryExitEvent {
  SimTime now_ns = 0;
  CaState left_state = CaState::kRecovery;
  Packets in_flight_packets = 0;
};

// The last episode was spurious (F-RTO, DSACK): take the reaction back.
struct UndoEvent {
  SimTime now_ns = 0;
  Packets in_flight_packets = 0;
  Packets cwnd_packets = 0;  // the window in use before it, which PRR may have moved
};

// The application writes again after a pause that was longer than the retransmission timeout.
struct IdleEvent {
  SimTime now_ns = 0;
  std::int64_t timeout_count = 0;  // whole timeouts that the pause exceeded
};

// Hears of every change of phase, at the moment it happens: the core stores intervals.
class PhaseListener {
 public:
  virtual ~PhaseListener() = default;
  // `phase` and `reason` are string literals (kept by reference), e.g. "probe_bw_up" and
  // "probe_wait_elapsed".
  virtual void on_phase(SimTime now_ns, const char* phase, const char* reason) = 0;
};

// What never changes about a controller.
struct ControlTraits {
  // True: in recovery the transport drives the window by PRR (RFC 6937) towards ssthresh_packets,
  // and cwnd_packets does not count. False (BBR): cwnd_packets always rules.
  bool reduces_by_prr = false;
  bool has_threshold = false;  // ssthresh_packets counts
  // on_congestion() also comes for a loss while a mark's reduction is under way, as for modules of
  // Linux that react in set_state().
  bool reacts_to_losses_in_cwr = false;
  // False: on_packet_sent() does nothing but where nothing was in flight and the connection was
  // application-limited, and need not be called otherwise.
  bool needs_every_packet_sent = true;
  // The burst that its pacing makes is the rate over 2^this seconds, where the burst is Linux's.
  std::int8_t burst_shift = kBurstShift;
  // The least burst of such a sender, where it is not slow.
  std::int8_t least_burst_packets = kLeastBurst;
};

// What a controller asks of the transport.
struct Controls {
  Packets cwnd_packets = 1;     // congestion window, at least 1, at every moment
  BitRate pacing_rate_bps = 0;  // wire bits per second; 0 asks for no pacing (ACK-clocked)
  AfterAck after_ack = AfterAck::kNothing;  // read after on_ack()
  // Slow-start threshold; counts if ControlTraits::has_threshold.
  Packets ssthresh_packets = kNoThreshold;
};

class CongestionControl {
 public:
  virtual ~CongestionControl() = default;

  virtual void on_packet_sent(const SentEvent& sent) = 0;
  virtual void on_ack(const AckEvent& ack) = 0;
  virtual void on_packet_lost(const PacketLostEvent& lost) = 0;
  virtual void on_congestion(const CongestionEvent& congestion) = 0;
  virtual void on_recovery_exit(const RecoveryExitEvent& exit) = 0;
  virtual void on_undo(const UndoEvent& undo) = 0;
  // Only if ControlTraits::reduces_by_prr: BBR sees a restart in on_packet_sent().
  virtual void on_idle_restart(const IdleEvent&) {}

  // Always up to date, and at one place as long as the controller lives.
  [[nodiscard]] virtual const Controls& controls() const = 0;
  // Asked once, at the start.
  [[nodiscard]] virtual ControlTraits traits() const { return {}; }

  // Which of its rules gave the window, or the rate, its present value. Asked of the one that binds
  // at every change of state while causes are recorded, else never.
  [[nodiscard]] virtual Binding window_binding() const { return Binding::kWindowUnknown; }
  [[nodiscard]] virtual Binding rate_binding() const { return Binding::kRateUnknown; }

  virtual void observe(StateSink& sink) const = 0;
};

}  // namespace ccsim
