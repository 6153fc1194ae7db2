// A flow of many connections: transfers begin at random, each opens a connection of its own, with
// its own sender, receiver and controller. What they count adds up to the flow's numbers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "ccsim/transfer.h"
#include "engine/timer.h"
#include "simulation/carrier.h"
#include "simulation/connection.h"
#include "simulation/flow_observer.h"
#include "transport/arrival_process.h"

namespace ccsim {

// Who knows the flow's algorithm.
class ControlMaker {
 public:
  virtual ~ControlMaker() = default;
  [[nodiscard]] virtual std::unique_ptr<CongestionControl> make_control(
      std::uint32_t connection_index, const Handshake& handshake, SimTime now_ns) = 0;
};

class Arrivals final : public Carrier, private Connection::Owner {
 public:
  // `setup` has what all connections share.
  Arrivals(Engine& engine, const ArrivalProcess& process, const ConnectionSetup& setup,
           CarrierPorts& ports, ControlMaker& controls, FlowObserver& observer, DeliveryLog& log);

  void start(SimTime now_ns) override;
  void stop(SimTime now_ns) override;
  bool accept(const Packet& packet, SimTime now_ns) override;
  void accept_ack(const Ack& ack, std::uint32_t connection_index, SimTime now_ns) override;
  void observe(StateSink& sink) const override;
  void complete(FlowSample& sample) const override;

 private:
  std::unique_ptr<CongestionControl> make_control(std::uint32_t connection_index,
                                                  const Handshake& handshake,
                                                  SimTime now_ns) override {
    return controls_.make_control(connection_index, handshake, now_ns);
  }
  void on_window(Packets cwnd_change, Packets in_flight_change, SimTime now_ns) override;
  void on_complete(Connection& connection, SimTime now_ns) override;
  void on_acknowledged(Connection& connection, SimTime now_ns) override;

  void await_next(SimTime now_ns);
  void on_arrival(SimTime now_ns);
  // Frees the connections that are done.
  void on_reap(SimTime now_ns);
  [[nodiscard]] Connection* find(std::uint32_t connection_index);

  Engine& engine_;
  ArrivalProcess process_;
  ConnectionSetup setup_;
  CarrierPorts& ports_;
  ControlMaker& controls_;
  FlowObserver& observer_;
  DeliveryLog& log_;
  Bytes payload_bytes_;
  Bytes next_size_bytes_ = 0;
  Packets cwnd_packets_ = 0;  // of all that are open
  Packets in_flight_packets_ = 0;
  std::map<std::uint32_t, std::unique_ptr<Connection>> open_;
  std::vector<std::uint32_t> done_;
  Timer<Arrivals, &Arrivals::on_arrival> arrival_timer_;
  Timer<Arrivals, &Arrivals::on_reap> reap_timer_;
};

}  // namespace ccsim
