/** Texts of the comparison on the first page. */
export const firstText = {
  baselineLabel: 'Baseline',
  otherLabel: 'Beside it',
  baseline: 'baseline',
  controls: 'What is compared',
  elephantRtt: (label: string) => `${capital(label)} RTT`,
  buffer: 'Buffer',
  loss: 'Random loss',
  lossShort: 'Loss',
  held: (
    mouse: string,
    mouseRtt: string,
    rate: string,
    delay: string,
    queue: string,
    packet: string,
    duration: string,
    seeds: number,
  ) =>
    `Held fixed: ${mouse} RTT ${mouseRtt}, bottleneck ${rate} and ${delay}, ${queue}, ` +
    `${packet} packets, ${duration}, seeds 1 to ${seeds}.`,
  changeElse: 'Change anything else',
  change: 'Change',
  done: 'Done',
  side: 'Side by side',
  overlay: 'Overlay',
  layout: 'How the two are drawn',
  overlayStyles: (baseline: string) => `${baseline} dashed`,
  open: 'Open in the workbench',
  play: 'Play',
  pause: 'Pause',
  replay: 'Replay',
  copy: 'Copy link',
  copied: 'Copied',
  copyFailed: 'The browser does not allow copying. This is the link:',
  soFar: (time: string) => `in the first ${time} s`,
  opening: 'Opening',
  stopped: 'The comparison stopped',
  retry: 'Try again',
  runFailed: (seed: number, message: string) => `Seed ${seed}: ${message}`,
  first: (baseline: string, other: string) => `${baseline} beside ${other}: seed 1 is computed.`,
  pair: (baseline: string, other: string) => `${baseline} beside ${other}.`,
  waiting: 'Waiting for a worker.',
  simulated: (seconds: string, duration: string) => `${seconds} s of ${duration} s simulated.`,
  with: (title: string) => `With ${title}, the `,
  gets: (rtt: string) => ` at ${rtt} gets `,
  whatThe: ' what the ',
  getsWith: (rtt: string, other: string) => ` at ${rtt} gets. With ${other}, `,
  only: 'only ',
  end: '.',
  notDistinguishable: ' These seeds do not tell the two apart.',
  mean: (seeds: string) => `Mean of ${seeds}, both algorithms meet the same luck.`,
  seeds: (count: number) => (count === 1 ? '1 seed' : `${count} seeds`),
  seedsOf: (count: number, all: number) => `${count} of ${all} seeds`,
  intervals: (first: string, second: string) => `95% intervals ${first} and ${second}.`,
  setting: (buffer: string, loss: string, duration: string) =>
    `Buffer ${buffer}, random loss ${loss}, ${duration} each.`,
  pairedBySeed: (other: string, baseline: string, times: string, low: string, high: string) =>
    `Seed by seed, ${other} has ${times} times the ratio of ${baseline} (${low} to ${high}).`,
  noRatio: (count: number) =>
    count === 1
      ? '1 seed has no ratio, because a flow got nothing.'
      : `${count} seeds have no ratio, because a flow got nothing.`,
  before: 'Before the change:',
  whatRatio: 'What is this ratio?',
  ratioDefinition:
    'Throughput of the first flow over that of the second, each the mean of the run after its ' +
    'warm-up. Throughput is what arrives at the receiver, headers and repeated packets counted. ' +
    'Over several seeds it is the geometric mean; its 95% interval is Student’s t of the ' +
    'logarithms, turned back.',
  drawnFirst: (seed: number) => `seed ${seed}`,
  drawnTypical: (seed: number) => `seed ${seed}, nearest to the medians`,
  readingCurves: (seed: string) => `${seed}; its curves are on their way`,
  plotLabel: (titles: string) => `Throughput over time, ${titles}`,
  strip: (elephant: string, mouse: string) => `${capital(elephant)} over ${mouse}, every seed`,
  stripOf: (count: number, all: number) =>
    count === all
      ? `mean and 95% interval of ${count}`
      : `mean and 95% interval of ${count} of ${all} seeds`,
  fair: '1 fair',
  ratioTo: (low: string, high: string) => `${low} to ${high}`,
  stripRow: (title: string, mean: string, interval: string) => `${title}: ${mean} ${interval}`,
  seed: 'Seed',
  noSeedYet: 'no seed yet',
  path: 'The path',
  pathAt: (title: string, time: string) => `${title} at ${time} s`,
  queued: (packets: string, buffer: string) => `${packets} of ${buffer} packets queued`,
  pathMean: (title: string) => `${title}, mean queue`,
  stuck: 'Nothing is being computed',
  stuckWhy: (seconds: number) =>
    `No worker has taken a run for ${seconds} s. ./lab status says what is running, ./lab up ` +
    'starts what is missing. The page goes on by itself as soon as a worker is there.',
} as const;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
