// Packet events as columns: numpy arrays without a copy.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "bindings.h"
#include "ccsim/result.h"

namespace ccsim::python {
namespace {

template <typename T>
nb::object owned_array(std::vector<T>&& values) {
  auto* owner = new std::vector<T>(std::move(values));
  nb::capsule deleter(owner,
                      [](void* pointer) noexcept { delete static_cast<std::vector<T>*>(pointer); });
  return nb::cast(
      nb::ndarray<nb::numpy, const T, nb::ndim<1>>(owner->data(), {owner->size()}, deleter));
}

template <typename T, typename Read>
nb::object column(const std::vector<PacketRecord>& records, Read read) {
  std::vector<T> values;
  values.reserve(records.size());
  for (const PacketRecord& record : records) values.push_back(read(record));
  return owned_array(std::move(values));
}

}  // namespace

std::vector<std::string> packet_event_names() {
  return {kPacketEventKindNames.begin(), kPacketEventKindNames.end()};
}

nb::dict packet_columns(const RunResult& result) {
  const std::vector<PacketRecord>& records = result.packets;
  nb::dict columns;
  columns["time_s"] =
      column<double>(records, [](const auto& r) { return seconds_or_nan(r.time_ns); });
  columns["flow_index"] =
      column<std::int64_t>(records, [](const auto& r) { return std::int64_t{r.flow_index}; });
  columns["kind"] = column<std::uint8_t>(
      records, [](const auto& r) { return static_cast<std::uint8_t>(r.kind); });
  columns["sequence"] = column<std::int64_t>(records, [](const auto& r) { return r.sequence; });
  columns["queue_bytes"] =
      column<std::int64_t>(records, [](const auto& r) { return r.queue_bytes; });
  columns["cwnd_packets"] =
      column<std::int64_t>(records, [](const auto& r) { return r.cwnd_packets; });
  columns["inflight_packets"] =
      column<std::int64_t>(records, [](const auto& r) { return r.in_flight_packets; });
  columns["ecn_bits"] = column<std::uint8_t>(records, [](const auto& r) { return r.ecn_bits; });
  columns["window_packets"] =
      column<std::int32_t>(records, [](const auto& r) { return r.window_packets; });
  columns["link_index"] = column<std::int16_t>(records, [](const auto& r) { return r.link_index; });
  columns["reason"] = column<std::uint8_t>(
      records, [](const auto& r) { return static_cast<std::uint8_t>(r.reason); });
  return columns;
}

}  // namespace ccsim::python
