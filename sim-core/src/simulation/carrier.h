// What carries a flow's data where one connection that is only written to does not: a connection
// whose application waits for what arrives, many connections, or none.
#pragma once

#include <cstdint>

#include "ccsim/flow_metrics.h"
#include "ccsim/state_sink.h"
#include "net/packet.h"
#include "transport/ack.h"

namespace ccsim {

class Carrier {
 public:
  virtual ~Carrier() = default;

  // The flow starts and stops; not called where the flow's own connection is used.
  virtual void start(SimTime) {}
  virtual void stop(SimTime) {}

  // A packet has come through the network; true if it is new.
  virtual bool accept(const Packet& packet, SimTime now_ns) = 0;
  // An ACK has come back to a connection that may be gone.
  virtual void accept_ack(const Ack& ack, std::uint32_t connection_index, SimTime now_ns) = 0;

  // The values of the traffic's own series.
  virtual void observe(StateSink& sink) const = 0;
  // What the flow's own connection would say, as far as there is something to say.
  virtual void complete(FlowSample&) const {}
  virtual void complete(FlowSummary&) const {}
};

// What a carrier needs of its flow.
class CarrierPorts {
 public:
  virtual ~CarrierPorts() = default;
  // The loss model decides about it here.
  virtual void send_packet(Packet packet) = 0;
  virtual void return_ack(const Ack& ack, std::uint32_t connection_index, SimTime now_ns) = 0;
};

}  // namespace ccsim
