/** What every number and series of a run is called and means. Written by `./lab generate`. */

export interface Metric {
  /** As people say it within a sentence. */
  readonly title: string;
  readonly quantity: Quantity;
  /** One sentence, with its source. */
  readonly definition: string;
  /** Of a series: where it is drawn. */
  readonly pane: string | null;
}

export type Quantity = 'bytes' | 'count' | 'delay' | 'factor' | 'index' | 'packets' | 'rate' | 'relative' | 'share' | 'signed_share' | 'time';

export const summaryMetrics = {
  utilisation_ratio: {
    title: "link busy",
    quantity: "share",
    definition: "Share of the window in which the bottleneck transmits.",
    pane: null,
  },
  mean_queue_bytes: {
    title: "queue, mean bytes",
    quantity: "bytes",
    definition: "Mean over time of the bytes queued at the bottleneck, the packet in service excluded.",
    pane: null,
  },
  p50_queue_bytes: {
    title: "queue, median bytes",
    quantity: "bytes",
    definition: "Queue length not exceeded half of the time; from a logarithmic histogram, error at most 1 %.",
    pane: null,
  },
  p95_queue_bytes: {
    title: "queue, 95th percentile",
    quantity: "bytes",
    definition: "Queue length not exceeded 95 % of the time; from a logarithmic histogram, error at most 1 %.",
    pane: null,
  },
  p99_queue_bytes: {
    title: "queue, 99th percentile",
    quantity: "bytes",
    definition: "Queue length not exceeded 99 % of the time; from a logarithmic histogram, error at most 1 %.",
    pane: null,
  },
  max_queue_bytes: {
    title: "queue, highest",
    quantity: "bytes",
    definition: "Longest queue in bytes, the packet in service excluded.",
    pane: null,
  },
  transmitted_packets: {
    title: "packets transmitted",
    quantity: "packets",
    definition: "Packets of all flows that the bottleneck transmitted in the window.",
    pane: null,
  },
  dropped_packets: {
    title: "packets dropped",
    quantity: "packets",
    definition: "Packets of all flows that the queue dropped in the window.",
    pane: null,
  },
  randomly_lost_packets: {
    title: "packets lost at random",
    quantity: "packets",
    definition: "Packets of all flows lost at random in the window; lost ACKs are not counted.",
    pane: null,
  },
  throughput_bps: {
    title: "throughput, all flows",
    quantity: "rate",
    definition: "Bits on the wire of all flows that reach the receivers in the window, headers and duplicates included, divided by the window's length.",
    pane: null,
  },
  goodput_bps: {
    title: "goodput, all flows",
    quantity: "rate",
    definition: "Payload bits of all flows that reach the receivers for the first time in the window, divided by the window's length.",
    pane: null,
  },
  retransmit_ratio: {
    title: "retransmitted, all flows",
    quantity: "share",
    definition: "Retransmissions divided by all transmissions, over all flows.",
    pane: null,
  },
  jain_index: {
    title: "Jain's index",
    quantity: "index",
    definition: "(Σx)² / (n Σx²) of each flow's mean throughput over its window: 1 is equal, 1/n is one flow alone (Jain, Chiu, Hawe, DEC TR-301, 1984).",
    pane: null,
  },
  goodput_jain_index: {
    title: "Jain's index of goodput",
    quantity: "index",
    definition: "(Σx)² / (n Σx²) of each flow's mean goodput over its window: 1 is equal, 1/n is one flow alone (Jain, Chiu, Hawe, DEC TR-301, 1984).",
    pane: null,
  },
  throughput_ratio: {
    title: "throughput ratio",
    quantity: "factor",
    definition: "Mean throughput of the flows of group 0 over that of group 1.",
    pane: null,
  },
  goodput_ratio: {
    title: "goodput ratio",
    quantity: "factor",
    definition: "Mean goodput of the flows of group 0 over that of group 1.",
    pane: null,
  },
  mean_1s_throughput_ratio: {
    title: "throughput ratio per second",
    quantity: "factor",
    definition: "Mean over seconds of group 0's throughput over group 1's within the second; seconds of the window in which all flows are active throughout.",
    pane: null,
  },
  mean_1s_goodput_ratio: {
    title: "goodput ratio per second",
    quantity: "factor",
    definition: "Mean over seconds of group 0's goodput over group 1's within the second; seconds of the window in which all flows are active throughout.",
    pane: null,
  },
  throughput_stdr: {
    title: "STDR",
    quantity: "signed_share",
    definition: "(a - b) / (a + b) with a, b the mean throughput of groups 0 and 1: 1 if group 0 has all, -1 if group 1 has (Sensors 2025, 25, 5374).",
    pane: null,
  },
  goodput_stdr: {
    title: "STDR of goodput",
    quantity: "signed_share",
    definition: "(a - b) / (a + b) with a, b the mean goodput of groups 0 and 1: 1 if group 0 has all, -1 if group 1 has (Sensors 2025, 25, 5374).",
    pane: null,
  },
  mean_1s_jain_index: {
    title: "Jain's index per second, mean",
    quantity: "index",
    definition: "(Σx)² / (n Σx²) of the flows' throughput within each second, averaged over the seconds of the window in which all flows are active throughout; lower than over the whole window if shares fluctuate (Jain, Chiu, Hawe, DEC TR-301, 1984).",
    pane: null,
  },
  min_1s_jain_index: {
    title: "Jain's index per second, lowest",
    quantity: "index",
    definition: "(Σx)² / (n Σx²) of the flows' throughput in the least equal second of the window in which all flows are active throughout (Jain, Chiu, Hawe, DEC TR-301, 1984).",
    pane: null,
  },
  mean_1s_goodput_jain_index: {
    title: "Jain's index of goodput per second, mean",
    quantity: "index",
    definition: "(Σx)² / (n Σx²) of the flows' goodput within each second, averaged over the seconds of the window in which all flows are active throughout; lower than over the whole window if shares fluctuate (Jain, Chiu, Hawe, DEC TR-301, 1984).",
    pane: null,
  },
  min_1s_goodput_jain_index: {
    title: "Jain's index of goodput per second, lowest",
    quantity: "index",
    definition: "(Σx)² / (n Σx²) of the flows' goodput in the least equal second of the window in which all flows are active throughout (Jain, Chiu, Hawe, DEC TR-301, 1984).",
    pane: null,
  },
  jain_second_count: {
    title: "seconds in the per-second indices",
    quantity: "count",
    definition: "Number of seconds of the window in which all flows are active throughout.",
    pane: null,
  },
  mean_queue_s: {
    title: "queue, mean",
    quantity: "delay",
    definition: "Mean over time of the bytes queued at the bottleneck, the packet in service excluded, divided by the link's rate.",
    pane: null,
  },
} as const satisfies Record<string, Metric>;

