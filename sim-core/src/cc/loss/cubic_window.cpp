#include "loss/cubic_window.h"

#include <algorithm>
#include <cstdlib>

#include "integer_math.h"

namespace ccsim {
namespace {

// 1024 (of C) * 1024^3 (of time cubed).
constexpr int kScaleBits = 40;

}  // namespace

CubicWindow::CubicWindow(double c_packets_per_s3)
    : c_scaled_(std::max<std::int64_t>(
          static_cast<std::int64_t>(c_packets_per_s3 * kTicksPerSecond + 0.5), 1)) {}

void CubicWindow::begin(SimTime now_ns, Packets cwnd_packets, Packets w_max_packets) {
  has_epoch_ = true;
  begin_ns_ = now_ns;
  origin_packets_ = std::max(cwnd_packets, w_max_packets);
  const auto gap_packets = static_cast<std::uint64_t>(origin_packets_ - cwnd_packets);
  // K = cbrt((W_max - cwnd) / C) (RFC 9438, figure 2).
  const std::uint64_t factor =
      (std::uint64_t{1} << kScaleBits) / static_cast<std::uint64_t>(c_scaled_);
  k_ticks_ = cube_root_floor(factor * gap_packets);
}

void CubicWindow::skip_idle(SimTime now_ns, Duration idle_ns) {
  if (has_epoch_ && idle_ns > 0) begin_ns_ = std::min(begin_ns_ + idle_ns, now_ns);
}

Packets CubicWindow::at(SimTime now_ns) const {
  const std::int64_t ticks = mul_div_floor(std::max<Duration>(now_ns - begin_ns_, 0),
                                           kTicksPerSecond, kNanosecondsPerSecond);
  const auto offset = static_cast<unsigned __int128>(std::llabs(ticks - k_ticks_));
  const auto distance = static_cast<Packets>(
      (static_cast<unsigned __int128>(c_scaled_) * offset * offset * offset) >> kScaleBits);
  return ticks < k_ticks_ ? origin_packets_ - distance : origin_packets_ + distance;
}

}  // namespace ccsim
