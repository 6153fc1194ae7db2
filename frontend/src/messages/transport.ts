/** Texts of the bar at the bottom of a run: playing, pace, overview. */
export const transportText = {
  bar: 'Time',
  play: 'Play',
  pause: 'Pause',
  time: (seconds: string) => `${seconds} s`,
  pace: 'Pace: simulated seconds per second',
  paceOf: (pace: number) => `${pace}×`,
  paceLabel: (pace: number) =>
    pace === 1 ? 'as fast as in the network' : `${pace} simulated seconds per second`,
  drawing: 'Being drawn as time passes.',
  showAll: 'Show all',
  overview: 'Whole run',
  from: 'Start of the view',
  to: 'End of the view',
  window: 'View: move it along the run',
  playhead: 'Time shown',
  range: (from: string, to: string) => `${from} s to ${to} s`,
  axis: 'whole run, s',
  hints: [
    ['space', 'play'],
    ['← →', 'step'],
    ['f', 'freeze'],
    ['0', 'all'],
    ['?', 'keys'],
  ],
} as const;
