#include "metrics/rtt_recorder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/assert.h"

namespace ccsim {
namespace {

constexpr std::size_t kFirstRows = 64;

double mean_s(__int128 sum_ns, Packets packets) {
  return to_s(static_cast<double>(sum_ns) / static_cast<double>(packets));
}

// Columns of the queues of so many links.
std::size_t columns_of(std::size_t links) {
  return std::min(links, kMostLinkColumns);
}

}  // namespace

void WayTable::begin(std::size_t row, SimTime now_ns) {
  Duration* cells = at(row);
  std::fill_n(cells, stride_, 0);
  cells[kLastBoundary] = now_ns;
}

void WayTable::take(std::size_t row, const WayTable& other, std::size_t other_row) {
  std::copy_n(&other.cells_[other_row * stride_], stride_, at(row));
}

void SteadyWay::grow(std::int64_t una_sequence, std::int64_t end_sequence) {
  const auto needed = static_cast<std::size_t>(end_sequence - una_sequence);
  std::vector<Row> bigger(std::max(std::bit_ceil(needed), kFirstRows));
  const std::size_t bigger_mask = bigger.size() - 1;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::int64_t sequence = una_sequence + static_cast<std::int64_t>(i);
    bigger[static_cast<std::size_t>(sequence) & bigger_mask] = rows_[row_of(sequence)];
  }
  rows_ = std::move(bigger);
  mask_ = bigger_mask;
  room_packets_ = static_cast<Packets>(rows_.size());
}

RttRecorder::RttRecorder(std::vector<std::uint8_t> path, std::vector<std::uint8_t> return_path)
    : path_(std::move(path)),
      return_path_(std::move(return_path)),
      packets_(path_.size()),
      acks_(return_path_.size()),
      received_way_(return_path_.size()) {
  received_way_.grow(1);
  const std::size_t parts_out = packets_.stride() - WayTable::kFirstPart;
  const std::size_t parts_back = acks_.stride() - WayTable::kFirstPart;
  const std::size_t cells = kOfNoWayCount + parts_out + parts_back;
  recent_.cells_ns.resize(cells);
  total_.cells_ns.resize(cells);
  at_series_sample_.cells_ns.resize(cells);
  window_.cells_ns.resize(cells);
}

void RttRecorder::grow(std::size_t rows) {
  std::size_t more = std::max(rows_, kFirstRows);
  while (more < rows) more *= 2;
  WayTable bigger(path_.size());
  bigger.grow(more);
  const std::int64_t end_sequence = una_sequence_ + static_cast<std::int64_t>(rows_);
  for (std::int64_t s = una_sequence_; s < end_sequence; ++s) {
    bigger.take(static_cast<std::size_t>(s) & (more - 1), packets_, row_of(s));
  }
  packets_ = std::move(bigger);
  rows_ = more;
}

void RttRecorder::return_over_links(const AckMark& ack, std::int64_t place, SimTime now_ns,
                                    Duration delay_ns, SimTime due_ns) {
  const auto row = static_cast<std::size_t>(place);
  if (row >= ack_rows_) {
    ack_rows_ = row + 1;
    acks_.grow(ack_rows_);
    leaving_.resize(ack_rows_);
  }
  leaving_[row] = {now_ns, due_ns - now_ns - delay_ns};
  acks_.begin(row, due_ns);
  elusive_acks_.push_back({ack, now_ns});
}

void RttRecorder::replace_ack(std::int64_t older_place, std::int64_t newer_place) {
  const auto older = static_cast<std::size_t>(older_place);
  const auto newer = static_cast<std::size_t>(newer_place);
  acks_.take(older, acks_, newer);
  leaving_[older] = leaving_[newer];
}

void RttRecorder::receive_from_links(const AckMark& ack, std::int64_t place) {
  const auto row = static_cast<std::size_t>(place);
  received_way_.take(0, acks_, row);
  receive_ack(ack, leaving_[row].sent_ns, leaving_[row].host_ns);
}

