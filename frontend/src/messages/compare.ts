/** Texts of choosing and comparing runs. */
export const compareText = {
  title: 'Compare with',
  start: 'The same scenario and seed under',
  nextSeed: (seed: number) => `seed ${seed}`,
  overSeeds: 'Over seeds, with intervals',
  overSeedsOf: (count: number) => `These runs over ${count} seeds`,
  notStarted: 'The run was not started.',
} as const;

/** Words of the tables of differences. */
export const differenceText = {
  title: 'What differs',
  against: (name: string) => `against ${name}`,
  baseline: 'baseline',
  current: 'this run',
  difference: 'difference',
  setting: 'setting',
  settings: 'Settings that differ',
  noSetting: 'The scenarios are equal.',
  sameSeed: (seed: number) => `Both runs meet the same luck: seed ${seed}.`,
  otherSeed: (baseline: number, current: number) =>
    `Seeds ${baseline} and ${current}: the luck differs, too. One pair of seeds proves nothing.`,
  oneSeed: 'One seed each: a difference can be chance.',
  noResult: 'The numbers appear when both runs have ended.',
  queue: 'Queue, mean',
  points: 'points',
  throughputOf: (label: string) => `${label}, throughput`,
  rttOf: (label: string) => `${label}, RTT`,
} as const;
