// Takes the samples of a flow: what came since the last one, and what state sender and controller
// are in.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/components.h"
#include "ccsim/flow_metrics.h"
#include "ccsim/scenario.h"
#include "metrics/flow_recorder.h"
#include "simulation/carrier.h"
#include "simulation/observed_state.h"
#include "transport/sender.h"
#include "transport/slow_reader.h"

namespace ccsim {

// The controller's own minimum RTT or, if it has none, the transport's; NaN before the connection.
[[nodiscard]] double min_rtt_s(const Sender& sender);

class FlowSampler {
 public:
  // `has_marks`: the flow uses ECN and meets queues that can mark.
  FlowSampler(const AlgorithmInfo& algorithm, const FlowGroupConfig& group, Bytes packet_bytes,
              Bytes header_bytes, bool has_marks);

  // What else a sample looks at; each may be null.
  struct Seen {
    const Carrier* carrier = nullptr;
    const SlowReader* reader = nullptr;
  };

  // Of the columns: kFlowSeries, with marks kFlowEcnSeries, then what only this algorithm declares,
  // then what only this kind of traffic does, then kFlowReaderSeries where the flow's connection
  // ends at a slow reader.
  [[nodiscard]] std::vector<std::string> names() const;
  // The latest RTT sample of the running interval.
  void set_rtt(Duration rtt_ns) { rtt_ns_ = rtt_ns; }
  // The values of the interval that ends now, in the order of names().
  [[nodiscard]] std::vector<double> take(const FlowRecorder& recorder, const Sender& sender,
                                         const Seen& seen, SimTime now_ns, Duration interval_ns);

 private:
  void fill_counts(const FlowCounters& now, Duration interval_ns, FlowSample& sample) const;
  [[nodiscard]] FlowReaderSample read_by(const SlowReader& reader, SimTime now_ns) const;
  void fill_states(const Sender& sender, FlowSample& sample) const;

  Bytes packet_bytes_;
  Bytes payload_bytes_;
  bool has_marks_;
  bool has_reader_;
  ObservedState observed_;
  std::vector<std::size_t> own_;  // places of the algorithm's own values among the observed ones
  ObservedState observed_traffic_;
  FlowCounters counters_;      // at the end of the last sample
  LimitTimes limits_ns_ = {};  // at the end of the last sample
  Duration rtt_ns_ = kNoDuration;
};

}  // namespace ccsim