// Of an ACK that was made before a packet came, its sequences say that it does not cover it.
SimTime RttRecorder::first_covered_ns(std::int64_t sequence, std::uint32_t sack_end) const {
  for (std::size_t i = 0; i < elusive_acks_.size(); ++i) {
    const SentAck& sent = elusive_acks_.at(i);
    if (sent.ack.una_sequence > sequence || sent.ack.sack_end > sack_end) {
      return std::min(sent.sent_ns, received_.sent_ns);
    }
  }
  return received_.sent_ns;
}

void RttRecorder::add_sample_of_parts(Duration rtt_ns, std::int64_t sequence, Packets packets) {
  if (packets <= 0) return;
  if (recent_.packets >= kMostRecentPackets) [[unlikely]]
    add_recent();
  recent_.packets += packets;
  recent_.rtt_ns += rtt_ns * packets;
  Duration* sums_ns = recent_.cells_ns.data();
  if (sequence == kNoSequence) {
    sums_ns[kUnattributed] += rtt_ns * packets;
    return;
  }
  const Duration* way = packets_.at(row_of(sequence));
  const SimTime arrived_ns = way[WayTable::kLastBoundary];
  SimTime covered_ns = received_.sent_ns;
  if (!elusive_acks_.empty()) [[unlikely]] {
    covered_ns = first_covered_ns(sequence, static_cast<std::uint32_t>(way[WayTable::kSackEnd]));
    sums_ns[kLostAcks] += (received_.sent_ns - covered_ns) * packets;
  }
  CCSIM_ASSERT(arrived_ns <= covered_ns);
  sums_ns[kReceiverHold] += (covered_ns - arrived_ns) * packets;
  sums_ns[kHost] += received_.host_ns * packets;
  sums_ns = add_way(sums_ns + kOfNoWayCount, way, packets_.stride(), packets);
  if (!return_path_.empty()) add_way(sums_ns, received_way_.at(0), acks_.stride(), packets);
}

// Returns what is behind the last sum. A way has one queue, seldom more.
Duration* RttRecorder::add_way(Duration* sums_ns, const Duration* way, std::size_t stride,
                               Packets packets) {
  *sums_ns++ += way[WayTable::kTransmission] * packets;
  *sums_ns++ += way[WayTable::kJitter] * packets;
  *sums_ns++ += way[WayTable::kFirstQueue] * packets;
  for (std::size_t queue = WayTable::kFirstQueue + 1; queue < stride; ++queue) {
    *sums_ns++ += way[queue] * packets;
  }
  return sums_ns;
}

void RttRecorder::add_recent() {
  total_.packets += std::exchange(recent_.packets, 0);
  total_.rtt_ns += std::exchange(recent_.rtt_ns, 0);
  for (std::size_t i = 0; i < recent_.cells_ns.size(); ++i) {
    total_.cells_ns[i] += std::exchange(recent_.cells_ns[i], 0);
  }
  if (follows_steady_way()) add_steady_sums(steady_way_.take_sums());
}

void RttRecorder::add_steady_sums(const SteadyWay::Sums& sums) {
  total_.packets += sums.packets;
  total_.rtt_ns += sums.rtt_ns;
  total_.cells_ns[kReceiverHold] += sums.hold_ns;
  total_.cells_ns[kHost] += sums.host_ns;
  __int128* way_ns = &total_.cells_ns[kOfNoWayCount] - WayTable::kFirstPart;
  way_ns[WayTable::kTransmission] += sums.transmission_ns;
  const Duration without_queue_ns = sums.hold_ns + sums.host_ns + sums.transmission_ns;
  way_ns[WayTable::kFirstQueue] += sums.rtt_ns - without_queue_ns - propagation_ns_ * sums.packets;
}

RttRecorder::Sums RttRecorder::Sums::since(const Sums& earlier) const {
  Sums difference = *this;
  difference.packets -= earlier.packets;
  difference.rtt_ns -= earlier.rtt_ns;
  for (std::size_t i = 0; i < cells_ns.size(); ++i) difference.cells_ns[i] -= earlier.cells_ns[i];
  return difference;
}

