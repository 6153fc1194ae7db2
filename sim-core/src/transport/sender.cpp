#include "transport/sender.h"

#include <algorithm>

#include "transport/burst_size.h"

namespace ccsim {
namespace {

Packets window_in_packets(Bytes window_bytes, Bytes payload_bytes) {
  if (window_bytes == kUnlimited) return INT64_MAX / 2;
  return std::max<Packets>(window_bytes / payload_bytes, 1);
}

}  // namespace

Sender::Sender(Engine& engine, const SenderConfig& config, LossProcess loss, SackLog& sack_log,
               PacketOutput& output, SenderProbe& probe)
    : loss_timer_(engine, Rank::kLossTimer, *this),
      receive_window_packets_(window_in_packets(config.receive_window_bytes,
                                                config.packet_bytes - config.header_bytes)),
      pacing_timer_(engine, Rank::kPacer, *this),
      output_(output),
      probe_(probe),
      flow_index_(config.flow_index),
      packet_bytes_(static_cast<std::uint16_t>(config.packet_bytes)),
      payload_bytes_(static_cast<std::uint16_t>(config.packet_bytes - config.header_bytes)),
      quantum_packets_(static_cast<std::int32_t>(config.transport.send_quantum_packets)),
      quantum_(config.transport.send_quantum),
      paces_window_based_(config.transport.paces_window_based),
      reads_windows_(config.reads_windows),
      loses_packets_(loss.is_active()),
      is_ecn_capable_(config.ecn.feedback != EcnFeedback::kOff),
      transmits_runs_(!loses_packets_ && !is_ecn_capable_),
      send_quantum_packets_(quantum_packets_of_rate()),
      sack_log_(sack_log),
      rtt_(config.transport.min_rto_ns),
      loss_(std::move(loss)) {
  CCSIM_ASSERT(payload_bytes_ > 0);
  if (is_ecn_capable_) ecn_ = std::make_unique<EcnSender>(config.ecn);
}

void Sender::establish(SimTime now_ns, const Handshake& handshake,
                       std::unique_ptr<CongestionControl> control) {
  control_ = std::move(control);
  controls_ = &control_->controls();
  traits_ = control_->traits();
  for (int sample = 0; sample < handshake.samples; ++sample) {
    const Duration rtt_ns = handshake.rtts_ns[static_cast<std::size_t>(sample)];
    rtt_.add(rtt_ns, sample, 0);  // a second one ends the round of the first
  }
  rtt_.add_to_minimum(handshake.least_rtt_ns());
  refresh_cwnd();
  set_pacing_rate(controls_->pacing_rate_bps);
  send_what_is_allowed(now_ns);
  report_state(now_ns);
}

void Sender::write(Packets packets, SimTime now_ns) {
  if (is_established()) {
    check_app_limited();
    restart_after_idle(now_ns);
  }
  write_sequence_ += packets;
  if (!is_established()) return;
  refresh_cwnd();
  send_new(now_ns);
  if (waits_for_window()) await_window(now_ns);
  report_state(now_ns);
}

void Sender::write_endless(SimTime now_ns) {
  if (is_established()) {
    check_app_limited();
    restart_after_idle(now_ns);
  }
  write_sequence_ = INT64_MAX / 2;
  if (!is_established()) return;
  send_new(now_ns);
  report_state(now_ns);
}

void Sender::restart_after_idle(SimTime now_ns) {
  if (!traits_.reduces_by_prr || board_.out_packets() > 0 || last_sent_ns_ == kNever) return;
  const Duration idle_ns = now_ns - last_sent_ns_;
  const Duration rto_ns = rtt_.rto_ns();
  if (idle_ns <= rto_ns) return;
  control_->on_idle_restart({now_ns, (idle_ns - 1) / rto_ns});
  refresh_controls();
}

void Sender::stop_writing(SimTime now_ns) {
  write_sequence_ = board_.next_sequence();
  if (is_established()) report_state(now_ns);
}

Packets Sender::quantum_packets_of_rate() const {
  switch (quantum_) {
    case SendQuantum::kNs3:
      return 1;
    case SendQuantum::kPackets:
      return std::max<Packets>(quantum_packets_, 1);
    case SendQuantum::kLinux:
      break;
  }
  return linux_quantum(pacing_rate_bps_, packet_bytes_, payload_bytes_, traits_.burst_shift,
                       traits_.least_burst_packets);
}

// What the controller asks for; for window-based controllers, if the scenario wants it, what Linux
// computes for them.
void Sender::set_pacing_rate(BitRate rate_bps) {
  if (rate_bps == 0 && paces_window_based_) rate_bps = window_rate_bps();
  if (rate_bps == pacing_rate_bps_) return;
  pacing_rate_bps_ = rate_bps;
  send_quantum_packets_ = quantum_packets_of_rate();
}

// Twice the window per SRTT below half of ssthresh, 1.2 times above (net/ipv4/tcp_input.c,
// tcp_update_pacing_rate()).
BitRate Sender::window_rate_bps() const {
  constexpr std::int64_t kSlowStartPercent = 200;
  constexpr std::int64_t kAvoidancePercent = 120;
  constexpr std::int64_t kPercent = 100;
  const Packets cwnd = cwnd_packets();
  const bool is_far_below = cwnd < controls_->ssthresh_packets / 2;
  const std::int64_t percent = is_far_below ? kSlowStartPercent : kAvoidancePercent;
  const Packets window = std::max(cwnd, board_.out_packets());
  const std::int64_t window_bits = window * packet_bytes_ * kBitsPerByte * percent / kPercent;
  return mul_div_floor(window_bits, kNanosecondsPerSecond, std::max<Duration>(rtt_.srtt_ns(), 1));
}

void Sender::report_state(SimTime now_ns) {
  report_state_in_line(now_ns);
}

}  // namespace ccsim
