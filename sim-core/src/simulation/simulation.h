// A whole run: the flows, the links they share, and the clockwork that measures.
#pragma once

#include <memory>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/simulation.h"
#include "engine/block.h"
#include "engine/timer.h"
#include "metrics/fairness.h"
#include "metrics/packet_recorder.h"
#include "metrics/series_recorder.h"
#include "net/pipe.h"
#include "simulation/delay_lines.h"
#include "simulation/flow.h"
#include "simulation/network.h"
#include "transport/barrier.h"

namespace ccsim {

class Simulation final {
 public:
  Simulation(const Scenario& scenario, std::uint64_t seed, const RunOptions& options,
             PipeWay way = PipeWay::kFast);

  [[nodiscard]] RunResult run();

  // As RunInPieces has them.
  [[nodiscard]] bool advance(std::int64_t most_events);
  [[nodiscard]] RunResult finish();

 private:
  enum class State : std::uint8_t { kRunning, kCancelled, kAtEnd };

  // The end of the way back.
  struct AckExit {
    Network& network;
    void accept_slot(const PipeEntrance<ReturningAck>::Slot& slot, SimTime now_ns) {
      network.flow(slot.item.flow_index).accept_ack(slot.item, slot.turn.scheduled_ns, now_ns);
    }
  };

  // The last member, so that it is the first to go: links, pipes and flows end in any order.
  struct Ending {
    explicit Ending(Engine& ended) : engine(ended) {}
    ~Ending() { engine.cancel_all(); }
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;
    Engine& engine;
  };

  void add_flows(std::uint64_t seed);
  [[nodiscard]] FlowEnvironment environment_of(const FlowGroupConfig& group, const FlowEcn& ecn);
  // False: the run is at its end.
  [[nodiscard]] [[gnu::noinline]] bool step(std::int64_t events);
  void report_progress();
  // After a cancellation. Returns the time at which the run ends.
  [[nodiscard]] SimTime catch_up_with_links();
  void hand_out_tail(std::int64_t max_values);
  void on_measurement(SimTime now_ns);
  void on_sample(SimTime now_ns);
  void on_second(SimTime now_ns);
  void check_conservation() const;
  [[nodiscard]] RunResult result(SimTime end_ns, bool is_cancelled);
  [[nodiscard]] CauseResolution cause_resolution() const;
  [[nodiscard]] bool records_rtt_parts() const;
  [[nodiscard]] CauseReport causes(SimTime end_ns);

  Scenario scenario_;
  RunOptions options_;
  std::int64_t events_to_progress_;
  State state_ = State::kRunning;
  Engine engine_;
  SeriesRecorder series_;
  PacketRecorder packets_;
  std::unique_ptr<SharedOracle, void (*)(SharedOracle*)> oracle_;
  Network network_;
  AckExit ack_exit_{network_};
  DelayLines<ReturningAck, AckExit> reverse_lines_;
  DelayLines<ReturningAck, AckExit> reverse_lines_ahead_;
  ExpiredAckExit expiry_{network_};
  ExpiredAcks expired_acks_;
  std::vector<std::unique_ptr<Barrier>> barriers_;  // by group
  std::vector<FlowEnvironment> environments_;       // by group
  Block<Flow> flows_;                               // by flow index
  std::vector<std::int64_t> groups_;                // by flow index
  SecondsFairness seconds_;

  std::vector<Packets> second_received_packets_;  // per flow, at the last whole second
  std::vector<Packets> second_unique_packets_;
  Timer<Simulation, &Simulation::on_measurement> measurement_timer_;
  Timer<Simulation, &Simulation::on_second> second_timer_;
  Timer<Simulation, &Simulation::on_sample> sample_timer_;
  Ending ending_{engine_};
};

}  // namespace ccsim
