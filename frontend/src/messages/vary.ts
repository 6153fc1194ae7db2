/** Texts of what makes an experiment of a scenario: axes, points, seeds. */

/** Names of what axes move, and axes in words. */
export const experimentWords = {
  buffer: 'Buffer',
  algorithm: 'Algorithm',
  queue: 'Queue',
  loss: 'Loss',
  of: (title: string, group: string) => `${title} of ${group}`,
  ofEvery: (title: string) => `${title} of every flow`,
  between: ' / ',
  nothing: 'no value',
  range: (from: string, to: string) => `${from} to ${to}`,
  rangeOf: (range: string, count: number) => `${range}, ${count} values`,
  axis: (label: string, points: string) => `${label}: ${points}`,
  times: ' × ',
  seeds: (count: number) => (count === 1 ? '1 seed' : `${count} seeds`),
} as const;

const count = (value: number) => value.toLocaleString('en-US');

/** What is wrong with axes, and what mends it. */
export const experimentProblemText = {
  logarithmic: 'Equal factors need values above 0.',
  empty: 'There is no value yet.',
  lengths: (own: number, first: number) =>
    `${own === 1 ? '1 value' : `${own} values`} where what it moves with has ${first}: ` +
    'paths that move together have as many each.',
  twice: (path: string) => `${path} is varied by another axis already.`,
  axes: (most: number) => `There may be at most ${most} axes.`,
  arms: 'Another axis has the arms already.',
  cells: (cells: number, most: number) =>
    `These axes make ${count(cells)} cells; there may be at most ${count(most)}.`,
  units: (units: number, most: number) =>
    `That makes ${count(units)} runs; there may be at most ${count(most)}.`,
  firstArm: 'Compare with the first',
  withoutNames: 'Take the names away',
  withoutRole: 'Do not compare these',
  onlyFrom: (bound: string) => `Only from ${bound}`,
  onlyUpTo: (bound: string) => `Only up to ${bound}`,
  beginAt: (bound: string) => `Begin at ${bound}`,
  endAt: (bound: string) => `End at ${bound}`,
  take: (values: number) => (values === 1 ? 'Take 1 value' : `Take ${values} values`),
  takeOf: (values: number, axis: string) => `Take ${values} values of ${axis}`,
  eachOnce: 'Take each value once',
  takeSeeds: (seeds: number) => `Take ${experimentWords.seeds(seeds)}`,
} as const;
