// Follows each packet of a connection to its receiver, and the ACKs back, and divides each RTT
// sample into what the time was spent for.
//
// At every boundary (a packet comes to a link, leaves its queue, has left it, ...) the time since
// the last boundary is added to a part: so the parts add up to the whole by construction. What is
// computed ahead of the clock is told ahead of it, too: only the order for each packet counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ccsim/rtt_parts.h"
#include "engine/ring_buffer.h"
#include "metrics/time_integral.h"

namespace ccsim {

// Of a packet at a path's only link: when it comes there, when the link begins with it and has sent
// it, and when it is at its receiver, or `end_ns` again where that is not known yet.
struct OnlyLinkTimes {
  SimTime came_ns = 0;
  SimTime start_ns = 0;
  SimTime end_ns = 0;
  SimTime until_ns = 0;
};

// What packets, or ACKs, have spent their time for so far: a row for each of them.
class WayTable {
 public:
  explicit WayTable(std::size_t links) : stride_(kFirstQueue + links) {}

  // Rows that are new are as the caller leaves them.
  void grow(std::size_t rows) { cells_.resize(rows * stride_); }
  void begin(std::size_t row, SimTime now_ns);
  // From here on nothing is added to the row.
  void give_up(std::size_t row) { cells_[row * stride_] = kGivenUp; }
  [[nodiscard]] bool is_given_up(std::size_t row) const {
    return cells_[row * stride_] == kGivenUp;
  }
  // The row becomes that of another table with as many links.
  void take(std::size_t row, const WayTable& other, std::size_t other_row);
  // All since the last boundary was spent for this.
  void spend(std::size_t row, std::size_t cell, SimTime until_ns) {
    Duration* cells = &cells_[row * stride_];
    if (cells[0] == kGivenUp) return;
    cells[cell] += until_ns - cells[0];
    cells[0] = until_ns;
  }
  // A packet's whole way over a path's only link, in one step, as it is known ahead: most packets
  // have no other. False: the row is given up.
  bool pass_only_link(std::size_t row, const OnlyLinkTimes& times) {
    Duration* cells = &cells_[row * stride_];
    if (cells[0] == kGivenUp) return false;
    cells[kPropagation] += times.came_ns - cells[0] + (times.until_ns - times.end_ns);
    cells[kFirstQueue] += times.start_ns - times.came_ns;
    cells[kTransmission] += times.end_ns - times.start_ns;
    cells[0] = times.until_ns;
    return true;
  }
  // The same of an ACK that meets no link: the row is never used for one that does.
  void return_without_link(std::size_t row, SimTime sent_ns, Duration delay_ns, SimTime now_ns) {
    Duration* cells = &cells_[row * stride_];
    cells[kPropagation] = delay_ns;
    cells[kHost] = now_ns - sent_ns - delay_ns;
    cells[0] = now_ns;
  }
  [[nodiscard]] SimTime since_ns(std::size_t row) const { return cells_[row * stride_]; }
  [[nodiscard]] Duration at(std::size_t row, std::size_t cell) const {
    return cells_[row * stride_ + cell];
  }

  static constexpr std::size_t kPropagation = 1;
  static constexpr std::size_t kTransmission = 2;
  static constexpr std::size_t kJitter = 3;
  static constexpr std::size_t kHost = 4;  // of a packet: the receiver's hold
  static constexpr std::size_t kFirstQueue = 5;

 private:
  static constexpr SimTime kGivenUp = INT64_MIN;

  std::size_t stride_;  // the last boundary, then the parts
  std::vector<Duration> cells_;
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

  // --- packets, by sequence. What is sent again gives no sample: it is no longer followed.
  void send(std::int64_t first_sequence, Packets count, SimTime now_ns);
  void send_again(std::int64_t first_sequence, Packets count);
  void spend(std::int64_t sequence, std::size_t cell, SimTime until_ns) {
    if (is_known(sequence)) packets_.spend(row_of(sequence), cell, until_ns);
  }
  void pass_only_link(std::int64_t sequence, const OnlyLinkTimes& times) {
    if (is_known(sequence)) packets_.pass_only_link(row_of(sequence), times);
  }
  // At its receiver; `sack_end` of an ACK that would have left just before.
  void arrive(std::int64_t sequence, std::uint32_t sack_end, SimTime now_ns) {
    if (!is_known(sequence) || packets_.is_given_up(row_of(sequence))) return;
    packets_.spend(row_of(sequence), WayTable::kPropagation, now_ns);
    wait_for_ack(sequence, sack_end);
  }
  // Both in one step.
  void pass_only_link_and_arrive(std::int64_t sequence, std::uint32_t sack_end,
                                 const OnlyLinkTimes& times) {
    if (is_known(sequence) && packets_.pass_only_link(row_of(sequence), times)) {
      wait_for_ack(sequence, sack_end);
    }
  }

