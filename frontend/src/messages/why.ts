/** Texts of "Why limited". */
import type { Limit } from '@/analysis/series/limits';

export const whyText = {
  title: 'Why limited',
  unit: 'share of time',
  definition:
    'What limits the sender at each moment of the measurement window: exact shares of time from all packets. They add up to 100%.',
  limits: {
    cwnd: {
      short: 'window',
      held: 'its window',
    },
    pacing: {
      short: 'pacing',
      held: 'pacing',
    },
    recovery: {
      short: 'recovery',
      held: 'loss recovery',
    },
    receive_window: {
      short: 'receiver',
      held: 'the receiver’s window',
    },
    application: {
      short: 'no data',
      held: 'having nothing to send',
    },
  } satisfies Record<Limit, { short: string; held: string }>,
  groupName: (label: string, count: number) => (count > 1 ? `${count} × ${label}` : label),
  bar: (name: string, parts: string) => `${name}: ${parts}`,
  part: (name: string, percent: string) => `${name} ${percent}`,
  isHeldBy: ' is held by ',
  areHeldBy: ' are held by ',
  ofTheTime: ' of the time',
  by: ', by ',
  end: '. ',
  probeRtt: (count: number) => `ProbeRTT ${count === 1 ? 'once' : `${count} times`}`,
  together: (count: number, names: string) => `, ${count} together with ${names}`,
  showStretch: (from: string, to: string) => `Show the longest stretch, ${from} to ${to} s`,
  showEpisode: (from: string, to: string) => `Show ${from} to ${to} s`,
  and: ' and ',
  phenomena: 'Phenomena',
  phenomenaOf: (examined: number, all: number) =>
    examined < all ? `${examined} of ${all} flows examined` : '',
  noPhenomena: 'No named phenomenon found.',
  definitionAndSource: (definition: string, source: string) => `${definition} (${source})`,
  moment: (from: string) => `${from} s`,
  span: (from: string, to: string) => `${from} to ${to} s`,
  more: (count: number) => `and ${count} more`,
} as const;
