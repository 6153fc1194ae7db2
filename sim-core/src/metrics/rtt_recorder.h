// Follows each packet of a connection to its receiver, and the ACKs back, and divides each RTT
// sample into what the time was spent for.
//
// At every boundary (a packet comes to a link, leaves its queue, has left it, ...) the time since
// the last boundary is added to a part. Propagation is what no other part has, so the parts add up
// to the whole by construction. What is computed ahead of the clock is recorded ahead of it, too:
// only the order for each packet counts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ccsim/packed_int.h"
#include "ccsim/rtt_parts.h"
#include "engine/ring_buffer.h"
#include "metrics/time_integral.h"

namespace ccsim {

// Of a packet at a path's only link: when it comes there, when the link begins with it and has sent
// it, and when it is at its receiver.
struct OnlyLinkTimes {
  SimTime came_ns = 0;
  SimTime start_ns = 0;
  SimTime end_ns = 0;
  SimTime arrival_ns = 0;
};

// What packets, or ACKs, have spent their time for so far: a row for each of them, from its first
// link on.
class WayTable {
 public:
  explicit WayTable(std::size_t links) : stride_(kFirstQueue + links) {}

  // Rows that are new are as the caller leaves them.
  void grow(std::size_t rows) { cells_.resize(rows * stride_); }
  void begin(std::size_t row, SimTime now_ns);
  // The row becomes that of another table with as many links.
  void take(std::size_t row, const WayTable& other, std::size_t other_row);
  // All since the last boundary was spent for this.
  void spend(std::size_t row, std::size_t cell, SimTime until_ns) {
    Duration* cells = at(row);
    cells[cell] += until_ns - cells[kLastBoundary];
    cells[kLastBoundary] = until_ns;
  }
  [[nodiscard]] Duration* at(std::size_t row) { return &cells_[row * stride_]; }
  // How many cells a row has.
  [[nodiscard]] std::size_t stride() const { return stride_; }

  static constexpr std::size_t kLastBoundary = 0;
  static constexpr std::size_t kPropagation = kLastBoundary;  // which it only moves
  static constexpr std::size_t kSackEnd = 1;                  // of a packet that has arrived
  static constexpr std::size_t kTransmission = 2;
  static constexpr std::size_t kJitter = 3;
  static constexpr std::size_t kFirstQueue = 4;
  static constexpr std::size_t kFirstPart = kTransmission;

 private:
  std::size_t stride_;
  std::vector<Duration> cells_;
};

// The same where two numbers of a packet are enough: it passes one steady link alone, and its ACK
// meets no link and is not lost. What no other part has waited in the link's queue.
class SteadyWay {
 public:
  // Of samples, each times its packets.
  struct Sums {
    Packets packets = 0;
    Duration rtt_ns = 0;
    Duration hold_ns = 0;  // by the receiver
    Duration host_ns = 0;
    Duration transmission_ns = 0;
  };

  // Packets in [una, end) are written down.
  void make_room(std::int64_t una_sequence, std::int64_t end_sequence) {
    if (end_sequence - una_sequence > room_packets_) [[unlikely]]
      grow(una_sequence, end_sequence);
  }
  void pass(std::int64_t sequence, const OnlyLinkTimes& times) {
    rows_[row_of(sequence)] = {times.arrival_ns, times.end_ns - times.start_ns};
  }
  // Of the packet whose ACK left its receiver then and was held by its host; returns how many
  // packets are in the sums.
  Packets add_sample(Duration rtt_ns, std::int64_t sequence, Packets packets, SimTime ack_sent_ns,
                     Duration host_ns) {
    const Row& row = rows_[row_of(sequence)];
    sums_.rtt_ns += rtt_ns * packets;
    sums_.hold_ns += (ack_sent_ns - row.arrival_ns) * packets;
    sums_.host_ns += host_ns * packets;
    sums_.transmission_ns += row.transmission_ns * packets;
    return sums_.packets += packets;
  }
  [[nodiscard]] Sums take_sums() { return std::exchange(sums_, {}); }

 private:
  struct Row {
    SimTime arrival_ns = 0;  // at its receiver
    Duration transmission_ns = 0;
  };

  [[nodiscard]] std::size_t row_of(std::int64_t sequence) const {
    return static_cast<std::size_t>(sequence) & mask_;
  }
  [[gnu::noinline]] void grow(std::int64_t una_sequence, std::int64_t end_sequence);

