import { flowMetrics, summaryMetrics } from '@/generated/metrics';

/** Short names of the page with the core's definitions. */
export const definitions = {
  throughput: { name: 'Throughput', text: flowMetrics.throughput_bps.definition },
  goodput: { name: 'Goodput', text: flowMetrics.goodput_bps.definition },
  meanRtt: { name: 'RTT, mean', text: flowMetrics.mean_rtt_s.definition },
  p95Rtt: { name: 'RTT, 95th', text: flowMetrics.p95_rtt_s.definition },
  retransmitted: {
    name: 'Retransmitted',
    text: `${flowMetrics.retransmitted_packets.definition} ${flowMetrics.retransmit_ratio.definition}`,
  },
  jain: { name: 'Jain', text: summaryMetrics.jain_index.definition },
  utilisation: { name: 'Link busy', text: summaryMetrics.utilisation_ratio.definition },
  lost: {
    name: 'Lost packets',
    text: `${summaryMetrics.dropped_packets.definition} ${summaryMetrics.randomly_lost_packets.definition}`,
  },
} as const;
