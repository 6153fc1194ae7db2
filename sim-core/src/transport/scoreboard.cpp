#include "transport/scoreboard.h"

#include <algorithm>
#include <functional>

namespace ccsim {

void Scoreboard::grow() {
  std::vector<SentPacket> bigger(slots_.empty() ? kFirstCapacity : slots_.size() * 2);
  const std::uint64_t bigger_mask = bigger.size() - 1;
  for (std::int64_t s = una_sequence_; s < next_sequence_; ++s) {
    bigger[static_cast<std::uint64_t>(s) & bigger_mask] = at(s);
  }
  slots_ = std::move(bigger);
  mask_ = bigger_mask;
}

void Scoreboard::link_newest(std::int64_t sequence, SentPacket& packet) {
  packet.older_sequence = newest_sequence_;
  packet.newer_sequence = kNoSequence;
  packet.is_listed = true;
  if (newest_sequence_ == kNoSequence) {
    oldest_sequence_ = sequence;
  } else {
    at(newest_sequence_).newer_sequence = sequence;
  }
  newest_sequence_ = sequence;
}

void Scoreboard::unlink(SentPacket& packet) {
  if (!packet.is_listed) return;
  packet.is_listed = false;
  if (packet.older_sequence == kNoSequence) {
    oldest_sequence_ = packet.newer_sequence;
  } else {
    at(packet.older_sequence).newer_sequence = packet.newer_sequence;
  }
  if (packet.newer_sequence == kNoSequence) {
    newest_sequence_ = packet.older_sequence;
  } else {
    at(packet.newer_sequence).older_sequence = packet.older_sequence;
  }
}

void Scoreboard::note_retransmission(std::int64_t sequence) {
  SentPacket& packet = at(sequence);
  CCSIM_ASSERT(packet.is_lost && !packet.is_retransmit_out && !packet.is_sacked);
  packet.is_retransmit_out = true;
  packet.was_retransmitted = true;
  ++retransmitted_packets_;
  unlink(packet);
  link_newest(sequence, packet);
}

void Scoreboard::note_probe_retransmission(std::int64_t sequence) {
  SentPacket& packet = at(sequence);
  packet.was_retransmitted = true;
  // A packet that is not waited for any more (marked lost) stays out of the list.
  if (!packet.is_listed) return;
  unlink(packet);
  link_newest(sequence, packet);
}

void Scoreboard::mark_sacked(std::int64_t sequence) {
  SentPacket& packet = at(sequence);
  CCSIM_ASSERT(!packet.is_sacked);
  if (packet.is_lost) --lost_packets_;
  if (packet.is_retransmit_out) --retransmitted_packets_;
  packet.is_lost = false;
  packet.is_retransmit_out = false;
  packet.is_sacked = true;
  ++sacked_packets_;
  unlink(packet);
}

bool Scoreboard::mark_lost(std::int64_t sequence) {
  SentPacket& packet = at(sequence);
  if (packet.is_sacked) return false;
  if (packet.is_lost) {
    if (!packet.is_retransmit_out) return false;
    packet.is_retransmit_out = false;  // the retransmission is lost as well
    --retransmitted_packets_;
  } else {
    packet.is_lost = true;
    ++lost_packets_;
  }
  unlink(packet);
  if (sequence < retransmit_hint_sequence_) {
    marked_below_hint_.push_back(sequence);
    std::push_heap(marked_below_hint_.begin(), marked_below_hint_.end(), std::greater<>{});
  }
  return true;
}

void Scoreboard::pop_front() {
  SentPacket& packet = at(una_sequence_);
  if (packet.is_sacked) --sacked_packets_;
  if (packet.is_lost) --lost_packets_;
  if (packet.is_retransmit_out) --retransmitted_packets_;
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
  lost_packets_ = 0;
  retransmitted_packets_ = 0;
  retransmit_hint_sequence_ = next_sequence_;
  marked_below_hint_.clear();
}

std::int64_t Scoreboard::next_to_retransmit() {
  if (lost_packets_ <= retransmitted_packets_) return kNoSequence;
  while (!marked_below_hint_.empty()) {
    const std::int64_t lowest = marked_below_hint_.front();
    if (waits_for_retransmission(lowest)) return lowest;
    std::pop_heap(marked_below_hint_.begin(), marked_below_hint_.end(), std::greater<>{});
    marked_below_hint_.pop_back();
  }
  retransmit_hint_sequence_ = std::max(retransmit_hint_sequence_, una_sequence_);
  for (; retransmit_hint_sequence_ < next_sequence_; ++retransmit_hint_sequence_) {
    const SentPacket& packet = at(retransmit_hint_sequence_);
    if (packet.is_lost && !packet.is_retransmit_out) return retransmit_hint_sequence_;
  }
  return kNoSequence;
}

}  // namespace ccsim
