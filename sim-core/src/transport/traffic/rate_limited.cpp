// An application that writes at a rate.
#include "engine/timer.h"
#include "transport/steady_times.h"
#include "transport/traffic_source.h"

namespace ccsim {
namespace {

class RateLimited final : public TrafficSource {
 public:
  RateLimited(const ParameterSet& parameters, const TrafficContext& context)
      : times_(context.payload_bytes * kBitsPerByte * kNanosecondsPerSecond,
               parameters.integer("rate_bps")),
        timer_(context.engine, Rank::kFlow, *this) {}

  void start(Sender& sender, SimTime now_ns) override {
    sender_ = &sender;
    times_.start(now_ns);
    timer_.arm(times_.take());
  }
  void stop(Sender& sender, SimTime now_ns) override {
    timer_.disarm();
    sender.stop_writing(now_ns);
  }

 private:
  void write(SimTime now_ns) {
    timer_.arm(times_.take());
    sender_->write(1, now_ns);
  }

  SteadyTimes times_;
  Sender* sender_ = nullptr;
  Timer<RateLimited, &RateLimited::write> timer_;
};

}  // namespace

TrafficInfo describe_rate_limited() {
  TrafficInfo info;
  info.name = "rate_limited";
  info.title = "Limited rate";
  info.summary =
      "Writes a packet's payload at regular times; what the network does not take waits in the "
      "sender";
  info.source = "RFC 7661 1 (application-limited)";
  info.parameters = {
      required(integer_parameter("rate_bps", 1'000'000, {1'000, 10'000'000'000},
                                 {"Payload bits per second that are written", kOwnChoice, "Rate"})),
  };
  info.make = [](const ParameterSet& parameters,
                 const TrafficContext& context) -> std::unique_ptr<TrafficSource> {
    return std::make_unique<RateLimited>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
