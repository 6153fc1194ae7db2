#include "summary_dicts.h"

namespace ccsim::python {

// The name in the dict is the name of the field: a typing error does not compile.
#define CCSIM_SAME(field) entry[#field] = from.field

nb::dict flow_dict(const FlowSummary& from) {
  nb::dict entry;
  CCSIM_SAME(group_index);
  CCSIM_SAME(flow_index);
  entry["start_s"] = to_s(from.start_ns);
  entry["active_s"] = to_s(from.active_ns);
  CCSIM_SAME(throughput_bps);
  CCSIM_SAME(goodput_bps);
  CCSIM_SAME(sent_packets);
  CCSIM_SAME(retransmitted_packets);
  CCSIM_SAME(received_packets);
  CCSIM_SAME(unique_packets);
  CCSIM_SAME(dropped_packets);
  CCSIM_SAME(randomly_lost_packets);
  CCSIM_SAME(retransmit_ratio);
  CCSIM_SAME(rto_count);
  CCSIM_SAME(recovery_count);
  CCSIM_SAME(tail_loss_probe_count);
  CCSIM_SAME(spurious_retransmission_count);
  CCSIM_SAME(mean_rtt_s);
  CCSIM_SAME(p50_rtt_s);
  CCSIM_SAME(p95_rtt_s);
  CCSIM_SAME(p99_rtt_s);
  CCSIM_SAME(min_rtt_s);
  CCSIM_SAME(max_rtt_s);
  CCSIM_SAME(mean_cwnd_bytes);
  CCSIM_SAME(mean_inflight_bytes);
  CCSIM_SAME(mean_pacing_rate_bps);
  CCSIM_SAME(final_min_rtt_s);
  CCSIM_SAME(mean_queue_bytes);
  CCSIM_SAME(limited_cwnd_ratio);
  CCSIM_SAME(limited_pacing_ratio);
  CCSIM_SAME(limited_recovery_ratio);
  CCSIM_SAME(limited_receive_window_ratio);
  CCSIM_SAME(limited_application_ratio);
  return entry;
}

nb::dict link_dict(const LinkSummary& from) {
  nb::dict entry;
  CCSIM_SAME(utilisation_ratio);
  CCSIM_SAME(mean_queue_bytes);
  CCSIM_SAME(p50_queue_bytes);
  CCSIM_SAME(p95_queue_bytes);
  CCSIM_SAME(p99_queue_bytes);
  CCSIM_SAME(max_queue_bytes);
  CCSIM_SAME(transmitted_packets);
  CCSIM_SAME(dropped_packets);
  CCSIM_SAME(randomly_lost_packets);
  return entry;
}

nb::dict fairness_dict(const FairnessSummary& from) {
  nb::dict entry;
  CCSIM_SAME(jain_index);
  CCSIM_SAME(goodput_jain_index);
  CCSIM_SAME(throughput_ratio);
  CCSIM_SAME(goodput_ratio);
  CCSIM_SAME(mean_1s_throughput_ratio);
  CCSIM_SAME(mean_1s_goodput_ratio);
  CCSIM_SAME(throughput_stdr);
  CCSIM_SAME(goodput_stdr);
  CCSIM_SAME(mean_1s_jain_index);
  CCSIM_SAME(min_1s_jain_index);
  CCSIM_SAME(mean_1s_goodput_jain_index);
  CCSIM_SAME(min_1s_goodput_jain_index);
  CCSIM_SAME(jain_second_count);
  return entry;
}

#undef CCSIM_SAME

}  // namespace ccsim::python
