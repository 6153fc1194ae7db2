#include "engine/engine.h"

namespace ccsim {

std::uint32_t Engine::add(Actor* actor) {
  actors_.push_back(actor);
  positions_.push_back(kNotQueued);
  return static_cast<std::uint32_t>(actors_.size() - 1);
}

void Engine::schedule_with_sequence(Actor& actor, SimTime time_ns, std::uint64_t sequence) {
  CCSIM_ASSERT(time_ns >= now_ns_);
  const Entry entry{time_ns, static_cast<std::uint64_t>(actor.rank_) << kRankShift | sequence,
                    actor.actor_index_};
  const std::uint32_t position = positions_[actor.actor_index_];
  if (position == kNotQueued) {
    heap_.push_back(entry);
    sift_up(heap_.size() - 1, entry);
    return;
  }
  if (position == 0) root_is_spent_ = false;
  if (is_before(entry, heap_[position])) {
    sift_up(position, entry);
  } else {
    sift_down(position, entry);
  }
}

void Engine::cancel(Actor& actor) {
  if (!is_scheduled(actor)) return;
  remove_at(positions_[actor.actor_index_]);
}

bool Engine::is_scheduled(const Actor& actor) const {
  const std::uint32_t position = positions_[actor.actor_index_];
  return position != kNotQueued && !(position == 0 && root_is_spent_);
}

bool Engine::step(SimTime end_ns) {
  if (heap_.empty() || heap_.front().time_ns > end_ns) return false;
  Entry& root = heap_.front();
  CCSIM_ASSERT(root.time_ns >= now_ns_);
  now_ns_ = root.time_ns;
  Actor* const actor = actors_[root.actor_index];
  root.time_ns = INT64_MIN;
  root_is_spent_ = true;
  ++processed_events_;
  actor->on_event(now_ns_);
  if (root_is_spent_) {
    root_is_spent_ = false;
    remove_at(0);
  }
  return true;
}

void Engine::sift_up(std::size_t position, Entry entry) {
  while (position > 0) {
    const std::size_t parent = (position - 1) / kArity;
    if (!is_before(entry, heap_[parent])) break;
    place(position, heap_[parent]);
    position = parent;
  }
  place(position, entry);
}

void Engine::sift_down(std::size_t position, Entry entry) {
  const std::size_t count = heap_.size();
  for (;;) {
    const std::size_t first = position * kArity + 1;
    if (first >= count) break;
    const std::size_t last = first + kArity < count ? first + kArity : count;
    std::size_t best = first;
    for (std::size_t child = first + 1; child < last; ++child) {
      if (is_before(heap_[child], heap_[best])) best = child;
    }
    if (!is_before(heap_[best], entry)) break;
    place(position, heap_[best]);
    position = best;
  }
  place(position, entry);
}

void Engine::remove_at(std::size_t position) {
  positions_[heap_[position].actor_index] = kNotQueued;
  const Entry last = heap_.back();
  heap_.pop_back();
  if (position == heap_.size()) return;
  if (position > 0 && is_before(last, heap_[(position - 1) / kArity])) {
    sift_up(position, last);
  } else {
    sift_down(position, last);
  }
}

}  // namespace ccsim
