// The last W_t values of one flow: its minimum RTTs, how many different ones there are, and their
// weighted mean (arXiv 2403.19973, equations 5 and 6).
#pragma once

#include <cstdint>
#include <deque>
#include <map>

#include "ccsim/units.h"

namespace ccsim {

class MinRttWindow {
 public:
  explicit MinRttWindow(Duration bin_ns) : bin_ns_(bin_ns) {}

  // Adds a pair of values and drops the oldest ones beyond `length` >= 1.
  void push(Duration min_rtt_ns, Duration weighted_min_rtt_ns, std::int64_t length) {
    entries_.push_back({min_rtt_ns / bin_ns_, weighted_min_rtt_ns});
    count_in_bin_[entries_.back().bin] += 1;
    sum_ns_ += weighted_min_rtt_ns;
    while (static_cast<std::int64_t>(entries_.size()) > length) {
      drop_oldest();
    }
  }

  // Wfcount_t: how many different minimum RTTs, after binning.
  [[nodiscard]] std::int64_t distinct_count() const {
    return static_cast<std::int64_t>(count_in_bin_.size());
  }
  // Mean of WminRTT_j over the window; the window must not be empty.
  [[nodiscard]] Duration mean_ns() const {
    return sum_ns_ / static_cast<std::int64_t>(entries_.size());
  }

 private:
  struct Entry {
    std::int64_t bin = 0;
    Duration weighted_min_rtt_ns = 0;
  };

  void drop_oldest() {
    const Entry& oldest = entries_.front();
    const auto in_bin = count_in_bin_.find(oldest.bin);
    if (--in_bin->second == 0) count_in_bin_.erase(in_bin);
    sum_ns_ -= oldest.weighted_min_rtt_ns;
    entries_.pop_front();
  }

  Duration bin_ns_;
  std::deque<Entry> entries_;
  std::map<std::int64_t, std::int64_t> count_in_bin_;
  Duration sum_ns_ = 0;
};

// The lowest of the last `length` RTTs, in amortised constant time.
class RecentMinimum {
 public:
  void push(Duration rtt_ns, std::int64_t length) {
    while (!candidates_.empty() && candidates_.back().rtt_ns >= rtt_ns) {
      candidates_.pop_back();
    }
    candidates_.push_back({count_, rtt_ns});
    count_ += 1;
    while (candidates_.front().number < count_ - length) {
      candidates_.pop_front();
    }
  }
  [[nodiscard]] Duration value_ns() const { return candidates_.front().rtt_ns; }

 private:
  struct Candidate {
    std::int64_t number = 0;
    Duration rtt_ns = 0;
  };

  std::deque<Candidate> candidates_;
  std::int64_t count_ = 0;
};

}  // namespace ccsim
