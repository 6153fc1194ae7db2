// What the application does with a connection. Each kind is a file in `traffic/` that describes
// itself for the registry.
#pragma once

#include <memory>

#include "ccsim/components.h"
#include "ccsim/units.h"
#include "transport/sender.h"

namespace ccsim {

class TrafficSource {
 public:
  virtual ~TrafficSource() = default;
  // The flow starts: data may be written from now on, also before the connection stands.
  virtual void start(Sender& sender, SimTime now_ns) = 0;
  // The flow stops: nothing new is written.
  virtual void stop(Sender& sender, SimTime now_ns) = 0;
};

// The kind must exist (asserted).
[[nodiscard]] std::unique_ptr<TrafficSource> make_traffic(const ComponentChoice& choice,
                                                          const TrafficContext& context);

}  // namespace ccsim
