/** What single queues and kinds of traffic write of themselves. Written by `./lab generate`. */
export interface KindSeries {
  readonly name: string;
  readonly description: string;
}

export const QUEUE_SERIES: Readonly<Record<string, readonly KindSeries[] | undefined>> = {
  codel: [
    { name: "sojourn_s", description: "How long the packet that left the queue last had waited" },
    { name: "drop_interval_s", description: "Time from drop to drop while packets are dropped" },
  ],
  red: [
    { name: "average_queue_bytes", description: "The average queue that decides about drops" },
    { name: "drop_probability", description: "What the average queue asks for: the probability on RED's curve" },
    { name: "max_probability", description: "Probability of a drop with the average queue at the upper threshold" },
  ],
  pie: [
    { name: "drop_probability", description: "Probability that the controller asks for" },
    { name: "delay_s", description: "The controller's delay: how long the packet that left last had waited" },
    { name: "burst_allowance_s", description: "For so long nothing is dropped early" },
  ],
  fq_codel: [
    { name: "active_queue_count", description: "Queues of flows in which packets wait" },
    { name: "delay_dropped_packets", description: "Dropped by CoDel for their delay, since the start" },
    { name: "overflow_dropped_packets", description: "Dropped because the buffer was full, since the start" },
  ],
  step: [
    { name: "sojourn_s", description: "How long the packet that left the queue last had waited" },
  ],
  dualpi2: [
    { name: "base_probability", description: "What the controller asks for, before it is squared or coupled" },
    { name: "classic_probability", description: "Probability of a drop or mark in the classic queue" },
    { name: "l4s_probability", description: "Probability of a mark in the L4S queue, without those of its step" },
    { name: "classic_delay_s", description: "How long the packet that left the classic queue last had waited" },
    { name: "l4s_delay_s", description: "How long the packet that left the L4S queue last had waited" },
    { name: "classic_queue_bytes", description: "Bytes that wait in the classic queue" },
    { name: "l4s_queue_bytes", description: "Bytes that wait in the L4S queue" },
    { name: "classic_marked_packets", description: "Marked in the classic queue, since the start" },
    { name: "l4s_marked_packets", description: "Marked in the L4S queue, since the start" },
    { name: "classic_dropped_packets", description: "Dropped from the classic queue, since the start" },
    { name: "l4s_dropped_packets", description: "Dropped from the L4S queue, since the start" },
  ],
  cobalt: [
    { name: "sojourn_s", description: "How long the packet that left the queue last had waited" },
    { name: "drop_probability", description: "BLUE: how likely a packet is dropped, whatever its wait" },
    { name: "drop_count", description: "CoDel: the number whose root divides the interval between drops" },
  ],
  policer: [
    { name: "token_bytes", description: "Tokens in the policer’s bucket" },
    { name: "policed_packets", description: "Packets that found no tokens, so far" },
  ],
};

export const TRAFFIC_SERIES: Readonly<Record<string, readonly KindSeries[] | undefined>> = {
  poisson_transfers: [
    { name: "open_connection_count", description: "Connections with a transfer that is not finished" },
  ],
  media: [
    { name: "frame_delay_s", description: "Delay of the last frame that was complete, from its write" },
  ],
};

/** What sets a queue apart: QueueTraits in sim-core/include/ccsim/components.h. */
export interface QueueTraits {
  readonly order: 'arrival' | 'flow' | 'class';
  readonly dropsEarly: boolean;
  readonly overflowEnd: 'tail' | 'head';
  readonly delaysExcess: boolean;
  readonly canMark: boolean;
  /** The parameter of the share of the link's rate that it lets pass; empty: all of it passes. */
  readonly passingShare: string;
}

export const QUEUE_TRAITS: Readonly<Record<string, QueueTraits | undefined>> = {
  droptail: { order: "arrival", dropsEarly: false, overflowEnd: "tail", delaysExcess: true, canMark: false, passingShare: "" },
  codel: { order: "arrival", dropsEarly: true, overflowEnd: "tail", delaysExcess: true, canMark: true, passingShare: "" },
  red: { order: "arrival", dropsEarly: true, overflowEnd: "tail", delaysExcess: true, canMark: true, passingShare: "" },
  pie: { order: "arrival", dropsEarly: true, overflowEnd: "tail", delaysExcess: true, canMark: true, passingShare: "" },
  fq_codel: { order: "flow", dropsEarly: true, overflowEnd: "head", delaysExcess: true, canMark: true, passingShare: "" },
  step: { order: "arrival", dropsEarly: false, overflowEnd: "tail", delaysExcess: true, canMark: true, passingShare: "" },
  dualpi2: { order: "class", dropsEarly: true, overflowEnd: "tail", delaysExcess: true, canMark: true, passingShare: "" },
  cobalt: { order: "arrival", dropsEarly: true, overflowEnd: "head", delaysExcess: true, canMark: true, passingShare: "" },
  policer: { order: "arrival", dropsEarly: true, overflowEnd: "tail", delaysExcess: false, canMark: false, passingShare: "token_rate_ratio" },
};