  // --- ACKs. The receiver sends one, whether or not it gets lost then.
  void send_ack(const AckMark& ack, SimTime now_ns);
  // It goes back without a link, `delay_ns` of propagation.
  void return_ack(const AckMark& ack, SimTime now_ns, Duration delay_ns) {
    returning_.push_back({ack.una_sequence, now_ns, delay_ns});
  }
  void receive_ack(const AckMark& ack, SimTime now_ns);
  // It goes back over links, by its place among those that do, and comes to the first one at
  // `due_ns`, `delay_ns` of which are propagation.
  void return_over_links(std::int64_t place, SimTime now_ns, Duration delay_ns, SimTime due_ns);
  void spend_of_ack(std::int64_t place, std::size_t cell, SimTime until_ns) {
    acks_.spend(static_cast<std::size_t>(place), cell, until_ns);
  }
  // The newer one goes on in the place of the older one.
  void replace_ack(std::int64_t older_place, std::int64_t newer_place);
  void receive_from_links(const AckMark& ack, std::int64_t place, SimTime now_ns);

  // The ACK that was received last gives an RTT sample: of this packet, or kNoSequence.
  void add_sample(Duration rtt_ns, std::int64_t sequence, Packets packets);

  // The flow's measurement window.
  void begin_window();
  void end_window();

  // Series: the columns of kFlowRttSeries that the flow has, and their values since the last call.
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::vector<double> take_sample();
  // Over the samples of the window.
  [[nodiscard]] FlowRttParts of_window() const;

 private:
  // Packets of [first_sequence, end_sequence) that arrived one after the other, while an ACK would
  // have said the same of what lies above a hole: mostly all since the last ACK.
  struct Arrivals {
    std::int64_t first_sequence = 0;
    std::int64_t end_sequence = 0;
    std::uint32_t sack_end = 0;
  };
  struct Returning {
    std::int64_t una_sequence = 0;
    SimTime sent_ns = 0;
    Duration delay_ns = 0;
  };
  // Of samples, each times its packets.
  struct Sums {
    [[nodiscard]] Sums since(const Sums& earlier) const;

    Packets packets = 0;
    __int128 rtt_ns = 0;
    std::vector<__int128> parts_ns;
  };

  // The same since they were added to the total, in words of the machine.
  struct RecentSums {
    Packets packets = 0;
    Duration rtt_ns = 0;
    std::vector<Duration> parts_ns;
  };

  [[nodiscard]] bool is_known(std::int64_t sequence) const {
    return begin_sequence_ <= sequence && sequence < end_sequence_;
  }
  [[nodiscard]] std::size_t row_of(std::int64_t sequence) const {
    return static_cast<std::size_t>(sequence) & (rows_ - 1);
  }
  // An arrival that no ACK covers yet.
  void wait_for_ack(std::int64_t sequence, std::uint32_t sack_end) {
    if (!uncovered_.empty()) {
      Arrivals& last = uncovered_.back();
      if (last.end_sequence == sequence && last.sack_end == sack_end) {
        ++last.end_sequence;
        return;
      }
    }
    uncovered_.push_back({sequence, sequence + 1, sack_end});
  }
  [[gnu::noinline]] void make_room(Packets count);
  void forget_below(std::int64_t una_sequence);
  // Adds the parts of one sample; returns their sum.
  Duration add_parts(std::int64_t sequence, Packets packets);
  // What is recent goes into the total.
  void add_recent();

  std::vector<std::uint8_t> path_;
  std::vector<std::uint8_t> return_path_;
  // Packets that are sent and not acknowledged: a ring, by sequence.
  WayTable packets_;
  std::size_t rows_ = 0;  // a power of two
  std::int64_t begin_sequence_ = 0;
  std::int64_t end_sequence_ = 0;
  std::int64_t una_sequence_ = 0;
  RingBuffer<Arrivals> uncovered_;  // at the receiver, in order
  RingBuffer<Returning> returning_;
  WayTable acks_;  // on links, by place
  std::size_t ack_rows_ = 0;
  std::vector<SimTime> ack_sent_ns_;  // by row
  WayTable received_;                 // the ACK that was received last: one row
  SimTime received_sent_ns_ = 0;
  // First the parts that are of no link, then the queues of the path and of the return path.
  RecentSums recent_;
  // A sample is added once: intervals and window are differences, which are exact.
  Sums total_;
  Sums at_series_sample_;  // as the present interval began
  Sums window_;            // as the window began; once it has ended, what was added since
  bool is_in_window_ = false;
};

}  // namespace ccsim
