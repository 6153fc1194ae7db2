// Pipes that flows with the same delay share. In a pipe of constant delay items of many flows come
// out in the order in which they went in, so one pipe does for all of them: the list of events
// holds one entry per delay instead of one per flow, and what is under way lies in one block of
// memory. The order of simultaneous events is that of a pipe per flow, because each item has its
// own place in it.
#pragma once

#include <map>

#include "net/pipe.h"

namespace ccsim {

template <typename Item, typename Sink>
class DelayLines {
 public:
  DelayLines(Engine& engine, Rank rank, Sink& sink, PipeWay way)
      : engine_(engine), rank_(rank), sink_(sink), way_(way) {}

  // The pipe of this delay, made when it is asked for first. Stays where it is.
  PipeEntrance<Item>& with_delay(Duration delay_ns) {
    return lines_.try_emplace(delay_ns, engine_, rank_, delay_ns, sink_, way_).first->second;
  }

  [[nodiscard]] std::size_t count() const { return lines_.size(); }
  // Items in all of them.
  [[nodiscard]] std::size_t size() const {
    std::size_t sum = 0;
    for (const auto& [delay_ns, line] : lines_) sum += line.size();
    return sum;
  }

 private:
  Engine& engine_;
  Rank rank_;
  Sink& sink_;
  PipeWay way_;
  std::map<Duration, Pipe<Item, Sink>> lines_;
};

}  // namespace ccsim
