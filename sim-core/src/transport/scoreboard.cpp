#include "transport/scoreboard.h"

#include <algorithm>
#include <functional>

namespace ccsim {

void Scoreboard::resize(std::uint32_t capacity) {
  std::unique_ptr<SentPacket[], FreeSlots> slots(
      static_cast<SentPacket*>(::operator new(capacity * sizeof(SentPacket))));
  const std::uint32_t mask = capacity - 1;
  for (std::int64_t s = una_sequence_; s < next_sequence_; ++s) {
    slots[static_cast<std::uint32_t>(s) & mask] = at(s);
  }
  slots_ = std::move(slots);
  mask_ = mask;
}

// A window that was large once (slow start) must not cost a flow its place in the caches for ever.
void Scoreboard::shrink_if_roomy() {
  std::uint32_t capacity = this->capacity();
  while (capacity > kLeastCapacity && out_packets() * kRoomy <= capacity) capacity /= 2;
  if (capacity < this->capacity()) resize(capacity);
}

void Scoreboard::link_newest(std::int64_t sequence, SentPacket& packet) {
  const auto link = static_cast<std::uint32_t>(sequence);
  packet.older_ = newest_;
  packet.newer_ = kNone;
  packet.is_listed = true;
  if (newest_ == kNone) {
    oldest_ = link;
  } else {
    at(newest_).newer_ = link;
  }
  newest_ = link;
}

void Scoreboard::unlink(SentPacket& packet) {
  if (!packet.is_listed) return;
  packet.is_listed = false;
  if (packet.older_ == kNone) {
    oldest_ = packet.newer_;
  } else {
    at(packet.older_).newer_ = packet.newer_;
  }
  if (packet.newer_ == kNone) {
    newest_ = packet.older_;
  } else {
    at(packet.newer_).older_ = packet.older_;
  }
}

void Scoreboard::note_retransmission(std::int64_t sequence, SentPacket& packet) {
  CCSIM_ASSERT(packet.is_lost && !packet.is_retransmit_out && !packet.is_sacked);
  packet.is_retransmit_out = true;
  packet.was_retransmitted = true;
  packet.is_plain = false;
  count(0, 0, 1);
  unlink(packet);
  link_newest(sequence, packet);
  if (sequence == retransmit_hint_) ++retransmit_hint_;
}

void Scoreboard::note_probe_retransmission(std::int64_t sequence) {
  SentPacket& packet = at(sequence);
  packet.was_retransmitted = true;
  packet.is_plain = false;
  // A packet that is not waited for any more (marked lost) stays out of the list.
  if (!packet.is_listed) return;
  unlink(packet);
  link_newest(sequence, packet);
}

void Scoreboard::mark_sacked(std::int64_t sequence) {
  SentPacket& packet = at(sequence);
  CCSIM_ASSERT(!packet.is_sacked);
  count(1, packet.is_lost ? -1 : 0, packet.is_retransmit_out ? -1 : 0);
  packet.is_lost = false;
  packet.is_retransmit_out = false;
  packet.is_sacked = true;
  packet.is_plain = false;
  unlink(packet);
}

bool Scoreboard::mark_lost(std::int64_t sequence) {
  SentPacket& packet = at(sequence);
  if (packet.is_sacked) return false;
  if (packet.is_lost) {
    if (!packet.is_retransmit_out) return false;
    packet.is_retransmit_out = false;  // the retransmission is lost as well
    count(0, 0, -1);
  } else {
    packet.is_lost = true;
    packet.is_plain = false;
    count(0, 1, 0);
  }
  unlink(packet);
  if (sequence < retransmit_hint_ && sequence + kNear >= retransmit_hint_) {
    retransmit_hint_ = static_cast<std::uint32_t>(sequence);
  } else if (sequence < retransmit_hint_) {
    if (marked_below_hint_ == nullptr) {
      marked_below_hint_ = std::make_unique<std::vector<std::uint32_t>>();
    }
    marked_below_hint_->push_back(static_cast<std::uint32_t>(sequence));
    std::push_heap(marked_below_hint_->begin(), marked_below_hint_->end(), std::greater<>{});
  }
  return true;
}

void Scoreboard::pop_front() {
  SentPacket& packet = at(una_sequence_);
  if (packet.is_sacked || packet.is_lost || packet.is_retransmit_out) {
    count(packet.is_sacked ? -1 : 0, packet.is_lost ? -1 : 0, packet.is_retransmit_out ? -1 : 0);
  }
  unlink(packet);
  ++una_sequence_;
}

void Scoreboard::clear_loss_marks() {
  for (std::int64_t s = una_sequence_; s < next_sequence_; ++s) {
    SentPacket& packet = at(s);
    if (!packet.is_lost) continue;
    packet.is_lost = false;
    // The original is under way after all; a retransmission beside it is not counted (Linux counts
    // both). Out of the list the packet could never be marked lost again, so it goes back in.
    packet.is_retransmit_out = false;
    if (!packet.is_listed) link_newest(s, packet);
  }
  count(0, -lost_packets_, -retransmitted_packets_);
  retransmit_hint_ = static_cast<std::uint32_t>(next_sequence_);
  if (marked_below_hint_ != nullptr) marked_below_hint_->clear();
}

std::int64_t Scoreboard::find_to_retransmit() {
  while (marked_below_hint_ != nullptr && !marked_below_hint_->empty()) {
    const std::int64_t lowest = marked_below_hint_->front();
    if (lowest < retransmit_hint_ && waits_for_retransmission(lowest)) return lowest;
    std::pop_heap(marked_below_hint_->begin(), marked_below_hint_->end(), std::greater<>{});
    marked_below_hint_->pop_back();
  }
  std::int64_t sequence = std::max<std::int64_t>(retransmit_hint_, una_sequence_);
  for (; sequence < next_sequence_; ++sequence) {
    const SentPacket& packet = at(sequence);
    if (packet.is_lost && !packet.is_retransmit_out) break;
  }
  retransmit_hint_ = static_cast<std::uint32_t>(sequence);
  return sequence < next_sequence_ ? sequence : kNoSequence;
}

}  // namespace ccsim
