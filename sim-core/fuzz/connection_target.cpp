// Bytes -> one connection whose window and pacing rate change at will, over a path that loses what
// the bytes say: nothing is forgotten, nothing arrives that was not sent, and all is delivered in
// the end.
#include <cstdint>

#include "byte_reader.h"
#include "require.h"
#include "support/test_path.h"

namespace ccsim::fuzz {
namespace {

constexpr int kMostSteps = 300;

TestPathConfig config_from(ByteReader& bytes) {
  TestPathConfig config;
  config.rate_bps = bytes.log_scaled(100'000, 4);
  config.rtt_ns = 2 * bytes.log_scaled(10 * kMicrosecond, 5);
  config.buffer_bytes = 1500 * (1 + bytes.below(300));
  config.receiver.ack_every_packets = 1 + bytes.byte() % 8;
  config.receiver.ack_timeout_ns = bytes.log_scaled(kMicrosecond, 6);
  config.receiver.quick_ack_packets = bytes.byte();
  config.sender.transport.send_quantum = static_cast<SendQuantum>(bytes.byte() % 3);
  config.sender.transport.send_quantum_packets = 1 + bytes.byte() % 64;
  config.sender.transport.min_rto_ns = bytes.log_scaled(kMillisecond, 4);
  if (bytes.flag()) config.sender.receive_window_bytes = 1448 * (1 + bytes.byte());
  return config;
}

void change(TestPath& path, ByteReader& bytes, Packets& written) {
  const SimTime now_ns = path.engine().now_ns();
  switch (bytes.byte() % 7) {
    case 0:
      path.control.cwnd_packets = 1 + bytes.byte();
      break;
    case 1:
      path.control.pacing_rate_bps = bytes.flag() ? bytes.log_scaled(10'000, 5) : 0;
      break;
    case 2:
      path.control.ssthresh_packets = 1 + bytes.byte();
      break;
    case 3: {
      const Packets packets = 1 + bytes.byte();
      written += packets;
      path.sender().write(packets, now_ns);
      break;
    }
    case 4:
      path.lost_transmissions.insert(static_cast<std::int64_t>(path.transmissions.size()) +
                                     bytes.byte());
      break;
    case 5:
      path.lost_acks.insert(path.ack_count + bytes.byte());
      break;
    default:
      path.run_until(now_ns + bytes.log_scaled(kMicrosecond, 6));
      break;
  }
}

void check(TestPath& path, Packets written) {
  const Scoreboard& board = path.sender().scoreboard();
  require(board.una_sequence() <= path.receiver().next_sequence(), "acked <= received in order");
  require(path.receiver().next_sequence() <= board.next_sequence(), "received <= sent");
  require(board.next_sequence() <= written, "sent <= written");
  require(board.in_flight_packets() >= 0, "in flight is not negative");
  require(board.lost_packets() >= 0 && board.lost_packets() <= board.out_packets(), "lost <= out");
  require(path.sender().rtt().srtt_ns() > 0, "an RTT is known");
}

void run_once(ByteReader bytes) {
  const TestPathConfig config = config_from(bytes);
  TestPath path(config);
  path.control.uses_prr = bytes.flag();
  path.control.cwnd_after_loss_packets = bytes.byte() % 32;
  Packets written = 1 + bytes.byte();
  path.sender().write(written, 0);
  path.establish();
  for (int step = 0; step < kMostSteps && !bytes.empty(); ++step) {
    change(path, bytes, written);
    check(path, written);
  }
  // The path has healed. An hour is longer than any timer has backed off; the rest is the time of
  // one packet per round trip on the slowest link.
  path.lost_transmissions.clear();
  path.lost_acks.clear();
  path.control.pacing_rate_bps = 0;
  const Duration transmission_ns = 1500 * kBitsPerByte * kNanosecondsPerSecond / config.rate_bps;
  const Duration round_ns = config.rtt_ns + config.receiver.ack_timeout_ns;
  path.run_until(path.engine().now_ns() + 3600 * kSecond + written * (transmission_ns + round_ns));
  check(path, written);
  require(path.receiver().next_sequence() == written, "all is delivered in the end");
  require(path.sender().scoreboard().out_packets() == 0, "all is acknowledged in the end");
}

}  // namespace
}  // namespace ccsim::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ccsim::fuzz::run_once({data, size});
  return 0;
}
