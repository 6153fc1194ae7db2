/** Texts of replay: packets on the drawn path, moment by moment. */
export const replayText = {
  title: 'Replay',
  titleOf: (run: string) => `Replay of ${run}`,
  open: 'Replay',
  openHint: 'Every packet on its path (r)',
  close: 'Close',
  zoom: 'Zoom plots',
  zoomHint: 'Zoom the plots to a few RTTs around this time (z)',
  closeHint: 'Close replay (r)',
  label: (run: string) => `${run}: the path with its packets at the time shown`,
  acks: 'ACKs',
  scale: (time: string, packetsPerSquare: number, groups: number, hasFrames: boolean) =>
    `${time} one way, to scale. ` +
    (packetsPerSquare === 1
      ? 'One square is one packet'
      : `In the queue a square is ${packetsPerSquare} packets`) +
    (hasFrames ? ', framed: retransmitted.' : '.') +
    (groups > 8 ? ' Flows of one group share a colour.' : ''),
  bufferFull: (count: number) => `× ${count} dropped: buffer full`,
  bufferFullShort: (count: number) => `× ${count} buffer full`,
  randomLoss: (count: number) => `× ${count} lost at random`,
  /** What is drawn, and why no more of it. */
  modes: {
    packets: 'Every packet at its position.',
    queue:
      'At this speed packets cross the path too fast to see: bands show each flow’s share of the link, squares the queued packets.',
    shares:
      'Too fast for single packets: bands show each flow’s share of the link, grey the mean queue, a line the longest.',
    notDone:
      'Single packets can be seen once the run is done. Until then bands show shares of the link.',
    full: 'Too many events here for one answer: bands show shares of the link until the next part.',
  },
  computing: (from: string, to: string) =>
    `The packets of ${from} to ${to} s are being computed. Until then bands show shares of the link.`,
  waiting: 'Its packets load as soon as the time stops. Until then bands show shares of the link.',
  failed: 'The packets of this time could not be loaded.',
  retry: 'Try again',
  stepKind: 'Step to the next',
  stepKinds: { packet: 'packet event', loss: 'drop or loss', timeline: 'phase or event' },
  back: 'Step back',
  forward: 'Step forward',
  numbers: (run: string) => `${run}: numbers at the time shown`,
  columns: {
    phase: {
      name: 'phase',
      text: 'The algorithm’s phase at this time; for a group, that of most of its flows, with their number.',
    },
    cwndPackets: {
      name: 'cwnd',
      text: 'Congestion window in packets after the flow’s last event; for a group, the mean of its flows.',
    },
    inflightPackets: {
      name: 'in flight',
      text: 'Packets sent and neither acknowledged nor marked lost; for a group, the mean of its flows.',
    },
    waiting: { name: 'in queue', text: 'Queued packets of the flow or group.' },
    moving: {
      name: 'under way',
      text: 'Packets of the flow or group on their way to the receiver and not queued.',
    },
  },
  /** What stands under the drawing, and what is read out. */
  queueNow: (waiting: string, buffer: string, time: string) =>
    `${waiting} of ${buffer} packets queued: ${time}`,
  queueMean: (waiting: string, buffer: string, time: string) =>
    `${waiting} of ${buffer} packets queued on average: ${time}`,
  said: (time: string, queue: string, flows: string) => `${time} s. ${queue}. ${flows}`,
  flowSaid: (flow: string, phase: string, cwnd: string, inflight: string) =>
    `${flow}: ${phase}, window ${cwnd}, in flight ${inflight}.`,
  events: {
    sent: (flow: string, number: string) => `${flow} sends packet ${number}`,
    retransmitted: (flow: string, number: string) => `${flow} retransmits packet ${number}`,
    enqueued: (flow: string, number: string) => `packet ${number} of ${flow} joins the queue`,
    dropped: (flow: string, number: string) =>
      `packet ${number} of ${flow} is dropped: the buffer is full`,
    dequeued: (flow: string, number: string) => `packet ${number} of ${flow} leaves the queue`,
    transmitted: (flow: string, number: string) => `packet ${number} of ${flow} is on the link`,
    lost: (flow: string, number: string) => `packet ${number} of ${flow} is lost at random`,
    delivered: (flow: string, number: string) => `packet ${number} of ${flow} arrives`,
    ack_sent: (flow: string, number: string) => `the receiver of ${flow} asks for ${number}`,
    ack_lost: (flow: string, number: string) =>
      `the ACK of ${flow} that asks for ${number} is lost`,
    ack_received: (flow: string, number: string) => `${flow} reads an ACK that asks for ${number}`,
  } as Readonly<Record<string, (flow: string, number: string) => string>>,
} as const;