export const flowMetrics = {
  base_rtt_s: {
    title: "base RTT",
    quantity: "delay",
    definition: "Two-way propagation delay from end to end, as set, without queueing.",
    pane: null,
  },
  bdp_bytes: {
    title: "BDP",
    quantity: "bytes",
    definition: "Link rate times base RTT, divided by 8 bits per byte.",
    pane: null,
  },
  start_s: {
    title: "start",
    quantity: "time",
    definition: "When the flow's first packet may leave: start time, jitter and SYN exchange.",
    pane: null,
  },
  active_s: {
    title: "active time",
    quantity: "time",
    definition: "Length of the flow's window, the part of the measurement window in which it is active.",
    pane: null,
  },
  throughput_bps: {
    title: "throughput",
    quantity: "rate",
    definition: "Bits on the wire that reach the receiver in the flow's window, headers and duplicates included, divided by the window's length.",
    pane: null,
  },
  goodput_bps: {
    title: "goodput",
    quantity: "rate",
    definition: "Payload bits that reach the receiver for the first time in the flow's window, divided by the window's length.",
    pane: null,
  },
  sent_packets: {
    title: "packets sent",
    quantity: "packets",
    definition: "Transmissions, retransmissions included.",
    pane: null,
  },
  retransmitted_packets: {
    title: "packets retransmitted",
    quantity: "packets",
    definition: "Transmissions that repeat an earlier one.",
    pane: null,
  },
  received_packets: {
    title: "packets received",
    quantity: "packets",
    definition: "Packets that reach the receiver, duplicates included.",
    pane: null,
  },
  unique_packets: {
    title: "unique packets received",
    quantity: "packets",
    definition: "Packets that reach the receiver for the first time.",
    pane: null,
  },
  dropped_packets: {
    title: "packets dropped",
    quantity: "packets",
    definition: "Transmissions that the queue dropped.",
    pane: null,
  },
  randomly_lost_packets: {
    title: "packets lost at random",
    quantity: "packets",
    definition: "Transmissions lost at random; lost ACKs are not counted.",
    pane: null,
  },
  retransmit_ratio: {
    title: "retransmitted",
    quantity: "share",
    definition: "Retransmissions divided by all transmissions.",
    pane: null,
  },
  rto_count: {
    title: "timeouts",
    quantity: "count",
    definition: "Retransmission timeouts (RTO).",
    pane: null,
  },
  recovery_count: {
    title: "recoveries",
    quantity: "count",
    definition: "Episodes of fast recovery.",
    pane: null,
  },
  tail_loss_probe_count: {
    title: "tail loss probes",
    quantity: "count",
    definition: "Tail loss probes sent (RFC 8985 7).",
    pane: null,
  },
  spurious_retransmission_count: {
    title: "spurious retransmissions",
    quantity: "count",
    definition: "Duplicates that the receiver reported to the sender (DSACK, RFC 2883).",
    pane: null,
  },
  mean_rtt_s: {
    title: "RTT, mean",
    quantity: "delay",
    definition: "Mean of the RTT samples, queueing included, each weighted by the packets that it covers.",
    pane: null,
  },
  p50_rtt_s: {
    title: "RTT, median",
    quantity: "delay",
    definition: "Half of the packets had at most this RTT; from a logarithmic histogram, error at most 1 %.",
    pane: null,
  },
  p95_rtt_s: {
    title: "RTT, 95th percentile",
    quantity: "delay",
    definition: "95 % of the packets had at most this RTT; from a logarithmic histogram, error at most 1 %.",
    pane: null,
  },
  p99_rtt_s: {
    title: "RTT, 99th percentile",
    quantity: "delay",
    definition: "99 % of the packets had at most this RTT; from a logarithmic histogram, error at most 1 %.",
    pane: null,
  },
  min_rtt_s: {
    title: "RTT, lowest",
    quantity: "delay",
    definition: "Lowest RTT sample of the flow's window.",
    pane: null,
  },
  max_rtt_s: {
    title: "RTT, highest",
    quantity: "delay",
    definition: "Highest RTT sample of the flow's window.",
    pane: null,
  },
  mean_cwnd_bytes: {
    title: "cwnd, mean",
    quantity: "bytes",
    definition: "Mean over time of the congestion window, packets times packet size.",
    pane: null,
  },
  mean_inflight_bytes: {
    title: "in flight, mean",
    quantity: "bytes",
    definition: "Mean over time of the data sent and neither acknowledged nor marked lost.",
    pane: null,
  },
  mean_pacing_rate_bps: {
    title: "pacing rate, mean",
    quantity: "rate",
    definition: "Mean of the pacing rate over the time in which the sender is paced.",
    pane: null,
  },
  final_min_rtt_s: {
    title: "min RTT, last",
    quantity: "delay",
    definition: "Minimum RTT in use at the end of the run: the algorithm's own or, if it keeps none, the transport's.",
    pane: null,
  },
  mean_queue_bytes: {
    title: "bytes in the queue, mean",
    quantity: "bytes",
    definition: "Mean over time of the flow's bytes queued at the bottleneck.",
    pane: null,
  },
  limited_cwnd_ratio: {
    title: "limited by cwnd",
    quantity: "share",
    definition: "Share of the flow's window in which a full congestion window limits it.",
    pane: null,
  },
  limited_pacing_ratio: {
    title: "limited by pacing",
    quantity: "share",
    definition: "Share of the flow's window in which the congestion window has room and the pacer waits.",
    pane: null,
  },
  limited_recovery_ratio: {
    title: "limited by recovery",
    quantity: "share",
    definition: "Share of the flow's window in which loss recovery limits it: the window set by recovery is full, or a retransmission is not yet acknowledged.",
    pane: null,
  },
  limited_receive_window_ratio: {
    title: "limited by the receive window",
    quantity: "share",
    definition: "Share of the flow's window in which the receiver's window is full.",
    pane: null,
  },
  limited_application_ratio: {
    title: "limited by the application",
    quantity: "share",
    definition: "Share of the flow's window in which there is nothing to send.",
    pane: null,
  },
  loss_ratio: {
    title: "lost",
    quantity: "share",
    definition: "Transmissions dropped by the queue or lost at random, divided by all transmissions.",
    pane: null,
  },
} as const satisfies Record<string, Metric>;

