/** Texts of choosing and comparing runs. */
export const compareText = {
  title: 'Compare with',
  start: 'The same scenario and seed under',
  nextSeed: (seed: number) => `seed ${seed}`,
  notStarted: 'That run was not started.',
} as const;
