/** Texts of the page of one experiment. */
export const experimentText = {
  failed: 'The experiment could not be loaded',
  paused: 'paused',
  cancelled: 'cancelled',
  fair: 'fair',
  stillRunning: 'still running',
  queued: 'queued',
  seedsMissing: 'seeds missing',
  point: (axis: string, text: string) => `${axis} ${text}`,
  mapFailed: 'The numbers could not be loaded',
} as const;
