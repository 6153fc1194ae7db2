#include "simulation/datagrams.h"

namespace ccsim {

Datagrams::Datagrams(Engine& engine, BitRate rate_bps, const Packet& template_packet,
                     CarrierPorts& ports, FlowObserver& observer)
    : ports_(ports),
      observer_(observer),
      times_(template_packet.wire_bytes * kBitsPerByte * kNanosecondsPerSecond, rate_bps),
      next_(template_packet),
      timer_(engine, Rank::kFlow, *this) {}

void Datagrams::start(SimTime now_ns) {
  times_.start(now_ns);
  timer_.arm(times_.take());
}

void Datagrams::send(SimTime now_ns) {
  timer_.arm(times_.take());
  next_.sent_ns = now_ns;
  observer_.on_sent(next_, now_ns);
  ports_.send_packet(next_);
  ++next_.sequence;
}

// Repairs are not counted, and there is no window.
void Datagrams::complete(FlowSample& sample) const {
  sample.retransmitted_packets = kNoValue;
}

void Datagrams::complete(FlowSummary& summary) const {
  summary.retransmitted_packets = kNoCount;
  summary.retransmit_ratio = kNoValue;
  summary.rto_count = kNoCount;
  summary.recovery_count = kNoCount;
  summary.tail_loss_probe_count = kNoCount;
  summary.spurious_retransmission_count = kNoCount;
  summary.mean_cwnd_bytes = kNoValue;
  summary.mean_inflight_bytes = kNoValue;
}

}  // namespace ccsim