export const groupMetrics = {
  share_ratio: {
    title: "share",
    quantity: "share",
    definition: "The group's bits on the wire in the window, divided by those of all flows.",
    pane: null,
  },
  relative_share_ratio: {
    title: "share relative to fair (RTS)",
    quantity: "relative",
    definition: "Mean throughput of the group's flows, divided by that of all flows: 100 % is the fair share (Sensors 2025, 25, 5374).",
    pane: null,
  },
  jain_index: {
    title: "Jain's index within the group",
    quantity: "index",
    definition: "(Σx)² / (n Σx²) of the throughput of the flows of this group: 1 is equal, 1/n is one flow alone (Jain, Chiu, Hawe, DEC TR-301, 1984).",
    pane: null,
  },
} as const satisfies Record<string, Metric>;

export const flowSeriesMetrics = {
  throughput_bps: {
    title: "throughput",
    quantity: "rate",
    definition: "Bits on the wire that reach the receiver in the interval, headers and duplicates included, divided by the interval's length.",
    pane: "throughput",
  },
  goodput_bps: {
    title: "goodput",
    quantity: "rate",
    definition: "Payload bits that reach the receiver for the first time in the interval, divided by its length.",
    pane: "throughput",
  },
  retransmitted_packets: {
    title: "packets retransmitted",
    quantity: "packets",
    definition: "Transmissions in the interval that repeat an earlier one.",
    pane: null,
  },
  sent_packets: {
    title: "packets sent",
    quantity: "packets",
    definition: "Transmissions in the interval, retransmissions included.",
    pane: null,
  },
  limited_cwnd_ratio: {
    title: "limited by cwnd",
    quantity: "share",
    definition: "Share of the interval in which a full congestion window limits the flow.",
    pane: "limits",
  },
  limited_pacing_ratio: {
    title: "limited by pacing",
    quantity: "share",
    definition: "Share of the interval in which the congestion window has room and the pacer waits.",
    pane: "limits",
  },
  limited_recovery_ratio: {
    title: "limited by recovery",
    quantity: "share",
    definition: "Share of the interval in which loss recovery limits the flow: the window set by recovery is full, or a retransmission is not yet acknowledged.",
    pane: "limits",
  },
  limited_receive_window_ratio: {
    title: "limited by the receive window",
    quantity: "share",
    definition: "Share of the interval in which the receiver's window is full.",
    pane: "limits",
  },
  limited_application_ratio: {
    title: "limited by the application",
    quantity: "share",
    definition: "Share of the interval in which there is nothing to send.",
    pane: "limits",
  },
  rtt_s: {
    title: "RTT",
    quantity: "delay",
    definition: "Last RTT sample of the interval: from sending to acknowledgement, queueing included.",
    pane: "rtt",
  },
  srtt_s: {
    title: "smoothed RTT",
    quantity: "delay",
    definition: "Smoothed RTT of the sender (RFC 6298), which determines its timeout.",
    pane: null,
  },
  cwnd_bytes: {
    title: "cwnd",
    quantity: "bytes",
    definition: "Congestion window, packets times packet size: the limit on data in flight.",
    pane: "window",
  },
  inflight_bytes: {
    title: "in flight",
    quantity: "bytes",
    definition: "Data sent and neither acknowledged nor marked lost.",
    pane: "window",
  },
  pacing_rate_bps: {
    title: "pacing rate",
    quantity: "rate",
    definition: "Rate at which the pacer sends packets; none if the sender is not paced.",
    pane: "rates",
  },
  ssthresh_bytes: {
    title: "ssthresh",
    quantity: "bytes",
    definition: "Window at which slow start ends; none if it is not set.",
    pane: "window",
  },
  min_rtt_s: {
    title: "min RTT",
    quantity: "delay",
    definition: "Minimum RTT in use: the algorithm's own or, if it keeps none, the transport's.",
    pane: null,
  },
  bandwidth_estimate_bps: {
    title: "bandwidth estimate",
    quantity: "rate",
    definition: "The algorithm's estimate of the path's bandwidth; none if it has none.",
    pane: "rates",
  },
} as const satisfies Record<string, Metric>;

export const linkSeriesMetrics = {
  queue_bytes: {
    title: "queue, mean",
    quantity: "bytes",
    definition: "Mean over the interval of the bytes queued at the bottleneck, the packet in service excluded.",
    pane: "queue",
  },
  queue_max_bytes: {
    title: "queue, highest",
    quantity: "bytes",
    definition: "Longest queue in the interval.",
    pane: "queue",
  },
  queue_min_bytes: {
    title: "queue, lowest",
    quantity: "bytes",
    definition: "Shortest queue in the interval.",
    pane: null,
  },
  dropped_packets: {
    title: "packets dropped",
    quantity: "packets",
    definition: "Packets that the queue dropped in the interval.",
    pane: "queue",
  },
  randomly_lost_packets: {
    title: "packets lost at random",
    quantity: "packets",
    definition: "Packets lost at random in the interval; lost ACKs are not counted.",
    pane: "queue",
  },
  busy_ratio: {
    title: "link busy",
    quantity: "share",
    definition: "Share of the interval in which the bottleneck transmits.",
    pane: null,
  },
} as const satisfies Record<string, Metric>;
