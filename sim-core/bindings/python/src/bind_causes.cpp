// What bound the flows of a run, as plain dictionaries.
#include <cmath>
#include <cstddef>

#include "bindings.h"
#include "ccsim/result.h"

namespace ccsim::python {
namespace {

nb::str name_of(Binding binding) {
  return text(kBindingNames[static_cast<std::size_t>(binding)]);
}

// Under the names of the kind; numbers that there are not are left out.
void add_numbers(CauseKind kind, const CauseNumbers& numbers, nb::dict& entry) {
  const CauseInfo& info = kCauseKinds[static_cast<std::size_t>(kind)];
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!info.numbers[i].empty() && !std::isnan(numbers[i])) {
      entry[text(info.numbers[i])] = numbers[i];
    }
  }
}

nb::dict moment(CauseKind kind, const Cause& cause) {
  nb::dict entry;
  entry["time_s"] = seconds_or_nan(cause.time_ns);
  entry["reason"] = text(cause.reason);
  nb::dict numbers;
  add_numbers(kind, cause.numbers, numbers);
  entry["numbers"] = numbers;
  return entry;
}

nb::dict summary(const CauseSummary& of) {
  nb::dict entry;
  entry["kind"] = text(kCauseKinds[static_cast<std::size_t>(of.kind)].name);
  entry["count"] = of.count;
  nb::dict means;
  add_numbers(of.kind, of.means, means);
  entry["means"] = means;
  entry["kept_every"] = of.kept_every;
  nb::list kept;
  for (const Cause& cause : of.kept) kept.append(moment(of.kind, cause));
  entry["kept"] = kept;
  entry["last"] = moment(of.kind, of.last);
  return entry;
}

nb::dict flow_entry(const FlowCauses& flow) {
  nb::list times;
  for (const BindingTime& held : flow.times) {
    nb::dict entry;
    entry["binding"] = name_of(held.binding);
    entry["is_rate"] = is_rate(held.binding);
    entry["time_s"] = seconds_or_nan(held.time_ns);
    entry["mean_value"] = held.mean_value;
    times.append(entry);
  }
  nb::list buckets;
  for (const BindingBucket& held : flow.buckets) {
    buckets.append(
        nb::make_tuple(held.bucket, name_of(held.binding), seconds_or_nan(held.time_ns)));
  }
  nb::list causes;
  for (const CauseSummary& of : flow.causes) causes.append(summary(of));
  nb::dict entry;
  entry["times"] = times;
  entry["buckets"] = buckets;
  entry["causes"] = causes;
  return entry;
}

// None: it is not recorded, or the window has no RTT sample.
nb::object rtt_entry(const FlowRttParts& flow) {
  if (flow.packets == 0) return nb::none();
  nb::list parts;
  for (const RttPartMean& part : flow.parts) {
    nb::dict entry;
    entry["part"] = text(kRttPartNames[static_cast<std::size_t>(part.part)]);
    entry["link_index"] = part.link_index < 0 ? nb::none() : nb::cast(part.link_index);
    entry["mean_s"] = part.mean_s;
    parts.append(entry);
  }
  nb::dict entry;
  entry["mean_rtt_s"] = flow.mean_rtt_s;
  entry["parts"] = parts;
  return entry;
}

}  // namespace

nb::object cause_report(const RunResult& result) {
  const CauseReport& report = result.causes;
  if (report.bucket_ns == 0) return nb::none();
  nb::list flows;
  for (const FlowCauses& flow : report.flows) {
    take_turns(nb::len(flows));
    nb::dict entry = flow_entry(flow);
    const std::size_t index = nb::len(flows);
    entry["rtt"] =
        index < result.rtt_parts.size() ? rtt_entry(result.rtt_parts[index]) : nb::none();
    flows.append(entry);
  }
  nb::dict whole;
  whole["bucket_s"] = seconds_or_nan(report.bucket_ns);
  whole["flows"] = flows;
  return whole;
}

}  // namespace ccsim::python
