// What the application does with a connection. Each kind is a file in `traffic/` that describes
// itself for the registry.
#pragma once

#include <cstdint>
#include <memory>

#include "ccsim/components.h"
#include "ccsim/transfer.h"
#include "ccsim/units.h"
#include "transport/sender.h"

namespace ccsim {

// The source of a default that is not published.
inline constexpr const char* kOwnChoice = "chosen here, not a published value";

class TrafficSource {
 public:
  virtual ~TrafficSource() = default;
  // The flow starts: data may be written from now on, also before the connection stands.
  virtual void start(Sender& sender, SimTime now_ns) = 0;
  // The flow stops: nothing new is written.
  virtual void stop(Sender& sender, SimTime now_ns) = 0;

  // Only of a kind that delivers in parts: the receiver has everything below `sequence`, the sender
  // has read an ACK for everything below it.
  virtual void on_received(std::int64_t, SimTime) {}
  virtual void on_acknowledged(std::int64_t, SimTime) {}
  // The values of the kind's own series.
  virtual void observe(StateSink&) const {}
};

// The kind must exist and have one connection (asserted).
[[nodiscard]] std::unique_ptr<TrafficSource> make_traffic(const ComponentChoice& choice,
                                                          const TrafficContext& context);
// Every parameter of the kind, with defaults for those not given.
[[nodiscard]] ParameterSet traffic_parameters(const ComponentChoice& choice);

// Data is sent in whole packets: the last one of a transfer is filled up.
[[nodiscard]] constexpr Packets packets_of(Bytes size_bytes, Bytes payload_bytes) {
  return (size_bytes + payload_bytes - 1) / payload_bytes;
}

}  // namespace ccsim
