// What was lost and marked in a run, and why, as plain dictionaries.
#include "bindings.h"
#include "ccsim/result.h"

namespace ccsim::python {
namespace {

nb::dict row_entry(const LossRow& row) {
  nb::list buckets;
  nb::list bucket_packets;
  for (const LossBucket& bucket : row.buckets) {
    buckets.append(bucket.bucket);
    bucket_packets.append(bucket.packets);
  }
  const bool has_link = row.key.link_index != kNoLink;
  nb::dict entry;
  entry["flow_index"] = row.key.flow_index;
  entry["link_index"] = has_link ? nb::cast(row.key.link_index) : nb::none();
  entry["reason"] = text(name_of(row.key.reason));
  entry["is_mark"] = row.key.is_mark;
  entry["is_ack"] = row.key.is_ack;
  entry["window_packets"] = row.window_packets;
  entry["packets"] = row.packets;
  entry["first_s"] = seconds_or_nan(row.first_ns);
  entry["last_s"] = seconds_or_nan(row.last_ns);
  entry["buckets"] = buckets;
  entry["bucket_packets"] = bucket_packets;
  return entry;
}

}  // namespace

nb::dict loss_report(const RunResult& result) {
  nb::list rows;
  for (const LossRow& row : result.losses.rows) {
    take_turns(nb::len(rows));
    rows.append(row_entry(row));
  }
  nb::dict whole;
  whole["bucket_s"] = seconds_or_nan(result.losses.bucket_ns);
  whole["rows"] = rows;
  return whole;
}

}  // namespace ccsim::python
