/** Texts of the view of single packets. */
export const packetsText = {
  title: 'Packets',
  zoomIn: (seconds: string) =>
    `Zoom to ${seconds} s or less to see every packet of that time: when it left, waited, was dropped and acknowledged.`,
  show: (from: string, to: string) => `Show the packets of ${from} to ${to} s`,
  hide: 'Hide the packets',
  notDone: 'Every packet of a short time can be seen once the run is done.',
  plot: 'Sequence',
  plotUnit: 'packets: ■ sent  □ retransmitted  × dropped or lost  line: acknowledged',
  plotLabel: (flow: string) => `Time-sequence plot of ${flow}`,
  flow: 'Flow',
  computing: 'Computing the run again to record every packet of this time.',
  failed: 'The packets could not be loaded.',
  truncated: (count: string) => `The first ${count} events of this time; zoom in for the rest.`,
  nothing: 'This flow sent nothing in this time.',
  table: (flow: string, shown: string, all: string) =>
    `${flow}: the first ${shown} of ${all} events`,
  columns: ['time, s', 'event', 'sequence', 'queue, pkt', 'cwnd, pkt', 'inflight, pkt'],
  files: 'Files of these packets',
  formats: {
    pcapng: 'Packets for Wireshark (pcapng)',
    qlog: 'Traces with packets for qvis (qlog)',
  },
  kinds: {
    sent: 'sent',
    retransmitted: 'retransmitted',
    enqueued: 'queued',
    dropped: 'dropped, queue full',
    dequeued: 'on the link',
    transmitted: 'off the link',
    lost: 'lost at random',
    delivered: 'delivered',
    ack_sent: 'ACK sent',
    ack_lost: 'ACK lost',
    ack_received: 'ACK received',
  } as Readonly<Record<string, string>>,
} as const;
