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
  fewerSeeds: (seeds: number) =>
    `The experiment has ${experimentWords.seeds(seeds)} already: an extension only adds.`,
  gone: (points: string) => `${points} is there already and stays: an extension only adds.`,
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

/** Texts of the controls that vary a field. */
export const varyText = {
  vary: 'vary',
  varied: 'varied',
  varyOf: (name: string) => `Vary ${name}`,
  editOf: (name: string) => `Edit how ${name} is varied`,
  editValuesOf: (name: string) => `Edit the values of ${name}`,
  takes: (name: string) => `${name} takes`,
  takesValues: 'takes',
  more: (values: number) => `and ${values} more`,
  kindOf: (unit: string, kind: 'list' | 'linear' | 'logarithmic') =>
    [unit, kind === 'list' ? '' : kind].filter((part) => part !== '').join(', '),
  with: (axis: string) => `with ${axis}`,
  edit: 'edit',
  title: (name: string) => `Vary ${name}`,
  values: 'Values',
  kinds: 'How the values are given',
  kindNames: { list: 'one by one', linear: 'equal steps', logarithmic: 'equal factors' },
  list: (name: string) => `Values of ${name}`,
  listHelp: (unit: string) =>
    unit === ''
      ? 'With commas or spaces between them.'
      : `In ${unit}, with commas or spaces between.`,
  from: 'From',
  to: 'To',
  count: 'Values',
  onlyJson: 'What this path takes can be edited as JSON only.',
  scope: 'Which flows',
  onlyGroup: (group: string) => `${group} only`,
  everyGroup: 'every flow',
  moves: 'Moves',
  alone: 'on its own',
  together: (axis: string) => `together with ${axis}`,
  separate: 'on its own',
  separateOf: (name: string) => `Let ${name} move on its own`,
  leave: 'stop varying',
  leaveOf: (name: string) => `Stop varying ${name}`,
  points: 'Points',
  pointsHelp: 'A name stands beside plots instead of the values.',
  pointNumber: '#',
  pointValue: 'Value',
  pointName: 'Name',
  nameOf: (text: string) => `Name of ${text}`,
  baseline: 'Baseline',
  baselineOf: (text: string) => `Compare with ${text}`,
  remove: 'remove',
  removeOf: (text: string) => `Remove ${text}`,
  morePoints: (points: number) => `and ${points} more points`,
  label: 'Name of the axis',
  arms: 'Compare its points with one of them, seed by seed',
  armsHelp: 'Paired with equal seeds, so that they meet the same luck.',
  choose: (text: string, number: number) => `${text}, point ${number}`,
  addPoint: 'Add one',
  details: 'parameters',
  detailsOf: (text: string) => `Parameters of ${text}`,
  stop: 'Stop varying',
  stopOf: (axis: string) => `Stop varying ${axis}`,
  putBack: 'Put back what was there',
  bar: 'Experiment',
  extends: 'More of the experiment',
  seeds: 'Seeds',
  seedsHelp:
    'How often every cell runs, each time with a seed of its own. An interval needs two; 20 is a ' +
    'good number. 1 to 10,000. Default: 1.',
  seedsEach: 'Seeds of each cell',
  seedsUnit: (seeds: number) => (seeds === 1 ? 'seed' : 'seeds'),
  firstSeed: 'First seed',
  against: (baseline: string) => `against ${baseline}`,
  partial: 'Some of the axes cannot be shown here: they can be edited as JSON only.',
  product: (text: string, cells: number, seeds: number) =>
    `${text} ${cells === 1 ? 'cell' : 'cells'} × ${seeds} ${seeds === 1 ? 'seed' : 'seeds'} =`,
  runs: (text: string, runs: number) => `${text} ${runs === 1 ? 'run' : 'runs'}`,
  stored: (stored: number, all: number) =>
    stored === all ? 'all of them stored' : `${stored.toLocaleString('en-US')} of them stored`,
  packets: (packets: string) => `${packets} packets`,
  time: (time: string) => `about ${time} on one core`,
  checking: 'checking',
  unreachable: 'the lab does not answer',
  moreProblems: (problems: number) => `and ${problems} more`,
  extensionOf: (title: string) => `more of ${title}`,
  run: (runs: string) => `Run ${runs} runs`,
  add: (runs: string) => `Add ${runs} runs`,
  readyRuns: (runs: string) => `Ready, ${runs} runs`,
  done: 'Done',
} as const;
