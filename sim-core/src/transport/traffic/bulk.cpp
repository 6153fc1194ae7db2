// Always has data.
#include "transport/traffic_source.h"

namespace ccsim {
namespace {

class Bulk final : public TrafficSource {
 public:
  void start(Sender& sender, SimTime now_ns) override { sender.write_endless(now_ns); }
  void stop(Sender& sender, SimTime now_ns) override { sender.stop_writing(now_ns); }
};

}  // namespace

TrafficInfo describe_bulk() {
  TrafficInfo info;
  info.name = "bulk";
  info.title = "Bulk";
  info.summary = "Always more to send, from the start of the flow to its stop";
  info.source = "RFC 3148";
  info.make = [](const ParameterSet&, const TrafficContext&) -> std::unique_ptr<TrafficSource> {
    return std::make_unique<Bulk>();
  };
  return info;
}

}  // namespace ccsim
