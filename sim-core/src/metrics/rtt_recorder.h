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
  // A packet's whole way to the end of a path's only link, in one step: most packets have no other.
  void pass_only_link(std::size_t row, SimTime came_ns, SimTime start_ns, SimTime end_ns) {
    Duration* cells = &cells_[row * stride_];
    if (cells[0] == kGivenUp) return;
    cells[kPropagation] += came_ns - cells[0];
    cells[kFirstQueue] += start_ns - came_ns;
    cells[kTransmission] += end_ns - start_ns;
    cells[0] = end_ns;
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

// What tells the ACKs of a connection apart, and which packets they cover.
struct AckMark {
  std::int64_t una_sequence = 0;
  std::uint32_t sack_end = 0;
  std::int64_t duplicate_sequence = 0;

  bool operator==(const AckMark&) const = default;
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
  // It comes to the path's only link, which begins with it at `start_ns` and has sent it at
  // `end_ns`.
  void pass_only_link(std::int64_t sequence, SimTime came_ns, SimTime start_ns, SimTime end_ns) {
    if (is_known(sequence)) packets_.pass_only_link(row_of(sequence), came_ns, start_ns, end_ns);
  }
  // At its receiver; `sack_end` of an ACK that would have left just before.
  void arrive(std::int64_t sequence, std::uint32_t sack_end, SimTime now_ns);

  // --- ACKs. The receiver sends one, whether or not it gets lost then.
  void send_ack(const AckMark& ack, SimTime now_ns);
  // It goes back without a link, `delay_ns` of propagation.
  void return_ack(const AckMark& ack, SimTime now_ns, Duration delay_ns);
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
  struct Arrival {
    std::int64_t sequence = 0;
    std::uint32_t sack_end = 0;
  };
  struct Returning {
    AckMark ack;
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

  [[nodiscard]] bool is_known(std::int64_t sequence) const {
    return begin_sequence_ <= sequence && sequence < end_sequence_;
  }
  [[nodiscard]] std::size_t row_of(std::int64_t sequence) const {
    return static_cast<std::size_t>(sequence) & (rows_ - 1);
  }
  void make_room(Packets count);
  void forget_below(std::int64_t una_sequence);
  // The parts of one sample.
  void divide(std::int64_t sequence);
  [[nodiscard]] Duration& part(RttPart part) { return parts_ns_[static_cast<std::size_t>(part)]; }

  std::vector<std::uint8_t> path_;
  std::vector<std::uint8_t> return_path_;
  // Packets that are sent and not acknowledged: a ring, by sequence.
  WayTable packets_;
  std::size_t rows_ = 0;  // a power of two
  std::int64_t begin_sequence_ = 0;
  std::int64_t end_sequence_ = 0;
  std::int64_t una_sequence_ = 0;
  RingBuffer<Arrival> uncovered_;  // at the receiver, in order
  RingBuffer<Returning> returning_;
  WayTable acks_;  // on links, by place
  std::size_t ack_rows_ = 0;
  std::vector<SimTime> ack_sent_ns_;  // by row
  WayTable received_;                 // the ACK that was received last: one row
  SimTime received_sent_ns_ = 0;
  // First the parts that are of no link, then the queues of the path and of the return path.
  std::vector<Duration> parts_ns_;
  // A sample is added once: intervals and window are differences, which are exact.
  Sums total_;
  Sums at_series_sample_;  // as the present interval began
  Sums window_;            // as the window began; once it has ended, what was added since
  bool is_in_window_ = false;
};

}  // namespace ccsim