  std::vector<Row> rows_;  // a ring, by sequence: a power of two
  std::size_t mask_ = 0;
  Packets room_packets_ = 0;  // how many rows there are: asked with each burst
  Sums sums_;
};

// Which packets an ACK covers.
struct AckMark {
  std::int64_t una_sequence = 0;
  std::uint32_t sack_end = 0;
};

class RttRecorder {
 public:
  // The links of the flow's path and return path, by their indices.
  RttRecorder(std::vector<std::uint8_t> path, std::vector<std::uint8_t> return_path);

  // Before anything is sent: all packets pass a steady link alone, no ACK is lost or meets a link,
  // and `propagation_ns` is what out and back have in all. Then packets need expect() and
  // pass_only_link() alone, and ACKs receive_ack().
  void follow_steady_way(Duration propagation_ns) { propagation_ns_ = propagation_ns; }
  [[nodiscard]] bool follows_steady_way() const { return propagation_ns_ != kNoDuration; }

  // --- packets, by sequence. Nothing is recorded any more of an acknowledged packet. What is
  // recorded of a retransmitted one, which gives no sample, is never read.
  // It comes to its first link.
  void begin(std::int64_t sequence, SimTime now_ns) {
    if (sequence < una_sequence_) return;
    make_room_for(sequence);
    packets_.begin(row_of(sequence), now_ns);
  }
  void spend(std::int64_t sequence, std::size_t cell, SimTime until_ns) {
    if (sequence >= una_sequence_) packets_.spend(row_of(sequence), cell, until_ns);
  }
  // At its receiver; `sack_end` of an ACK that would have left just before.
  void arrive(std::int64_t sequence, std::uint32_t sack_end, SimTime now_ns) {
    if (sequence < una_sequence_) return;
    Duration* cells = packets_.at(row_of(sequence));
    cells[WayTable::kLastBoundary] = now_ns;
    cells[WayTable::kSackEnd] = sack_end;
  }
  // All of this in one step, as it is known ahead over a path's only link: most packets have no
  // other. First `count` packets from this one on are expected there, when the sender has heard of
  // all before `una_sequence`; false if nothing is written of them.
  [[nodiscard]] bool expect(std::int64_t first_sequence, Packets count, std::int64_t una_sequence) {
    if (first_sequence < una_sequence) return false;
    if (follows_steady_way()) {
      steady_way_.make_room(una_sequence, first_sequence + count);
    } else {
      make_room_for(first_sequence + count - 1);
    }
    return true;
  }
  // Its row has no jitter: nothing else writes to the rows of such a path.
  void pass_only_link(std::int64_t sequence, std::uint32_t sack_end, const OnlyLinkTimes& times) {
    if (follows_steady_way()) {
      steady_way_.pass(sequence, times);
      return;
    }
    Duration* cells = packets_.at(row_of(sequence));
    cells[WayTable::kLastBoundary] = times.arrival_ns;
    cells[WayTable::kSackEnd] = sack_end;
    cells[WayTable::kTransmission] = times.end_ns - times.start_ns;
    cells[WayTable::kFirstQueue] = times.start_ns - times.came_ns;
  }

  // --- ACKs
  // The receiver has sent one that gets lost at once.
  void lose_ack(const AckMark& ack, SimTime sent_ns) { elusive_acks_.push_back({ack, sent_ns}); }
  // One is back that met no link.
  void receive_ack(const AckMark& ack, SimTime sent_ns, Duration host_ns) {
    received_ = {sent_ns, host_ns};
    if (follows_steady_way()) return;
    while (!elusive_acks_.empty() && is_received(elusive_acks_.front().ack)) {
      elusive_acks_.pop_front();
    }
    una_sequence_ = std::max(una_sequence_, ack.una_sequence);
    sack_end_ = std::max(sack_end_, ack.sack_end);
  }
  // One goes back over links, by its place among those that do, and comes to the first one at
  // `due_ns`, `delay_ns` of which are propagation.
  void return_over_links(const AckMark& ack, std::int64_t place, SimTime now_ns, Duration delay_ns,
                         SimTime due_ns);
  void spend_of_ack(std::int64_t place, std::size_t cell, SimTime until_ns) {
    acks_.spend(static_cast<std::size_t>(place), cell, until_ns);
  }
  // The newer one takes the place of the older one.
  void replace_ack(std::int64_t older_place, std::int64_t newer_place);
  void receive_from_links(const AckMark& ack, std::int64_t place);

