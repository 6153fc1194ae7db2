// Transfers and frames of one flow: the list of the transfers, and the numbers of its summary.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "ccsim/result.h"
#include "ccsim/transfer.h"
#include "engine/ring_buffer.h"
#include "metrics/log_histogram.h"

namespace ccsim {

class DeliveryRecorder final : public DeliveryLog {
 public:
  // What begins before `from_ns` is listed, but is not in the summary.
  explicit DeliveryRecorder(SimTime from_ns) : from_ns_(from_ns) {}

  std::int64_t begin_transfer(Bytes size_bytes, SimTime now_ns) override;
  void complete_transfer(std::int64_t transfer, SimTime now_ns) override;
  void acknowledge_transfer(std::int64_t transfer, SimTime now_ns) override;
  void begin_frame(Bytes size_bytes, SimTime now_ns, SimTime due_ns) override;
  void complete_frame(SimTime now_ns) override;

  // By their numbers.
  [[nodiscard]] const std::vector<TransferRecord>& transfers() const { return transfers_; }

  // After everything else is filled in: the offered load is over the flow's window. Frames that are
  // not complete at `end_ns` are late if they were due.
  void summarise(SimTime end_ns, FlowSummary& summary) const;

 private:
  static constexpr std::size_t kClasses = 3;  // small, medium, large

  // Mean and percentiles of durations.
  class Durations {
   public:
    void add(Duration duration_ns);
    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] double mean_s() const;
    [[nodiscard]] double quantile_s(double quantile) const;

   private:
    LogHistogram<> durations_ns_;
    __int128 sum_ns_ = 0;
    std::int64_t count_ = 0;
  };

  struct Frame {
    SimTime written_ns = 0;
    SimTime due_ns = 0;
  };

  [[nodiscard]] static std::size_t class_of(Bytes size_bytes);
  void summarise_transfers(FlowSummary& summary) const;
  void summarise_frames(SimTime end_ns, FlowSummary& summary) const;

  SimTime from_ns_;
  std::vector<TransferRecord> transfers_;
  std::int64_t begun_count_ = 0;
  Bytes begun_bytes_ = 0;
  Durations completions_;
  std::array<Durations, kClasses> completions_by_class_;

  RingBuffer<Frame> open_frames_;
  bool has_frames_ = false;
  std::int64_t late_count_ = 0;
  Durations frame_delays_;
};

}  // namespace ccsim
