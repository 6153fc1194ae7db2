#include "cause_bytes.h"

#include <cmath>
#include <cstddef>

namespace ccsim::wasm {
namespace {

std::string_view name_of(Binding binding) {
  return kBindingNames[static_cast<std::size_t>(binding)];
}

// Under the names of the kind; numbers that there are not are left out, as in the Python module.
void write_numbers(CauseKind kind, const CauseNumbers& numbers, ByteWriter& to) {
  const CauseInfo& info = kCauseKinds[static_cast<std::size_t>(kind)];
  ByteWriter named;
  std::size_t count = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (info.numbers[i].empty() || std::isnan(numbers[i])) continue;
    named.text(info.numbers[i]);
    named.real(numbers[i]);
    ++count;
  }
  to.length(count);
  to.append(named);
}

void write_moment(CauseKind kind, const Cause& cause, ByteWriter& to) {
  to.real(seconds_or_nan(cause.time_ns));
  to.text(cause.reason);
  write_numbers(kind, cause.numbers, to);
}

void write_summary(const CauseSummary& of, ByteWriter& to) {
  to.text(kCauseKinds[static_cast<std::size_t>(of.kind)].name);
  to.integer(of.count);
  write_numbers(of.kind, of.means, to);
  to.integer(of.kept_every);
  to.length(of.kept.size());
  for (const Cause& cause : of.kept) write_moment(of.kind, cause, to);
  write_moment(of.kind, of.last, to);
}

void write_rtt(const FlowRttParts* rtt, ByteWriter& to) {
  const bool is_known = rtt != nullptr && rtt->packets != 0;
  to.integer(is_known ? 1 : 0);
  if (!is_known) return;
  to.real(rtt->mean_rtt_s);
  to.length(rtt->parts.size());
  for (const RttPartMean& part : rtt->parts) {
    to.text(kRttPartNames[static_cast<std::size_t>(part.part)]);
    to.integer(part.link_index);
    to.real(part.mean_s);
  }
}

void write_flow(const FlowCauses& flow, const FlowRttParts* rtt, ByteWriter& to) {
  to.length(flow.times.size());
  for (const BindingTime& held : flow.times) {
    to.text(name_of(held.binding));
    to.integer(is_rate(held.binding) ? 1 : 0);
    to.real(seconds_or_nan(held.time_ns));
    to.real(held.mean_value);
  }
  to.length(flow.buckets.size());
  for (const BindingBucket& held : flow.buckets) {
    to.integer(held.bucket);
    to.text(name_of(held.binding));
    to.real(seconds_or_nan(held.time_ns));
  }
  to.length(flow.causes.size());
  for (const CauseSummary& of : flow.causes) write_summary(of, to);
  write_rtt(rtt, to);
}

}  // namespace

void write_causes(const RunResult& result, ByteWriter& to) {
  const CauseReport& report = result.causes;
  to.integer(report.bucket_ns == 0 ? 0 : 1);
  if (report.bucket_ns == 0) return;
  to.real(seconds_or_nan(report.bucket_ns));
  to.length(report.flows.size());
  for (std::size_t index = 0; index < report.flows.size(); ++index) {
    const bool has_rtt = index < result.rtt_parts.size();
    write_flow(report.flows[index], has_rtt ? &result.rtt_parts[index] : nullptr, to);
  }
}

}  // namespace ccsim::wasm
