// A whole run: the flows, the bottleneck they share, and the clockwork that measures.
#pragma once

#include <memory>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/simulation.h"
#include "engine/timer.h"
#include "metrics/fairness.h"
#include "metrics/link_recorder.h"
#include "metrics/packet_recorder.h"
#include "metrics/series_recorder.h"
#include "net/bottleneck.h"
#include "net/changing_path.h"
#include "net/pipe.h"
#include "simulation/delay_lines.h"
#include "simulation/flow.h"
#include "simulation/observed_state.h"

namespace ccsim {

class Simulation final {
 public:
  Simulation(const Scenario& scenario, std::uint64_t seed, const RunOptions& options,
             PipeWay way = PipeWay::kFast);

  [[nodiscard]] RunResult run();

  // --- called by the bottleneck (see Bottleneck's Probe) and by the access pipes
  void on_drop(const Packet& packet, SimTime now_ns);
  void on_random_loss(const Packet& packet, SimTime now_ns);
  void on_wait_begin(const Packet& packet, SimTime now_ns);
  void on_wait_end(const Packet& packet, SimTime now_ns);
  void on_queue(Bytes waiting_bytes, SimTime now_ns) { link_.set_queue(waiting_bytes, now_ns); }
  void on_busy(bool is_busy, SimTime now_ns) { link_.set_busy(is_busy, now_ns); }
  void on_transmitted(const Packet& packet, SimTime now_ns) {
    link_.add_transmitted();
    note(PacketEventKind::kTransmitted, packet, now_ns);
  }
  void on_departure(const Packet& packet, SimTime now_ns) {
    if (path_ == nullptr) {
      propagation_.push(packet);
    } else {
      leave_on_changing_path(packet, now_ns);
    }
  }
  void on_rate(BitRate rate_bps, bool is_busy, SimTime now_ns) {
    link_.set_rate(rate_bps, is_busy, now_ns);
  }
  void on_used(Bytes bytes) { link_.add_used(bytes); }
  void accept(const Packet& packet, SimTime now_ns) { bottleneck_.accept(packet, now_ns); }

 private:
  // The end of the propagation pipe.
  struct Exit {
    Simulation& simulation;
    void accept(const Packet& packet, SimTime now_ns) {
      simulation.flow_of(packet).deliver(packet, now_ns);
    }
  };

  // The end of the way back.
  struct AckExit {
    void accept(const ReturningAck& item, SimTime now_ns) {
      item.flow->accept_ack(item.ack, item.connection_index, now_ns);
    }
  };

  [[nodiscard]] Flow& flow_of(const Packet& packet) { return *flows_[packet.flow_index]; }
  void note(PacketEventKind kind, const Packet& packet, SimTime now_ns) {
    if (!packets_.is_on()) return;
    packets_.set_queue(bottleneck_.waiting_bytes());
    flow_of(packet).note(kind, packet.sequence, now_ns);
  }
  void add_flows(std::uint64_t seed);
  void leave_on_changing_path(const Packet& packet, SimTime now_ns);
  [[nodiscard]] std::vector<double> link_sample(SimTime now_ns);
  // Runs until the end or until the callback cancels; true if it was cancelled.
  bool run_events();
  void hand_out_tail(std::int64_t max_values);
  void on_measurement(SimTime now_ns);
  void on_sample(SimTime now_ns);
  void on_second(SimTime now_ns);
  void check_conservation() const;
  [[nodiscard]] RunResult result(SimTime end_ns, bool is_cancelled) const;
  [[nodiscard]] CauseResolution cause_resolution() const;
  [[nodiscard]] CauseReport causes(SimTime end_ns) const;

  Scenario scenario_;
  RunOptions options_;
  Engine engine_;
  LinkRecorder link_;
  SeriesRecorder series_;
  PacketRecorder packets_;
  std::unique_ptr<SharedOracle, void (*)(SharedOracle*)> oracle_;
  Bottleneck<Simulation> bottleneck_;
  std::unique_ptr<ChangingPath> path_;  // null: nothing changes behind the link
  Exit exit_;
  Pipe<Packet, Exit> propagation_;
  DelayLines<Packet, Simulation> access_lines_;
  AckExit ack_exit_;
  DelayLines<ReturningAck, AckExit> reverse_lines_;
  std::vector<std::unique_ptr<Flow>> flows_;
  std::vector<std::int64_t> groups_;  // by flow index
  SecondsFairness seconds_;

  std::size_t link_subject_ = 0;
  std::vector<Packets> second_received_packets_;  // per flow, at the last whole second
  std::vector<Packets> second_unique_packets_;
  Timer<Simulation, &Simulation::on_measurement> measurement_timer_;
  Timer<Simulation, &Simulation::on_second> second_timer_;
  Timer<Simulation, &Simulation::on_sample> sample_timer_;
  ObservedState observed_queue_;
};

}  // namespace ccsim
