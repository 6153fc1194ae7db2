/** Texts of the state of flows at a moment: variables, phases, the queue. */
interface Variable {
  readonly name: string;
  readonly text: string;
}

/** The series of every flow. Those that an algorithm declares are described by the core. */
export const flowVariables: Readonly<Record<string, Variable>> = {
  throughput_bps: {
    name: 'throughput',
    text: 'Bits on the wire that reached the receiver in the sample, over its length.',
  },
  goodput_bps: {
    name: 'goodput',
    text: 'Payload that reached the receiver for the first time in the sample, over its length.',
  },
  rtt_s: {
    name: 'RTT',
    text: 'The newest RTT sample: from sending to acknowledgement, queueing included.',
  },
  srtt_s: { name: 'smoothed RTT', text: 'Smoothed RTT of RFC 6298, which sets the timeout.' },
  min_rtt_s: { name: 'min RTT', text: 'The smallest RTT that the algorithm remembers.' },
  cwnd_bytes: {
    name: 'cwnd',
    text: 'Congestion window: so much may be in flight. Packets are sent times packet size.',
  },
  inflight_bytes: { name: 'inflight', text: 'Sent and neither acknowledged nor given up.' },
  pacing_rate_bps: { name: 'paces', text: 'The rate at which packets may leave the sender.' },
  bandwidth_estimate_bps: {
    name: 'bandwidth',
    text: 'The bandwidth that the algorithm takes the path to have.',
  },
  ssthresh_bytes: {
    name: 'ssthresh',
    text: 'Slow start ends at this window. No value: none has been set.',
  },
  sent_packets: { name: 'sent', text: 'Packets sent in the sample, those sent again included.' },
  retransmitted_packets: { name: 'sent again', text: 'Packets sent again in the sample.' },
};

export const linkVariables: Readonly<Record<string, Variable>> = {
  queue_bytes: {
    name: 'queue, mean',
    text: 'Waiting at the bottleneck, mean over the sample weighted by time.',
  },
  queue_min_bytes: { name: 'queue, least', text: 'The shortest queue in the sample.' },
  queue_max_bytes: { name: 'queue, most', text: 'The longest queue in the sample.' },
  busy_ratio: { name: 'link busy', text: 'Share of the sample in which the link was sending.' },
  dropped_packets: { name: 'dropped', text: 'Dropped by the queue in the sample.' },
  randomly_lost_packets: { name: 'lost at random', text: 'Lost at random in the sample.' },
};

export const stateText = {
  stateAt: (time: string) => `State at ${time} s`,
  exact: (from: string, to: string) => `the sample from ${from} to ${to} s`,
  thinned: (length: string) => `means of ${length}`,
  thinnedGroups: (length: string) => `means of the flows over ${length}`,
  loading: 'The exact sample is on its way.',
  failed: 'The exact sample could not be loaded.',
  noValue: 'No value: not set at this moment.',
  phase: 'phase',
  reason: 'because of',
  lasts: 'it lasts',
  phaseMeaning: 'What the algorithm does at this moment.',
  reasonMeaning: 'Why the phase began, as the algorithm says it.',
  lastsMeaning: 'How long the phase has lasted, of how long it lasts in all.',
  lastsValue: (so: string, all: string) => `${so} of ${all}`,
  of: (titles: string) => `${titles}: `,
  link: 'link',
  flow: 'flow',
  group: 'group',
  run: 'Run',
  enlarge: 'All variables, all flows',
  table: 'Table',
  freezeHint: 'Frozen, the table holds every variable.',
  queueAt: (time: string) => `Queue at ${time} s`,
  queueOf: (packets: string, buffer: string) => `${packets} of ${buffer} pkt`,
  queueScale: (packets: string) => `One square is ${packets} packets.`,
  queueMeaning: (window: string) => `Ink: mean of ${window}. Grey: longest.`,
  queueLabel: (buffer: string) => `Queue as squares, of ${buffer} packets that fit`,
} as const;
