/** Texts of the comparison on the first page. */
export const firstText = {
  fair: '1 fair',
  ratioTo: (low: string, high: string) => `${low} to ${high}`,
  stripRow: (title: string, mean: string, interval: string) => `${title}: ${mean} ${interval}`,
  noSeedYet: 'no seed yet',
} as const;
