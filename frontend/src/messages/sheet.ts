/** Texts of the table of all flows: state at a moment, and summary of the whole run. */
interface Column {
  readonly name: string;
  readonly text: string;
}

export const sheetText = {
  open: 'All flows and variables',
  openSummary: 'All flows and numbers',
  title: 'All flows',
  close: 'Close',
  state: 'State',
  summary: 'Summary',
  view: 'What the table shows',
  stateAt: (time: string) => `State at ${time} s`,
  summaryOver: (window: string, seed: number) => `${window}, seed ${seed}`,
  everyGroup: 'every group',
  groupFilter: 'Group',
  flow: 'flow',
  phase: 'phase',
  reason: 'because of',
  lasts: 'for',
  rows: (count: string) => `${count} flows`,
  rowsOf: (count: string, all: string) => `the first ${count} of ${all} flows in this order`,
  hidden: (count: string) => `${count} hidden flows are left out`,
  copyCsv: 'Copy CSV',
  copyTsv: 'Copy TSV',
  copied: 'Copied',
  notCopied: 'The browser does not let the page copy.',
  copyNote: 'Copied values are in the units that end their names.',
  loading: 'The sample is on its way.',
  noResult: 'There are no numbers of the whole run before its end.',
  noMoment: 'Nothing has been simulated yet.',
} as const;

/** What the summary says of each flow, by its name in the data. */
export const summaryColumns: Readonly<Record<string, Column>> = {
  throughput_bps: {
    name: 'Throughput',
    text: 'Bits on the wire that reach the receiver in the window, headers and duplicates included, divided by the time the flow was active in it.',
  },
  goodput_bps: {
    name: 'Goodput',
    text: 'Payload that reaches the receiver for the first time, divided by the same time.',
  },
  mean_rtt_s: {
    name: 'RTT, mean',
    text: 'Mean of all RTT samples, each weighted by the packets it stands for.',
  },
  min_rtt_s: { name: 'RTT, least', text: 'The smallest RTT sample of the window.' },
  p50_rtt_s: {
    name: 'RTT, median',
    text: 'Half of the packets were at most so slow; error at most 1%.',
  },
  p95_rtt_s: { name: 'RTT, 95th', text: '95% of packets were at most so slow; error at most 1%.' },
  p99_rtt_s: { name: 'RTT, 99th', text: '99% of packets were at most so slow; error at most 1%.' },
  max_rtt_s: { name: 'RTT, most', text: 'The largest RTT sample of the window.' },
  mean_cwnd_bytes: { name: 'cwnd', text: 'Congestion window, mean over time.' },
  mean_inflight_bytes: {
    name: 'inflight',
    text: 'Sent and neither acknowledged nor given up, mean over time.',
  },
  mean_pacing_rate_bps: { name: 'paces', text: 'Pacing rate, mean over time.' },
  mean_queue_bytes: {
    name: 'in the queue',
    text: 'The flow’s own data in the queue, mean over time.',
  },
  sent_packets: { name: 'sent', text: 'Packets sent, those sent again included.' },
  retransmitted_packets: { name: 'sent again', text: 'Packets sent again.' },
  retransmit_ratio: { name: 'share again', text: 'Packets sent again, of all packets sent.' },
  spurious_retransmission_count: {
    name: 'in vain',
    text: 'Packets sent again although the first one had arrived.',
  },
  dropped_packets: { name: 'dropped', text: 'Transmissions dropped by the queue.' },
  randomly_lost_packets: { name: 'lost at random', text: 'Transmissions lost at random.' },
  rto_count: { name: 'timeouts', text: 'Retransmission timeouts.' },
  recovery_count: { name: 'recoveries', text: 'Episodes of loss recovery.' },
  tail_loss_probe_count: { name: 'tail probes', text: 'Tail loss probes sent.' },
  received_packets: { name: 'arrived', text: 'Packets that reached the receiver.' },
  base_rtt_s: { name: 'base RTT', text: 'Propagation there and back, without any queue.' },
  start_s: { name: 'start', text: 'When the flow started.' },
  active_s: { name: 'active', text: 'How long the flow was active in the window.' },
};
