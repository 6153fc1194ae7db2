// Watches a flow: counts, samples, phases, events and, on demand, single packets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"
#include "ccsim/scenario.h"
#include "metrics/cause_recorder.h"
#include "metrics/flow_recorder.h"
#include "metrics/packet_recorder.h"
#include "metrics/rtt_recorder.h"
#include "metrics/series_recorder.h"
#include "simulation/flow_ecn.h"
#include "simulation/flow_sampler.h"
#include "transport/sender.h"

namespace ccsim {

// The base that is called with every ACK comes last: its pointer lies beside what it changes.
class FlowObserver final : public PhaseListener, public CauseListener, public SenderProbe {
 public:
  // `sender` is looked at from its first event on, not before.
  FlowObserver(std::uint32_t flow_index, const Scenario& scenario, const AlgorithmInfo& algorithm,
               const FlowEcn& ecn, const FlowGroupConfig& group, const Sender& sender,
               const FlowTransit& transit, SeriesRecorder& series, bool records_rtt_parts);

  [[nodiscard]] FlowRecorder& recorder() { return recorder_; }
  [[nodiscard]] const FlowRecorder& recorder() const { return recorder_; }

  // From now on the flow's packet events are written down.
  void record_packets(PacketRecorder& recorder) { packets_ = &recorder; }
  // From now on it is written down what binds the flow.
  void record_causes(const CauseResolution& resolution) {
    watchers().causes = std::make_unique<CauseRecorder>(resolution);
  }
  // Null: the parts of RTTs are not recorded.
  [[nodiscard]] RttRecorder* rtt_parts() const {
    return watchers_ == nullptr ? nullptr : watchers_->rtt_parts.get();
  }
  // Records the controller's decisions; null: they are not recorded.
  [[nodiscard]] CauseListener* cause_listener() { return causes() == nullptr ? nullptr : this; }
  [[nodiscard]] FlowCauses finish_causes(SimTime now_ns) { return causes()->finish(now_ns); }

  // The flow's measurement window.
  void begin_window(SimTime now_ns);
  void end_window(SimTime now_ns);

  // Something has happened to one of its packets or ACKs.
  void note(PacketEventKind kind, const Packet& packet, SimTime now_ns) {
    if (packets_ != nullptr && packets_->covers(now_ns)) {
      write_down(kind, packet.sequence, ecn_bits_of(packet), kNoWindow, now_ns);
    }
  }
  void note(PacketEventKind kind, const Ack& ack, SimTime now_ns) {
    if (packets_ != nullptr && packets_->covers(now_ns)) {
      write_down(kind, ack.una_sequence, ecn_bits_of(ack, feedback_),
                 reads_windows_ ? ack.window_packets : kNoWindow, now_ns);
    }
  }

  // Whether single packets are written down.
  [[nodiscard]] bool records_packets() const { return packets_ != nullptr; }

  // Packets without data that have left, of handshakes and probes of a closed window; no counter of
  // the flow has them.
  [[nodiscard]] Packets bare_packets() const { return bare_packets_; }

  // The values of the sample that ends now go into the series. `reader` may be null.
  void sample(const Carrier* carrier, const SlowReader* reader, SimTime now_ns,
              Duration interval_ns);

  void on_sent(const Packet& packet, SimTime now_ns) override;
  void on_sent_run(const Packet& packet, Packets count, SimTime now_ns) override;
  void on_handshake_sent(const Packet& packet, SimTime now_ns) override;
  void on_ack(const Ack& ack, SimTime now_ns) override;
  void on_rtt(const RttSample& sample) override;
  void on_state(const SenderState& state, SimTime now_ns) override;
  void on_event(EventKind kind, const char* reason, double value, SimTime now_ns) override;
  void on_spurious_retransmission(SimTime now_ns) override;
  void on_phase(SimTime now_ns, const char* phase, const char* reason) override;
  void on_cause(SimTime now_ns, CauseKind kind, const char* reason,
                const CauseNumbers& numbers) override;

 private:
  // Records more than a summary; most runs have none of them.
  struct Watchers {
    std::unique_ptr<FlowSampler> sampler;   // null: no series are recorded
    std::unique_ptr<CauseRecorder> causes;  // null: causes are not recorded
    std::unique_ptr<RttRecorder> rtt_parts;
  };
  Watchers& watchers() {
    if (watchers_ == nullptr) watchers_ = std::make_unique<Watchers>();
    return *watchers_;
  }
  [[nodiscard]] CauseRecorder* causes() const {
    return watchers_ == nullptr ? nullptr : watchers_->causes.get();
  }

  void write_down(PacketEventKind kind, std::int64_t sequence, std::uint8_t ecn_bits,
                  std::int32_t window_packets, SimTime now_ns);
  void note_window_probe(SimTime now_ns);
  // All of on_rtt() where there are watchers: without them it needs no stack.
  [[gnu::noinline]] void note_rtt(const RttSample& sample);
  // Which rule limits the sender, and the window or rate that it gives. Not in line: most
  // runs do not need it.
  [[gnu::noinline]] void note_bound(const SenderState& state, SimTime now_ns) const;

  std::unique_ptr<Watchers> watchers_;  // null: there are none
  FlowRecorder recorder_;               // behind it: one cache line (Flow)
  PacketRecorder* packets_ = nullptr;   // null: packets are not recorded
  const Sender& sender_;
  SeriesRecorder& series_;
  std::uint32_t flow_index_;
  EcnFeedback feedback_;
  bool reads_windows_;  // the receiver reads slowly
  Packets bare_packets_ = 0;
  std::size_t series_subject_ = 0;
};

}  // namespace ccsim
