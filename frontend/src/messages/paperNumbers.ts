/** Texts of numbers beside published ones. */
export const paperNumberText = {
  interval: (low: string, high: string) => `${low} to ${high}`,
  hours: 'h',
  minutes: 'min',
  seconds: 's',
} as const;
