// What the application does with a connection.
#pragma once

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

// Always has data.
class BulkSource final : public TrafficSource {
 public:
  void start(Sender& sender, SimTime now_ns) override { sender.write_endless(now_ns); }
  void stop(Sender& sender, SimTime now_ns) override { sender.stop_writing(now_ns); }
};

}  // namespace ccsim
