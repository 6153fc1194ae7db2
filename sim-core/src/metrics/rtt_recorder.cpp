#include "metrics/rtt_recorder.h"

#include <algorithm>
#include <utility>

#include "ccsim/narrow.h"
#include "engine/assert.h"

namespace ccsim {
namespace {

constexpr std::size_t kFirstRows = 64;
// Times an RTT of up to an hour they fit into 63 bits.
constexpr Packets kMostRecentPackets = 1 << 20;

double mean_s(__int128 sum_ns, Packets packets) {
  return to_s(static_cast<double>(sum_ns) / static_cast<double>(packets));
}

// Columns of the queues of so many links.
std::size_t columns_of(std::size_t links) {
  return std::min(links, kMostLinkColumns);
}

}  // namespace

void WayTable::begin(std::size_t row, SimTime now_ns) {
  Duration* cells = &cells_[row * stride_];
  cells[0] = now_ns;
  // So many that the compiler knows their number: a call would take longer.
  std::fill_n(cells + kPropagation, kFirstQueue, 0);
  if (stride_ > kFirstQueue + 1) std::fill(cells + kFirstQueue + 1, cells + stride_, 0);
}

void WayTable::take(std::size_t row, const WayTable& other, std::size_t other_row) {
  std::copy_n(&other.cells_[other_row * stride_], stride_, &cells_[row * stride_]);
}

RttRecorder::RttRecorder(std::vector<std::uint8_t> path, std::vector<std::uint8_t> return_path)
    : path_(std::move(path)),
      return_path_(std::move(return_path)),
      packets_(path_.size()),
      acks_(return_path_.size()),
      received_(return_path_.size()) {
  const std::size_t parts = kWholeRttPartCount + path_.size() + return_path_.size();
  received_.grow(1);
  recent_.parts_ns.resize(parts);
  total_.parts_ns.resize(parts);
  at_series_sample_.parts_ns.resize(parts);
  window_.parts_ns.resize(parts);
}

void RttRecorder::send(std::int64_t first_sequence, Packets count, SimTime now_ns) {
  CCSIM_ASSERT(first_sequence == end_sequence_);
  if (static_cast<std::size_t>(end_sequence_ - begin_sequence_ + count) > rows_) make_room(count);
  for (std::int64_t s = end_sequence_; s < first_sequence + count; ++s) {
    packets_.begin(row_of(s), now_ns);
  }
  end_sequence_ += count;
}

void RttRecorder::send_again(std::int64_t first_sequence, Packets count) {
  for (std::int64_t s = first_sequence; s < first_sequence + count; ++s) {
    if (is_known(s)) packets_.give_up(row_of(s));
  }
}

void RttRecorder::make_room(Packets count) {
  const auto needed = static_cast<std::size_t>(end_sequence_ - begin_sequence_ + count);
  std::size_t rows = std::max(rows_, kFirstRows);
  while (rows < needed) rows *= 2;
  WayTable bigger(path_.size());
  bigger.grow(rows);
  for (std::int64_t s = begin_sequence_; s < end_sequence_; ++s) {
    bigger.take(static_cast<std::size_t>(s) & (rows - 1), packets_, row_of(s));
  }
  packets_ = std::move(bigger);
  rows_ = rows;
}

void RttRecorder::forget_below(std::int64_t una_sequence) {
  begin_sequence_ = std::max(begin_sequence_, una_sequence_);
  una_sequence_ = std::max(una_sequence_, una_sequence);
}

// An ACK covers whatever has arrived before it was made: in their order the first of them. Of an
// ACK that was made before a packet came, its sequences say so.
void RttRecorder::send_ack(const AckMark& ack, SimTime now_ns) {
  while (!uncovered_.empty()) {
    Arrivals& run = uncovered_.front();
    const std::int64_t end = run.sack_end < ack.sack_end
                                 ? run.end_sequence
                                 : std::min(run.end_sequence, ack.una_sequence);
    if (end <= run.first_sequence) return;
    for (std::int64_t s = std::max(run.first_sequence, begin_sequence_); s < end; ++s) {
      packets_.spend(row_of(s), WayTable::kHost, now_ns);
    }
    run.first_sequence = end;
    if (end < run.end_sequence) return;
    uncovered_.pop_front();
  }
}

// They come back in the order in which they left.
void RttRecorder::receive_ack(const AckMark& ack, SimTime now_ns) {
  CCSIM_ASSERT(!returning_.empty());
  const Returning& returning = returning_.front();
  CCSIM_ASSERT(returning.una_sequence == ack.una_sequence);
  received_sent_ns_ = returning.sent_ns;
  received_.return_without_link(0, returning.sent_ns, returning.delay_ns, now_ns);
  returning_.pop_front();
  forget_below(ack.una_sequence);
}

void RttRecorder::return_over_links(std::int64_t place, SimTime now_ns, Duration delay_ns,
                                    SimTime due_ns) {
  const auto row = static_cast<std::size_t>(place);
  if (row >= ack_rows_) {
    ack_rows_ = row + 1;
    acks_.grow(ack_rows_);
    ack_sent_ns_.resize(ack_rows_);
  }
  ack_sent_ns_[row] = now_ns;
  acks_.begin(row, now_ns);
  acks_.spend(row, WayTable::kPropagation, now_ns + delay_ns);
  acks_.spend(row, WayTable::kHost, due_ns);
}

void RttRecorder::replace_ack(std::int64_t older_place, std::int64_t newer_place) {
  const auto older = static_cast<std::size_t>(older_place);
  const auto newer = static_cast<std::size_t>(newer_place);
  acks_.take(older, acks_, newer);
  ack_sent_ns_[older] = ack_sent_ns_[newer];
}

void RttRecorder::receive_from_links(const AckMark& ack, std::int64_t place, SimTime now_ns) {
  const auto row = static_cast<std::size_t>(place);
  acks_.spend(row, WayTable::kPropagation, now_ns);
  received_sent_ns_ = ack_sent_ns_[row];
  received_.take(0, acks_, row);
  forget_below(ack.una_sequence);
}

Duration RttRecorder::add_parts(std::int64_t sequence, Packets packets) {
  const std::size_t row = row_of(sequence);
  CCSIM_ASSERT(is_known(sequence) && !packets_.is_given_up(row));
  Duration* sums_ns = recent_.parts_ns.data();
  Duration whole_ns = 0;
  const auto add = [&](std::size_t place, Duration part_ns) {
    sums_ns[place] += part_ns * packets;
    whole_ns += part_ns;
  };
  const auto add_part = [&](RttPart part, Duration part_ns) {
    add(static_cast<std::size_t>(part), part_ns);
  };
  const auto add_both_ways = [&](RttPart part, std::size_t cell) {
    add_part(part, packets_.at(row, cell) + received_.at(0, cell));
  };
  const Duration lost_acks_ns = received_sent_ns_ - packets_.since_ns(row);
  CCSIM_ASSERT(lost_acks_ns >= 0);
  add_both_ways(RttPart::kPropagation, WayTable::kPropagation);
  add_both_ways(RttPart::kTransmission, WayTable::kTransmission);
  add_both_ways(RttPart::kJitter, WayTable::kJitter);
  add_part(RttPart::kReceiverHold, packets_.at(row, WayTable::kHost));
  add_part(RttPart::kLostAcks, lost_acks_ns);
  add_part(RttPart::kHost, received_.at(0, WayTable::kHost));
  std::size_t place = kWholeRttPartCount;
  for (std::size_t i = 0; i < path_.size(); ++i) {
    add(place++, packets_.at(row, WayTable::kFirstQueue + i));
  }
  for (std::size_t i = 0; i < return_path_.size(); ++i) {
    add(place++, received_.at(0, WayTable::kFirstQueue + i));
  }
  return whole_ns;
}

void RttRecorder::add_sample(Duration rtt_ns, std::int64_t sequence, Packets packets) {
  if (packets <= 0) return;
  if (recent_.packets >= kMostRecentPackets) [[unlikely]]
    add_recent();
  recent_.packets += packets;
  recent_.rtt_ns += rtt_ns * packets;
  if (sequence != kNoSequence) {
    const Duration whole_ns = add_parts(sequence, packets);
    CCSIM_ASSERT(whole_ns == rtt_ns);
  } else {
    recent_.parts_ns[static_cast<std::size_t>(RttPart::kUnattributed)] += rtt_ns * packets;
  }
}

void RttRecorder::add_recent() {
  total_.packets += std::exchange(recent_.packets, 0);
  total_.rtt_ns += std::exchange(recent_.rtt_ns, 0);
  for (std::size_t i = 0; i < recent_.parts_ns.size(); ++i) {
    total_.parts_ns[i] += std::exchange(recent_.parts_ns[i], 0);
  }
}

RttRecorder::Sums RttRecorder::Sums::since(const Sums& earlier) const {
  Sums difference = *this;
  difference.packets -= earlier.packets;
  difference.rtt_ns -= earlier.rtt_ns;
  for (std::size_t i = 0; i < parts_ns.size(); ++i) difference.parts_ns[i] -= earlier.parts_ns[i];
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
  std::vector<__int128> sums(values.size());
  sums[0] = interval.rtt_ns;
  for (std::size_t i = 0; i < kWholeRttPartCount; ++i) sums[1 + i] = interval.parts_ns[i];
  __int128* column = &sums[1 + kWholeRttPartCount];
  const __int128* queue = &interval.parts_ns[kWholeRttPartCount];
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
  const auto add = [&](RttPart part, std::int16_t link_index, std::size_t place) {
    found.parts.push_back({part, link_index, mean_s(window_.parts_ns[place], window_.packets)});
  };
  for (std::size_t i = 0; i < kWholeRttPartCount; ++i) add(static_cast<RttPart>(i), -1, i);
  std::size_t place = kWholeRttPartCount;
  for (const std::uint8_t link : path_) add(RttPart::kQueueOut, link, place++);
  for (const std::uint8_t link : return_path_) add(RttPart::kQueueBack, link, place++);
  return found;
}

}  // namespace ccsim
