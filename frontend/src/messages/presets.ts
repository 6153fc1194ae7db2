/** Texts of the first page's states and of the gallery. */
export const presetsText = {
  starting: 'Starting',
  openHint: 'Open this run',
  openOf: (variant: string, preset: string) => `Open ${variant}: ${preset}`,
  edit: 'Edit',
  editOf: (variant: string, preset: string) => `Edit ${variant}: ${preset}`,
  compare: 'Compare',
  compareOf: (first: string, last: string, preset: string) =>
    `Compare ${first} and ${last}: ${preset}`,
  variants: 'Variants',
  more: 'Start from a known case',
  moreWhy: 'Each is drawn from its measurement. A click on the curves opens the same run.',
  sections: {
    rtt: { title: 'Round-trip times', why: 'Who gets more of the link, the near or the far?' },
    buffers: { title: 'Buffers and loss', why: 'What a deep, a shallow and a lossy path do.' },
    sharing: { title: 'Company', why: 'Unlike algorithms, late-comers, and equals as a check.' },
  },
  thumbnail: (title: string, isThroughput: boolean) =>
    `${title}: ${isThroughput ? 'throughput' : 'round-trip time'} over time`,
  busy: (share: string) => `Link busy ${share} of the time`,
  seeds: (count: number, drawn: number) => `Mean of ${count} seeds; seed ${drawn} is drawn`,
  interval: (low: string, high: string) => `${low} to ${high}`,
  numbersWhy: (core: string) =>
    `Mean and 95% interval over the seeds; of a ratio the geometric mean. Core ${core}.`,
  loading: 'Waiting for the lab to answer.',
  empty: 'There are no presets.',
  emptyWhy: 'Build a scenario of your own.',
  build: 'Build',
  failed: 'The presets could not be loaded',
  failedWhy: 'The lab does not answer. Is it running? Start it with ./lab up, then try again.',
  retry: 'Try again',
  notStarted: 'The run was not started',
  bufferOf: (buffer: string) => `buffer ${buffer}`,
} as const;
