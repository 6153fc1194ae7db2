// Running maximum over a window, in constant space: the best, second-best and third-best sample of
// successive parts of the window (Kathleen Nichols' filter, as in Linux lib/win_minmax.c).
#pragma once

#include <array>
#include <cstdint>

namespace ccsim {

// Time is any count that never falls: BBRv1 counts rounds. Almost always exact; when the maximum
// leaves the window, the successor is one of two samples kept, not the true runner-up.
class WindowedMax {
 public:
  explicit WindowedMax(std::int64_t window) : window_(window) {}

  void update(std::int64_t time, std::int64_t value) {
    const Sample sample{time, value};
    if (value >= best_[0].value || time - best_[2].time > window_) {
      best_.fill(sample);  // nothing older can ever matter again
      return;
    }
    if (value >= best_[1].value) {
      best_[1] = best_[2] = sample;
    } else if (value >= best_[2].value) {
      best_[2] = sample;
    }
    age(sample);
  }

  // For a window whose length changes (BBRv3's ACK aggregation): from the next update on.
  void set_window(std::int64_t window) { window_ = window; }

  [[nodiscard]] std::int64_t value() const { return best_[0].value; }

 private:
  struct Sample {
    std::int64_t time = 0;
    std::int64_t value = 0;
  };

  // Drops what has left the window and keeps the three samples apart in time.
  void age(const Sample& sample) {
    if (sample.time - best_[0].time > window_) {
      promote(sample);
      if (sample.time - best_[0].time > window_) {
        promote(sample);
      }
    } else if (best_[1].time == best_[0].time && sample.time - best_[0].time > window_ / 4) {
      best_[1] = best_[2] = sample;
    } else if (best_[2].time == best_[1].time && sample.time - best_[0].time > window_ / 2) {
      best_[2] = sample;
    }
  }

  void promote(const Sample& sample) {
    best_[0] = best_[1];
    best_[1] = best_[2];
    best_[2] = sample;
  }

  std::int64_t window_;
  std::array<Sample, 3> best_{};
};

}  // namespace ccsim
