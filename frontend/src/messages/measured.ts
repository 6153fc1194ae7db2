/** Words of measured traces: reading them, and drawing them beside a simulation. */
export const importText = {
  unknown:
    'It is neither the JSON of iperf3 (--json, --json-stream), nor a log of ss -tin with time ' +
    'stamps, nor qlog 0.2 or newer, nor the series of a measured case (flow_cols).',
  tooLarge: (most: string) => `It is larger than ${most} MB.`,
  atLine: (line: number, what: string) => `Line ${line}: ${what}`,
  atField: (field: string, what: string) => `${field}: ${what}`,
  notJson: (why: string) => `this is no JSON: ${why}`,
  missing: 'is missing',
  noNumber: (found: string) => `should be a number, but is ${found}`,
  iperfFailed: (why: string) => `iperf3 itself says: ${why}`,
  noIntervals: 'there are none; iperf3 writes them with -i',
  noStreams: 'No stream of it has an interval that was not omitted.',
  noStamps:
    'There is no time stamp before the sockets. Write one before each ss, such as ' +
    'while sleep 0.1; do date +%s.%N; ss -tin; done',
  noRows: 'No flow of it has rows.',
  noSockets: 'No socket of it sends data.',
  backwards: 'its time stamp is earlier than the one before',
  noEvents: 'No connection of it has recovery:metrics_updated or transport:packet_sent events.',
  oldQlog: 'its events are lists; that is qlog 0.1 or older, and 0.2 or newer can be read',
  stream: (socket: string, port: string) =>
    port === '' ? `stream ${socket}` : `stream ${socket}, port ${port}`,
  received: (stream: string) => `${stream}, received`,
  connection: (number: number) => `connection ${number}`,
  again: (socket: string, count: number) => `${socket} (${count})`,
} as const;

export const measuredText = {
  title: 'Measured',
  what: 'A trace of iperf3, ss or qlog, or a measured case, drawn beside the simulation.',
  choose: 'Open a trace',
  drop: 'Drop the trace here',
  reading: (name: string) => `Reading ${name} …`,
  failed: (name: string) => `${name} was not read`,
  kept: 'Not simulated. It stays in this page: never sent to the server, gone when the page is loaded anew.',
  name: (name: string) => `measured ${name}`,
  sources: { iperf3: 'iperf3', ss: 'ss', qlog: 'qlog', series: 'measured case' },
  flows: (count: number) => (count === 1 ? '1 flow' : `${count} flows`),
  set: 'Numbers and settings',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  dialog: (name: string) => `${name}, measured`,
  offset: 'Starts at, s',
  offsetHelp: 'Moves the trace along the time of the simulation.',
  matches: 'Stands for',
  matchOf: (flow: string) => `Group that ${flow} stands for`,
  notShown: 'not shown',
  table: 'Beside the simulation',
  tableNote: (from: string, to: string) =>
    `From ${from} to ${to} s of the simulation. Measured rates are payload, so the goodput of ` +
    'the simulation is beside them: the mean of one flow of the group over its window.',
  flow: 'Flow',
  measured: 'measured',
  simulated: 'simulated',
  rate: 'Goodput, Mbit/s',
  share: 'Share',
  rtt: 'Mean RTT, ms',
  retransmitted: 'Retransmitted packets',
  none: '–',
  draft: 'Start a scenario from it',
  draftNote:
    'Number of flows, algorithms where known, base RTT from the least RTT, rate from what all of them got together.',
  draftName: (name: string) => `After ${name}`,
  notShared: 'Measured traces stay in this browser: no link has them.',
} as const;
