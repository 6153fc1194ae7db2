#include "simulation/flow_sampler.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace ccsim {
namespace {

std::vector<std::string> declared_names(const std::vector<MetricInfo>& metrics) {
  std::vector<std::string> names;
  for (const MetricInfo& metric : metrics) names.push_back(metric.name);
  return names;
}

bool is_on(const FlowGroupConfig& group, const std::string& name) {
  return std::any_of(group.parameters.begin(), group.parameters.end(),
                     [&name](const NamedParameter& parameter) {
                       const bool* value = std::get_if<bool>(&parameter.value);
                       return parameter.name == name && value != nullptr && *value;
                     });
}

std::vector<std::string> written_names(const AlgorithmInfo& algorithm,
                                       const FlowGroupConfig& group) {
  std::vector<std::string> names;
  for (const MetricInfo& metric : algorithm.metrics) {
    if (metric.only_with.empty() || is_on(group, metric.only_with)) names.push_back(metric.name);
  }
  return names;
}

const TrafficInfo& traffic_of(const FlowGroupConfig& group) {
  return *find_component(traffic_kinds(), group.traffic.kind);
}

bool is_common(const std::string& name) {
  return std::any_of(kFlowSeries.begin(), kFlowSeries.end(),
                     [&name](const auto& entry) { return entry.metric.name == name; });
}

double min_rtt_s(const ObservedState& observed, const Sender& sender) {
  const double own_s = observed.value("min_rtt_s");
  return std::isnan(own_s) ? seconds_or_nan(sender.rtt().min_rtt_ns()) : own_s;
}

}  // namespace

double min_rtt_s(const Sender& sender) {
  if (!sender.is_established()) return kNoValue;
  ObservedState observed({"min_rtt_s"});
  sender.control()->observe(observed);
  return min_rtt_s(observed, sender);
}

FlowSampler::FlowSampler(const AlgorithmInfo& algorithm, const FlowGroupConfig& group,
                         Bytes packet_bytes, Bytes header_bytes, bool has_marks)
    : packet_bytes_(packet_bytes),
      payload_bytes_(packet_bytes - header_bytes),
      has_marks_(has_marks),
      has_reader_(group.receiver.read_rate_bps > 0 &&
                  traffic_of(group).carrier == TrafficCarrier::kConnection),
      observed_(written_names(algorithm, group)),
      observed_traffic_(declared_names(traffic_of(group).metrics)) {
  for (std::size_t i = 0; i < observed_.names().size(); ++i) {
    if (!is_common(observed_.names()[i])) own_.push_back(i);
  }
}

std::vector<std::string> FlowSampler::names() const {
  std::vector<std::string> names = names_of(kFlowSeries);
  if (has_marks_) {
    for (std::string& name : names_of(kFlowEcnSeries)) names.push_back(std::move(name));
  }
  for (const std::size_t place : own_) names.push_back(observed_.names()[place]);
  names.insert(names.end(), observed_traffic_.names().begin(), observed_traffic_.names().end());
  if (has_reader_) {
    for (std::string& name : names_of(kFlowReaderSeries)) names.push_back(std::move(name));
  }
  return names;
}

std::vector<double> FlowSampler::take(const FlowRecorder& recorder, const Sender& sender,
                                      const Seen& seen, SimTime now_ns, Duration interval_ns) {
  FlowSample sample;
  const FlowCounters counters = recorder.all_counters();
  fill_counts(counters, interval_ns, sample);
  const LimitTimes limits_ns = recorder.limit_times(now_ns);
  fill_limits(limit_ratios(limits_ns_, limits_ns), sample);
  sample.rtt_s = seconds_or_nan(rtt_ns_);
  observed_.clear();
  if (sender.is_established()) {
    sender.control()->observe(observed_);
    fill_states(sender, sample);
  }
  if (seen.carrier != nullptr) {
    observed_traffic_.clear();
    seen.carrier->observe(observed_traffic_);
    seen.carrier->complete(sample);
  }
  const Packets marked = counters.marked_packets - counters_.marked_packets;
  counters_ = counters;
  limits_ns_ = limits_ns;
  rtt_ns_ = kNoDuration;
  std::vector<double> values = values_of(kFlowSeries, sample);
  if (has_marks_) {
    const FlowEcnSample marks{.marked_packets = static_cast<double>(marked)};
    for (const double value : values_of(kFlowEcnSeries, marks)) values.push_back(value);
  }
  for (const std::size_t place : own_) values.push_back(observed_.values()[place]);
  values.insert(values.end(), observed_traffic_.values().begin(), observed_traffic_.values().end());
  if (has_reader_) {
    const bool is_there = sender.is_established() && seen.reader != nullptr;
    const FlowReaderSample sampled = is_there ? read_by(*seen.reader, now_ns) : FlowReaderSample{};
    for (const double value : values_of(kFlowReaderSeries, sampled)) values.push_back(value);
  }
  return values;
}

FlowReaderSample FlowSampler::read_by(const SlowReader& reader, SimTime now_ns) const {
  const auto bytes = [this](Packets packets) {
    return static_cast<double>(packets) * static_cast<double>(packet_bytes_);
  };
  return {.receive_window_bytes = bytes(reader.offered_packets()),
          .unread_bytes = bytes(reader.unread_packets(now_ns))};
}

void FlowSampler::fill_counts(const FlowCounters& now, Duration interval_ns,
                              FlowSample& sample) const {
  const double bits_per_second = static_cast<double>(kBitsPerByte) *
                                 static_cast<double>(kNanosecondsPerSecond) /
                                 static_cast<double>(interval_ns);
  const auto rate = [bits_per_second](Packets packets, Bytes bytes) {
    return static_cast<double>(packets * bytes) * bits_per_second;
  };
  sample.throughput_bps = rate(now.received_packets - counters_.received_packets, packet_bytes_);
  sample.goodput_bps = rate(now.unique_packets - counters_.unique_packets, payload_bytes_);
  sample.retransmitted_packets =
      static_cast<double>(now.retransmitted_packets - counters_.retransmitted_packets);
  sample.sent_packets = static_cast<double>(now.sent_packets - counters_.sent_packets);
}

void FlowSampler::fill_states(const Sender& sender, FlowSample& sample) const {
  const auto bytes = [this](Packets packets) {
    return static_cast<double>(packets) * static_cast<double>(packet_bytes_);
  };
  sample.srtt_s = seconds_or_nan(sender.rtt().srtt_ns());
  sample.cwnd_bytes = bytes(sender.cwnd_packets());
  sample.inflight_bytes = bytes(sender.scoreboard().in_flight_packets());
  const BitRate pacing_rate_bps = sender.pacing_rate_bps();
  if (pacing_rate_bps > 0) sample.pacing_rate_bps = static_cast<double>(pacing_rate_bps);
  const CongestionControl& control = *sender.control();
  const bool has_threshold = control.traits().has_threshold;
  const Packets ssthresh = has_threshold ? control.controls().ssthresh_packets : kNoThreshold;
  if (ssthresh != kNoThreshold) sample.ssthresh_bytes = bytes(ssthresh);
  sample.min_rtt_s = min_rtt_s(observed_, sender);
  sample.bandwidth_estimate_bps = observed_.value("bandwidth_estimate_bps");
}

}  // namespace ccsim
