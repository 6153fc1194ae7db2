// Bursts: as much as goes for a while, nothing for a while.
#include "engine/timer.h"
#include "transport/arrival_process.h"
#include "transport/traffic_source.h"

namespace ccsim {
namespace {

class OnOff final : public TrafficSource {
 public:
  OnOff(const ParameterSet& parameters, const TrafficContext& context)
      : on_ns_(to_ns(parameters.number("on_s"))),
        off_ns_(to_ns(parameters.number("off_s"))),
        is_random_(parameters.choice("period_distribution") == "exponential"),
        random_(context.random),
        timer_(context.engine, Rank::kFlow, *this) {}

  void start(Sender& sender, SimTime now_ns) override {
    sender_ = &sender;
    change(now_ns);
  }
  void stop(Sender& sender, SimTime now_ns) override {
    timer_.disarm();
    sender.stop_writing(now_ns);
  }

 private:
  void change(SimTime now_ns) {
    is_on_ = !is_on_;
    timer_.arm(now_ns + period_ns(is_on_ ? on_ns_ : off_ns_));
    if (is_on_) {
      sender_->write_endless(now_ns);
    } else {
      sender_->stop_writing(now_ns);
    }
  }
  Duration period_ns(Duration mean_ns) {
    return is_random_ ? exponential_ns(random_, static_cast<double>(mean_ns)) : mean_ns;
  }

  Duration on_ns_;
  Duration off_ns_;
  bool is_random_;
  RandomStream random_;
  Sender* sender_ = nullptr;
  bool is_on_ = false;
  Timer<OnOff, &OnOff::change> timer_;
};

}  // namespace

TrafficInfo describe_on_off() {
  TrafficInfo info;
  info.name = "on_off";
  info.title = "On and off";
  info.summary = "Sends all it can for a while, then nothing for a while; begins with sending";
  info.source = "Willinger, Taqqu, Sherman, Wilson: Self-Similarity Through High-Variability, 1997";
  info.parameters = {
      number_parameter("on_s", 1, {0.001, 3600}, {"Time of sending, mean", kOwnChoice, "On"}),
      number_parameter("off_s", 1, {0.001, 3600}, {"Time of silence, mean", kOwnChoice, "Off"}),
      choice_parameter("period_distribution", {"exponential", "fixed"},
                       {"Times drawn with these means from the seed, or all alike", kOwnChoice,
                        "Lengths of the times"}),
  };
  info.make = [](const ParameterSet& parameters,
                 const TrafficContext& context) -> std::unique_ptr<TrafficSource> {
    return std::make_unique<OnOff>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