  // The ACK that was received last gives an RTT sample: of this packet, or kNoSequence.
  void add_sample(Duration rtt_ns, std::int64_t sequence, Packets packets) {
    if (!follows_steady_way() || sequence == kNoSequence) {
      add_sample_of_parts(rtt_ns, sequence, packets);
    } else if (steady_way_.add_sample(rtt_ns, sequence, packets, received_.sent_ns,
                                      received_.host_ns) >= kMostRecentPackets) {
      add_recent();
    }
  }

  // The flow's measurement window.
  void begin_window();
  void end_window();

  // Series: the columns of kFlowRttSeries that the flow has, and their values since the last call.
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::vector<double> take_sample();
  // Over the samples of the window.
  [[nodiscard]] FlowRttParts of_window() const;

 private:
  struct SentAck {
    AckMark ack;
    SimTime sent_ns = 0;
  };
  // An ACK as it leaves.
  struct Leaving {
    SimTime sent_ns = 0;
    Duration host_ns = 0;
  };
  // Of samples, each times its packets. First what is of neither way (OfNoWay), then the parts of a
  // packet's row, then those of an ACK's.
  struct Sums {
    [[nodiscard]] Sums since(const Sums& earlier) const;

    Packets packets = 0;
    __int128 rtt_ns = 0;
    std::vector<__int128> cells_ns;
  };
  enum OfNoWay : std::size_t { kReceiverHold, kLostAcks, kHost, kUnattributed, kOfNoWayCount };
  // Times an RTT of up to an hour they fit into 63 bits.
  static constexpr Packets kMostRecentPackets = 1 << 20;

  // The same since they were added to the total, in words of the machine.
  struct RecentSums {
    Packets packets = 0;
    Duration rtt_ns = 0;
    std::vector<Duration> cells_ns;
  };

  [[nodiscard]] std::size_t row_of(std::int64_t sequence) const {
    return static_cast<std::size_t>(sequence) & (rows_ - 1);
  }
  void make_room_for(std::int64_t sequence) {
    const auto needed = static_cast<std::size_t>(sequence - una_sequence_ + 1);
    if (needed > rows_) [[unlikely]]
      grow(needed);
  }
  [[gnu::noinline]] void grow(std::size_t rows);
  // Nothing that it covers is acknowledged later.
  [[nodiscard]] bool is_received(const AckMark& ack) const {
    return ack.una_sequence <= una_sequence_ && ack.sack_end <= sack_end_;
  }
  // When the first ACK left that covers the packet, if not the one that was received last.
  [[nodiscard, gnu::noinline]] SimTime first_covered_ns(std::int64_t sequence,
                                                        std::uint32_t sack_end) const;
  // The parts of a row, times the packets.
  static Duration* add_way(Duration* sums_ns, const Duration* way, std::size_t stride,
                           Packets packets);
  [[gnu::noinline]] void add_sample_of_parts(Duration rtt_ns, std::int64_t sequence,
                                             Packets packets);
  // What is recent goes into the total.
  [[gnu::noinline]] void add_recent();
  void add_steady_sums(const SteadyWay::Sums& sums);
  // First the parts that are of no link, then the queues of the path and of the return path.
  [[nodiscard]] std::vector<__int128> parts_ns(const Sums& sums) const;

  std::vector<std::uint8_t> path_;
  std::vector<std::uint8_t> return_path_;
  Duration propagation_ns_ = kNoDuration;  // of a steady way
  SteadyWay steady_way_;
  // Packets that are sent and not acknowledged: a ring, by sequence.
  WayTable packets_;
  std::size_t rows_ = 0;  // a power of two
  // What the ACKs that were received cover.
  std::int64_t una_sequence_ = 0;
  std::uint32_t sack_end_ = 0;
  // ACKs that may not be the first to come back of those that cover their packets: they are lost,
  // or go over links, which may lose them or let others overtake. In the order in which they left.
  RingBuffer<SentAck> elusive_acks_;
  WayTable acks_;  // on links, by place
  std::size_t ack_rows_ = 0;
  std::vector<Leaving> leaving_;  // by row
  Leaving received_;              // the ACK that was received last
  WayTable received_way_;         // ... and its way over links: one row
  RecentSums recent_;
  // A sample is added once: intervals and window are differences, which are exact.
  Sums total_;
  Sums at_series_sample_;  // as the present interval began
  Sums window_;            // as the window began; once it has ended, what was added since
  bool is_in_window_ = false;
};

}  // namespace ccsim
