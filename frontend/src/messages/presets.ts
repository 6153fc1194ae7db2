/** Texts of the first page. */
export const presetsText = {
  run: 'Run',
  runBoth: 'Run both',
  starting: 'Starting',
  edit: 'Edit',
  more: 'Start from a known case',
  moreWhy: 'Each runs at once, or opens in the editor.',
  empty: 'There are no presets.',
  emptyWhy: 'Build a scenario of your own.',
  build: 'Build',
  failed: 'The presets could not be loaded',
  failedWhy: 'The lab does not answer. Is it running? Start it with ./lab up, then try again.',
  retry: 'Try again',
  notStarted: 'The run was not started',
  bufferOf: (buffer: string) => `buffer ${buffer}`,
} as const;
