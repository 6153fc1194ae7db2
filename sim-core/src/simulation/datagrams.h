// Datagrams at a steady rate: sent and counted, nothing else.
#pragma once

#include "engine/timer.h"
#include "simulation/carrier.h"
#include "simulation/flow_observer.h"
#include "transport/steady_times.h"

namespace ccsim {

class Datagrams final : public Carrier {
 public:
  // `template_packet` has what all of them share.
  Datagrams(Engine& engine, BitRate rate_bps, const Packet& template_packet, CarrierPorts& ports,
            FlowObserver& observer);

  void start(SimTime now_ns) override;
  void stop(SimTime) override { timer_.disarm(); }
  // The path does not duplicate.
  bool accept(const Packet&, SimTime) override { return true; }
  void accept_ack(const Ack&, std::uint32_t, SimTime) override {}
  void observe(StateSink&) const override {}
  void complete(FlowSample& sample) const override;
  void complete(FlowSummary& summary) const override;

 private:
  void send(SimTime now_ns);

  CarrierPorts& ports_;
  FlowObserver& observer_;
  SteadyTimes times_;
  Packet next_;
  Timer<Datagrams, &Datagrams::send> timer_;
};

}  // namespace ccsim