void RttRecorder::begin_window() {
  is_in_window_ = true;
  add_recent();
  window_ = total_;
}

void RttRecorder::end_window() {
  if (!is_in_window_) return;
  is_in_window_ = false;
  add_recent();
  window_ = total_.since(window_);
}

std::vector<__int128> RttRecorder::parts_ns(const Sums& sums) const {
  std::vector<__int128> parts(kWholeRttPartCount + path_.size() + return_path_.size());
  const auto part = [&](RttPart which) -> __int128& {
    return parts[static_cast<std::size_t>(which)];
  };
  part(RttPart::kReceiverHold) = sums.cells_ns[kReceiverHold];
  part(RttPart::kLostAcks) = sums.cells_ns[kLostAcks];
  part(RttPart::kHost) = sums.cells_ns[kHost];
  part(RttPart::kUnattributed) = sums.cells_ns[kUnattributed];
  const __int128* cell = &sums.cells_ns[kOfNoWayCount];
  __int128* queue = &parts[kWholeRttPartCount];
  for (const std::size_t links : {path_.size(), return_path_.size()}) {
    part(RttPart::kTransmission) += *cell++;
    part(RttPart::kJitter) += *cell++;
    for (std::size_t i = 0; i < links; ++i) *queue++ = *cell++;
  }
  __int128 known_ns = 0;
  for (const __int128 part_ns : parts) known_ns += part_ns;
  CCSIM_ASSERT(known_ns <= sums.rtt_ns);
  part(RttPart::kPropagation) = sums.rtt_ns - known_ns;
  return parts;
}

std::vector<std::string> RttRecorder::names() const {
  const std::vector<std::string> all = names_of(kFlowRttSeries);
  const std::size_t first = 1 + kWholeRttPartCount;  // behind the mean RTT
  std::vector<std::string> names(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first));
  for (std::size_t i = 0; i < columns_of(path_.size()); ++i) names.push_back(all[first + i]);
  for (std::size_t i = 0; i < columns_of(return_path_.size()); ++i) {
    names.push_back(all[first + kMostLinkColumns + i]);
  }
  return names;
}

std::vector<double> RttRecorder::take_sample() {
  const std::size_t out = columns_of(path_.size());
  const std::size_t back = columns_of(return_path_.size());
  std::vector<double> values(1 + kWholeRttPartCount + out + back, kNoValue);
  add_recent();
  const Sums interval = total_.since(at_series_sample_);
  if (interval.packets == 0) return values;
  const std::vector<__int128> parts = parts_ns(interval);
  std::vector<__int128> sums(values.size());
  sums[0] = interval.rtt_ns;
  for (std::size_t i = 0; i < kWholeRttPartCount; ++i) sums[1 + i] = parts[i];
  __int128* column = &sums[1 + kWholeRttPartCount];
  const __int128* queue = &parts[kWholeRttPartCount];
  for (std::size_t i = 0; i < path_.size(); ++i) column[std::min(i, out - 1)] += *queue++;
  column += out;
  for (std::size_t i = 0; i < return_path_.size(); ++i) column[std::min(i, back - 1)] += *queue++;
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = mean_s(sums[i], interval.packets);
  at_series_sample_ = total_;
  return values;
}

FlowRttParts RttRecorder::of_window() const {
  FlowRttParts found;
  found.packets = window_.packets;
  if (window_.packets == 0) return found;
  found.mean_rtt_s = mean_s(window_.rtt_ns, window_.packets);
  const std::vector<__int128> parts = parts_ns(window_);
  const auto add = [&](RttPart part, std::int16_t link_index, std::size_t place) {
    found.parts.push_back({part, link_index, mean_s(parts[place], window_.packets)});
  };
  for (std::size_t i = 0; i < kWholeRttPartCount; ++i) add(static_cast<RttPart>(i), -1, i);
  std::size_t place = kWholeRttPartCount;
  for (const std::uint8_t link : path_) add(RttPart::kQueueOut, link, place++);
  for (const std::uint8_t link : return_path_) add(RttPart::kQueueBack, link, place++);
  return found;
}

}  // namespace ccsim
