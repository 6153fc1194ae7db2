/** Texts of the case that the page of an algorithm runs. */
export type CaseId = 'unlikeRtts' | 'randomLoss' | 'longFatPath' | 'deepBuffer' | 'shallowBuffer';

export const caseText = {
  flow: 'flow',
  first: 'first',
  second: 'second',
  title: (title: string, beside: string) => `${title} beside ${beside}`,
  names: {
    unlikeRtts: 'Unlike round trips',
    randomLoss: 'Random loss',
    longFatPath: 'A long fat path',
    deepBuffer: 'A deep buffer',
    shallowBuffer: 'A shallow buffer',
  } satisfies Record<CaseId, string>,
  /** Why these two, and why this path. */
  why: {
    unlikeRtts: (title: string, beside: string) =>
      `${title} is read against ${beside}: two flows of one algorithm with unlike round-trip ` +
      'times share a link that loses a packet now and then.',
    randomLoss: (title: string, beside: string) =>
      `${title} takes every loss for congestion, ${beside} hardly heeds it: one flow alone on a ` +
      'link that loses 1% of the packets by chance.',
    longFatPath: (title: string, beside: string) =>
      `${title} was made for paths on which ${beside} takes long to grow back: one flow on 100 ` +
      'Mbit/s and 100 ms, with a buffer of a fifth of the BDP.',
    deepBuffer: (title: string, beside: string) =>
      `${title} models the path, ${beside} fills the buffer until it loses: one flow before a ` +
      'buffer of eight BDPs.',
    shallowBuffer: (title: string, beside: string) =>
      `${title} was made to lose less than ${beside} where buffers are small: two equal flows ` +
      'before a buffer of 0.3 BDP.',
  } satisfies Record<CaseId, (title: string, beside: string) => string>,
  waiting: 'Computing. Axes and references stand; the curves come with the first seed.',
  progress: (simulated: string, duration: string) => `${simulated} s of ${duration} s simulated.`,
  seeds: (count: number, all: number, duration: string, drawn: number) =>
    `Geometric mean and 95% interval of ${count === all ? all : `${count} of ${all}`} seeds, the ` +
    `same under both; each run is measured over its ${duration}. Drawn: seed ${drawn}` +
    (count === all ? ', nearest to the medians.' : '.'),
  notDistinguishable: ' The two are not distinguishable.',
  under: 'Under ',
  comma: ', ',
  interval: (low: string, high: string) => ` (${low} to ${high})`,
  and: ', under ',
  end: '.',
  /** Between the algorithm's name and its number, and behind that, by what is measured. */
  said: {
    ratio: {
      before: ' the elephant gets ',
      after: ' as much as the mouse',
    },
    rate: { before: ' the flow gets ', after: '' },
    rtt: { before: ' a packet and its ACK take ', after: ' on average' },
    repeated: { before: ' ', after: ' of all packets are sent again' },
  },
  times: 'times',
  ofCapacity: (capacity: string) => ` The link carries ${capacity}.`,
  withoutQueue: (rtt: string) => ` Without a queue it would be ${rtt}.`,
  open: 'Open both in the workbench',
  opening: 'Opening',
  failed: 'The comparison stopped',
  notOpened: 'The runs were not opened',
  retry: 'Try again',
  runFailed: (seed: number, message: string) => `Seed ${seed}: ${message}`,
  plotLabel: (title: string, name: string) => `${name} under ${title}`,
  noBase: 'There is no other algorithm to put beside it.',
} as const;
