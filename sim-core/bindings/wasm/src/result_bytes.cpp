#include "result_bytes.h"

#include <cmath>
#include <variant>

#include "cause_bytes.h"
#include "ccsim/behaviour.h"
#include "ccsim/simulation.h"

namespace ccsim::wasm {
namespace {

void write_number(std::string_view name, std::variant<double, std::int64_t> number,
                  ByteWriter& to) {
  to.text(name);
  const std::int64_t* integer = std::get_if<std::int64_t>(&number);
  to.integer(integer != nullptr ? 1 : 0);
  if (integer != nullptr) {
    to.integer(*integer);
  } else {
    to.real(std::get<double>(number));
  }
}

// Later numbers that a flow does not have are left out, as in the Python module.
template <typename Struct, std::size_t size>
void write_numbers(const MetricTable<Struct, size>& table, const Struct& from, ByteWriter& to) {
  ByteWriter numbers;
  std::size_t count = 0;
  for (const Declared<Struct>& declared : table) {
    const auto number = declared.number(from);
    const MetricExtras& extras = declared.metric.extras;
    const double* real = std::get_if<double>(&number);
    const bool is_absent = real != nullptr && std::isnan(*real);
    if (is_absent && extras.is_optional && !extras.is_digested) continue;
    write_number(declared.metric.name, number, numbers);
    ++count;
  }
  to.length(count);
  to.append(numbers);
}

void write_losses(const LossReport& losses, ByteWriter& to) {
  to.real(seconds_or_nan(losses.bucket_ns));
  to.length(losses.rows.size());
  for (const LossRow& row : losses.rows) {
    to.integer(row.key.flow_index);
    to.integer(row.key.link_index);
    to.text(name_of(row.key.reason));
    to.integer(row.key.is_mark ? 1 : 0);
    to.integer(row.key.is_ack ? 1 : 0);
    to.integer(row.window_packets);
    to.integer(row.packets);
    to.real(seconds_or_nan(row.first_ns));
    to.real(seconds_or_nan(row.last_ns));
    to.length(row.buckets.size());
    for (const LossBucket& bucket : row.buckets) {
      to.integer(bucket.bucket);
      to.integer(bucket.packets);
    }
  }
}

void write_transfers(const RunResult& result, ByteWriter& to) {
  to.length(result.transfers.size());
  for (const FlowTransfers& of_flow : result.transfers) {
    to.integer(of_flow.flow_index);
    to.length(of_flow.transfers.size());
    for (const TransferRecord& transfer : of_flow.transfers) {
      to.real(seconds_or_nan(transfer.start_ns));
      to.integer(transfer.size_bytes);
      to.real(seconds_or_nan(transfer.completion_ns));
      to.real(seconds_or_nan(transfer.acknowledged_ns));
    }
  }
}

}  // namespace

ByteWriter result_bytes(const RunResult& result, std::string_view series_digest) {
  ByteWriter to;
  to.text(core_version());
  to.integer(kBehaviourVersion);
  to.text(series_digest);
  to.integer(result.status == RunStatus::kCancelled ? 1 : 0);
  to.real(seconds_or_nan(result.simulated_ns));
  to.integer(result.simulated_packets);
  to.integer(result.sample_count);
  to.integer(result.events_truncated ? 1 : 0);
  write_numbers(kFairnessSummary, result.fairness, to);
  to.length(result.links.size());
  for (const LinkSummary& link : result.links) write_numbers(kLinkSummary, link, to);
  to.length(result.flows.size());
  for (const FlowSummary& flow : result.flows) {
    to.integer(flow.group_index);
    to.integer(flow.flow_index);
    write_numbers(kFlowSummary, flow, to);
  }
  write_losses(result.losses, to);
  write_transfers(result, to);
  write_causes(result, to);
  return to;
}

}  // namespace ccsim::wasm
