#include "packet_bytes.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "ccsim/units.h"

namespace ccsim::wasm {
namespace {

struct Column {
  std::string_view name;
  double (*value)(const PacketRecord& record);
  // Of events that have something to say; null: of all. A column without any is left out.
  bool (*says_something)(const PacketRecord& record) = nullptr;
};

template <typename Number>
double real(Number number) {
  return static_cast<double>(number);
}

using Record = const PacketRecord&;

// As the Python module names them; worker/lab_exec/packets.py leaves out the same ones.
constexpr std::array<Column, 11> kColumns = {{
    {"time_s", [](Record r) { return seconds_or_nan(r.time_ns); }},
    {"flow_index", [](Record r) { return real(r.flow_index); }},
    {"kind", [](Record r) { return real(static_cast<int>(r.kind)); }},
    {"sequence", [](Record r) { return real(r.sequence); }},
    {"queue_bytes", [](Record r) { return real(r.queue_bytes); }},
    {"cwnd_packets", [](Record r) { return real(r.cwnd_packets); }},
    {"inflight_packets", [](Record r) { return real(r.in_flight_packets); }},
    {"ecn_bits", [](Record r) { return real(r.ecn_bits); },
     [](Record r) { return r.ecn_bits != 0; }},
    {"link_index", [](Record r) { return real(r.link_index); },
     [](Record r) { return r.link_index > 0; }},
    {"window_packets", [](Record r) { return real(r.window_packets); },
     [](Record r) { return r.window_packets >= 0; }},
    {"reason", [](Record r) { return real(static_cast<int>(r.reason)); },
     [](Record r) { return r.reason != LossReason::kNone; }},
}};

template <std::size_t size>
void write_names(const std::array<std::string_view, size>& names, ByteWriter& to) {
  to.length(size);
  for (const std::string_view name : names) to.text(name);
}

bool is_given(const Column& column, const std::vector<PacketRecord>& packets) {
  return column.says_something == nullptr || std::ranges::any_of(packets, column.says_something);
}

}  // namespace

ByteWriter packet_bytes(const std::vector<PacketRecord>& packets, bool is_truncated,
                        std::size_t most_given) {
  ByteWriter to;
  const std::size_t count = std::min(packets.size(), most_given);
  to.integer(is_truncated || count < packets.size() ? 1 : 0);
  write_names(kPacketEventKindNames, to);
  write_names(kLossReasonNames, to);
  to.length(count);
  to.length(static_cast<std::size_t>(std::ranges::count_if(
      kColumns, [&packets](const Column& column) { return is_given(column, packets); })));
  for (const Column& column : kColumns) {
    if (!is_given(column, packets)) continue;
    to.text(column.name);
    for (std::size_t index = 0; index < count; ++index) to.real(column.value(packets[index]));
  }
  return to;
}

}  // namespace ccsim::wasm
