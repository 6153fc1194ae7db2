#include "metrics/rtt_recorder.h"

#include <algorithm>
#include <utility>

#include "ccsim/narrow.h"
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
  Duration* cells = &cells_[row * stride_];
  cells[0] = now_ns;
  // One by one: filling a few places by a call takes longer.
  cells[kPropagation] = 0;
  cells[kTransmission] = 0;
  cells[kJitter] = 0;
  cells[kHost] = 0;
  if (stride_ == kFirstQueue) return;
  cells[kFirstQueue] = 0;
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
      received_(return_path_.size()),
      parts_ns_(kWholeRttPartCount + path_.size() + return_path_.size()) {
  received_.grow(1);
  total_.parts_ns.resize(parts_ns_.size());
  at_series_sample_.parts_ns.resize(parts_ns_.size());
  window_.parts_ns.resize(parts_ns_.size());
}

void RttRecorder::send(std::int64_t first_sequence, Packets count, SimTime now_ns) {
  CCSIM_ASSERT(first_sequence == end_sequence_);
  make_room(count);
  for (Packets i = 0; i < count; ++i) packets_.begin(row_of(end_sequence_++), now_ns);
}

void RttRecorder::send_again(std::int64_t first_sequence, Packets count) {
  for (std::int64_t s = first_sequence; s < first_sequence + count; ++s) {
    if (is_known(s)) packets_.give_up(row_of(s));
  }
}

void RttRecorder::make_room(Packets count) {
  const auto needed = static_cast<std::size_t>(end_sequence_ - begin_sequence_ + count);
  if (needed <= rows_) return;
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

void RttRecorder::arrive(std::int64_t sequence, std::uint32_t sack_end, SimTime now_ns) {
  if (!is_known(sequence) || packets_.is_given_up(row_of(sequence))) return;
  packets_.spend(row_of(sequence), WayTable::kPropagation, now_ns);
  uncovered_.push_back({sequence, sack_end});
}

// An ACK covers whatever has arrived before it was made: in their order the first of them. Of an
// ACK that was made before a packet came, its sequences say so.
void RttRecorder::send_ack(const AckMark& ack, SimTime now_ns) {
  while (!uncovered_.empty()) {
    const Arrival& arrival = uncovered_.front();
    const bool is_covered = arrival.sequence < ack.una_sequence || arrival.sack_end < ack.sack_end;
    if (!is_covered) return;
    spend(arrival.sequence, WayTable::kHost, now_ns);
    uncovered_.pop_front();
  }
}

void RttRecorder::return_ack(const AckMark& ack, SimTime now_ns, Duration delay_ns) {
  returning_.push_back({ack, now_ns, delay_ns});
}

// They come back in the order in which they left.
void RttRecorder::receive_ack(const AckMark& ack, SimTime now_ns) {
  CCSIM_ASSERT(!returning_.empty());
  const Returning returning = returning_.front();
  returning_.pop_front();
  CCSIM_ASSERT(returning.ack == ack);
  received_sent_ns_ = returning.sent_ns;
  received_.return_without_link(0, returning.sent_ns, returning.delay_ns, now_ns);
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

void RttRecorder::divide(std::int64_t sequence) {
  CCSIM_ASSERT(is_known(sequence) && !packets_.is_given_up(row_of(sequence)));
  const std::size_t row = row_of(sequence);
  part(RttPart::kPropagation) =
      packets_.at(row, WayTable::kPropagation) + received_.at(0, WayTable::kPropagation);
  part(RttPart::kTransmission) =
      packets_.at(row, WayTable::kTransmission) + received_.at(0, WayTable::kTransmission);
  part(RttPart::kJitter) = packets_.at(row, WayTable::kJitter) + received_.at(0, WayTable::kJitter);
  part(RttPart::kReceiverHold) = packets_.at(row, WayTable::kHost);
  part(RttPart::kLostAcks) = received_sent_ns_ - packets_.since_ns(row);
  part(RttPart::kHost) = received_.at(0, WayTable::kHost);
  part(RttPart::kUnattributed) = 0;
  Duration* queue_ns = &parts_ns_[kWholeRttPartCount];
  for (std::size_t i = 0; i < path_.size(); ++i) {
    *queue_ns++ = packets_.at(row, WayTable::kFirstQueue + i);
  }
  for (std::size_t i = 0; i < return_path_.size(); ++i) {
    *queue_ns++ = received_.at(0, WayTable::kFirstQueue + i);
  }
  CCSIM_ASSERT(part(RttPart::kLostAcks) >= 0);
}

void RttRecorder::add_sample(Duration rtt_ns, std::int64_t sequence, Packets packets) {
  if (packets <= 0) return;
  if (sequence != kNoSequence) {
    divide(sequence);
  } else {
    std::fill(parts_ns_.begin(), parts_ns_.end(), 0);
    part(RttPart::kUnattributed) = rtt_ns;
  }
  total_.packets += packets;
  total_.rtt_ns += static_cast<__int128>(rtt_ns) * packets;
  Duration sum_ns = 0;
  __int128* total_ns = total_.parts_ns.data();
  for (const Duration part_ns : parts_ns_) {
    sum_ns += part_ns;
    // Most parts of most samples are nothing.
    if (part_ns != 0) *total_ns += static_cast<__int128>(part_ns) * packets;
    ++total_ns;
  }
  CCSIM_ASSERT(sum_ns == rtt_ns);
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
  window_ = total_;
}

void RttRecorder::end_window() {
  if (!is_in_window_) return;
  is_in_window_ = false;
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
