// One flow: a sender, a receiver, the pipes between them and the bottleneck, and its observer.
//
//   sender ─▶ access pipe ─▶ ...bottleneck, propagation... ─▶ deliver() ─▶ receiver
//      ▲                                                                      │
//      └─────────────────────────── reverse pipe ◀────────────────────────────┘
#pragma once

#include <memory>

#include "ccsim/algorithm.h"
#include "ccsim/scenario.h"
#include "engine/engine.h"
#include "metrics/flow_recorder.h"
#include "metrics/packet_recorder.h"
#include "metrics/series_recorder.h"
#include "net/changing_path.h"
#include "net/loss_process.h"
#include "net/pipe.h"
#include "simulation/flow_observer.h"
#include "transport/receiver.h"
#include "transport/sender.h"
#include "transport/traffic_source.h"

namespace ccsim {

// An ACK under way to its sender.
struct ReturningAck {
  Ack ack;
  Sender* sender;
};

// What a flow takes part in: the pipes, which it may share with others, and the series.
struct FlowSurroundings {
  PipeEntrance<Packet>& access;
  PipeEntrance<ReturningAck>& reverse;
  SeriesRecorder& series;
  SharedOracle* oracle;
  const ChangingPath* path;  // null: nothing changes behind the link
};

struct FlowIdentity {
  std::int64_t group_index = 0;
  std::uint32_t flow_index = 0;
  std::uint64_t seed = 0;
};

class Flow final : private PacketOutput, private AckOutput {
 public:
  Flow(Engine& engine, const Scenario& scenario, const FlowIdentity& identity,
       const FlowSurroundings& surroundings);

  // A packet has come through the network.
  void deliver(const Packet& packet, SimTime now_ns);

  // From now on the flow's packet events are written down.
  void record_packets(PacketRecorder& recorder);
  // From now on it is written down what binds the flow.
  void record_causes(const CauseResolution& resolution) { observer_.record_causes(resolution); }
  // Once the run is over; only after record_causes().
  [[nodiscard]] FlowCauses finish_causes(SimTime now_ns) { return observer_.finish_causes(now_ns); }
  // Something has happened to one of its packets.
  void note(PacketEventKind kind, std::int64_t sequence, SimTime now_ns) {
    observer_.note(kind, sequence, now_ns);
  }

  [[nodiscard]] FlowRecorder& recorder() { return observer_.recorder(); }
  [[nodiscard]] const FlowRecorder& recorder() const { return observer_.recorder(); }

  // The measurement window of the run begins; the flow's own begins with it if the flow is active.
  void begin_measurement(SimTime now_ns);
  void finish(SimTime now_ns) { observer_.end_window(now_ns); }
  void summarise(FlowSummary& summary) const;

  [[nodiscard]] std::int64_t group_index() const { return identity_.group_index; }
  // Established and not stopped during all of [from_ns, to_ns].
  [[nodiscard]] bool was_active(SimTime from_ns, SimTime to_ns) const;

  // The sample that ends now goes into the series.
  void sample(SimTime now_ns, Duration interval_ns) { observer_.sample(now_ns, interval_ns); }

 private:
  void send(const Packet& packet) override { access_.push(packet); }
  void send_ack(const Ack& ack) override;

  void on_open(SimTime now_ns);
  void on_established(SimTime now_ns);
  void on_stop(SimTime now_ns);

  Engine& engine_;
  FlowIdentity identity_;
  FlowGroupConfig config_;
  Bytes packet_bytes_;
  Bytes header_bytes_;
  Packets initial_window_packets_;
  const AlgorithmInfo* algorithm_;
  SharedOracle* oracle_;
  FlowObserver observer_;

  PipeEntrance<Packet>& access_;
  LossProcess ack_loss_;
  const ChangingPath* path_;
  Receiver receiver_;
  Sender sender_;
  PipeEntrance<ReturningAck>& reverse_;
  Duration host_jitter_ns_;
  RandomStream host_jitter_;
  SimTime last_ack_due_ns_ = 0;
  std::unique_ptr<TrafficSource> traffic_;

  SimTime established_ns_ = kNever;
  bool is_measured_ = false;
  Timer<Flow, &Flow::on_open> open_timer_;
  Timer<Flow, &Flow::on_established> established_timer_;
  Timer<Flow, &Flow::on_stop> stop_timer_;
};

}  // namespace ccsim
