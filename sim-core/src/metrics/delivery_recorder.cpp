#include "metrics/delivery_recorder.h"

#include <algorithm>

#include "engine/assert.h"

namespace ccsim {
namespace {

// The classes of Alizadeh et al., "Data Center TCP (DCTCP)", SIGCOMM 2010, 2.2: queries and the
// like below 100 kB, short messages up to 1 MB, updates above.
constexpr Bytes kMediumFrom = 100'000;
constexpr Bytes kLargeFrom = 1'000'000;

}  // namespace

void DeliveryRecorder::Durations::add(Duration duration_ns) {
  durations_ns_.add(duration_ns, 1);
  sum_ns_ += duration_ns;
  ++count_;
}

double DeliveryRecorder::Durations::mean_s() const {
  if (count_ == 0) return kNoValue;
  return to_s(static_cast<double>(sum_ns_) / static_cast<double>(count_));
}

double DeliveryRecorder::Durations::quantile_s(double quantile) const {
  return to_s(durations_ns_.quantile(quantile));
}

std::size_t DeliveryRecorder::class_of(Bytes size_bytes) {
  if (size_bytes < kMediumFrom) return 0;
  return size_bytes < kLargeFrom ? 1 : 2;
}

std::int64_t DeliveryRecorder::begin_transfer(Bytes size_bytes, SimTime now_ns) {
  transfers_.push_back({now_ns, size_bytes});
  if (now_ns >= from_ns_) {
    ++begun_count_;
    begun_bytes_ += size_bytes;
  }
  return static_cast<std::int64_t>(transfers_.size()) - 1;
}

void DeliveryRecorder::complete_transfer(std::int64_t transfer, SimTime now_ns) {
  TransferRecord& record = transfers_[static_cast<std::size_t>(transfer)];
  CCSIM_ASSERT(record.completion_ns == kNoDuration);
  record.completion_ns = now_ns - record.start_ns;
  if (record.start_ns < from_ns_) return;
  completions_.add(record.completion_ns);
  completions_by_class_[class_of(record.size_bytes)].add(record.completion_ns);
}

void DeliveryRecorder::acknowledge_transfer(std::int64_t transfer, SimTime now_ns) {
  TransferRecord& record = transfers_[static_cast<std::size_t>(transfer)];
  record.acknowledged_ns = now_ns - record.start_ns;
}

void DeliveryRecorder::begin_frame(Bytes size_bytes, SimTime now_ns, SimTime due_ns) {
  has_frames_ = true;
  open_frames_.push_back({now_ns, due_ns});
  if (now_ns >= from_ns_) begun_bytes_ += size_bytes;
}

void DeliveryRecorder::complete_frame(SimTime now_ns) {
  const Frame frame = open_frames_.front();
  open_frames_.pop_front();
  if (frame.written_ns < from_ns_) return;
  frame_delays_.add(now_ns - frame.written_ns);
  if (now_ns > frame.due_ns) ++late_count_;
}

void DeliveryRecorder::summarise(SimTime end_ns, FlowSummary& summary) const {
  const auto bits = static_cast<double>(begun_bytes_ * kBitsPerByte);
  if (summary.active_ns > 0) {
    summary.offered_bps = bits / to_s(static_cast<double>(summary.active_ns));
  }
  if (has_frames_) {
    summarise_frames(end_ns, summary);
  } else {
    summarise_transfers(summary);
  }
}

void DeliveryRecorder::summarise_transfers(FlowSummary& summary) const {
  summary.transfer_count = begun_count_;
  summary.completed_transfer_count = completions_.count();
  summary.mean_completion_s = completions_.mean_s();
  summary.p50_completion_s = completions_.quantile_s(0.50);
  summary.p99_completion_s = completions_.quantile_s(0.99);
  const auto& [small, medium, large] = completions_by_class_;
  summary.small_transfer_count = small.count();
  summary.mean_small_completion_s = small.mean_s();
  summary.p99_small_completion_s = small.quantile_s(0.99);
  summary.medium_transfer_count = medium.count();
  summary.mean_medium_completion_s = medium.mean_s();
  summary.p99_medium_completion_s = medium.quantile_s(0.99);
  summary.large_transfer_count = large.count();
  summary.mean_large_completion_s = large.mean_s();
  summary.p99_large_completion_s = large.quantile_s(0.99);
}

void DeliveryRecorder::summarise_frames(SimTime end_ns, FlowSummary& summary) const {
  std::int64_t late = late_count_;
  std::int64_t judged = frame_delays_.count();
  for (std::size_t i = 0; i < open_frames_.size(); ++i) {
    const Frame& frame = open_frames_.at(i);
    if (frame.written_ns < from_ns_ || frame.due_ns >= end_ns) continue;
    ++late;
    ++judged;
  }
  summary.frame_count = judged;
  summary.late_frame_count = late;
  if (judged > 0) {
    summary.late_frame_ratio = static_cast<double>(late) / static_cast<double>(judged);
  }
  summary.mean_frame_delay_s = frame_delays_.mean_s();
  summary.p50_frame_delay_s = frame_delays_.quantile_s(0.50);
  summary.p95_frame_delay_s = frame_delays_.quantile_s(0.95);
  summary.p99_frame_delay_s = frame_delays_.quantile_s(0.99);
}

}  // namespace ccsim
