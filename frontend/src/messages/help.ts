import { definitions } from './run';

interface Definition {
  readonly name: string;
  readonly text: string;
}

export interface KeyList {
  readonly page: string;
  /** The addresses of the pages; null: all. */
  readonly path: RegExp | null;
  readonly keys: readonly (readonly [key: string, does: string])[];
}

/** Texts of the help sheet: what keys do, by page, and what the metrics mean. */
export const helpText = {
  title: 'Help',
  keysTitle: 'Keys',
  keysNote:
    'Single keys are off while you type in a field, and a control in focus keeps its own keys. On a Mac, Ctrl is ⌘.',
  here: 'this page',
  metricsTitle: 'What the numbers mean',
  aboutTitle: 'Where the numbers come from',
  about: [
    'A simulator that sends every packet computes all numbers. The same scenario, seed and behaviour of the core give the same result, bit for bit, on this page and on the command line.',
    'Summaries use all packets, never the curves. Curves are thinned to the lowest and highest value of each pixel and fetched again when you zoom in.',
    'The page of each algorithm gives the public source of every default.',
  ],
  core: 'Core of new runs',
  coreUnknown: 'not known yet',
  more: 'Algorithms, their states and parameters',
} as const;

/** A list for each page, and the one for all of them. A test compares them with the code. */
export const keyLists: readonly KeyList[] = [
  {
    page: 'Explore and algorithms',
    path: /^\/$|^\/algorithms\/./,
    keys: [
      ['space', 'on Explore: play, or stop'],
      ['f', 'freeze or release the cursor'],
      ['0', 'show the whole run'],
      ['t', 'numbers as a table'],
      ['← →', 'with a plot in focus: one sample, with Shift pan'],
      ['PgUp PgDn', 'with a plot in focus: ten samples back, forward'],
      ['Home End', 'with a plot in focus: to its ends'],
      ['+ -', 'with a plot in focus: zoom in, zoom out'],
    ],
  },
  {
    page: 'Run',
    path: /^\/runs\/./,
    keys: [
      ['space', 'play, or stop'],
      ['← →', 'one sample; with Shift ten, or pan with a plot in focus'],
      ['PgUp PgDn', 'with a plot in focus: ten samples back, forward'],
      ['Home End', 'to the start, to the end'],
      ['+ -', 'with a plot in focus: zoom in, zoom out'],
      ['r', 'replay: every packet on its path'],
      [', .', 'in replay: to the previous, to the next event'],
      ['z', 'in replay: zoom the plots to this time'],
      ['< >', 'play slower, faster'],
      ['f', 'freeze or release the time'],
      ['0', 'show the whole run'],
      ['t', 'numbers as a table'],
      ['c', 'compare with another run'],
      ['m', 'open a measured trace beside it'],
      ['s', 'copy the link to this view'],
      ['e', 'fork and edit'],
      ['[ ]', 'fold the left or the right rail'],
    ],
  },
  {
    page: 'Experiment',
    path: /^\/experiments\/./,
    keys: [
      ['t', 'numbers as a table'],
      ['s', 'share: a permanent link to this view'],
      ['← →', 'with a map or a plot in focus: the next cell'],
      ['↑ ↓', 'with a map in focus: the next cell up or down'],
      ['PgUp PgDn', 'with a map in focus: to the ends of the column'],
      ['Home End', 'with a map or a plot in focus: to the ends of the row'],
    ],
  },
  {
    page: 'Comparison',
    path: /^\/compare/,
    keys: [
      ['f', 'freeze the cursor'],
      ['0', 'show the whole run'],
      ['t', 'data table'],
      ['s', 'share'],
    ],
  },
  {
    page: 'Build',
    path: /^\/build/,
    keys: [
      ['Ctrl ↵', 'run the draft'],
      ['n', 'add flows'],
      ['Ctrl Z', 'undo'],
      ['Ctrl Y', 'redo; also Ctrl Shift Z'],
    ],
  },
  {
    page: 'Every page',
    path: null,
    keys: [
      ['?', 'this help'],
      ['p', 'save a picture of a plot, where there is one'],
      ['Esc', 'close a dialog or menu'],
      ['Tab', 'to the next control, with Shift to the previous one'],
      ['← →', 'on a slider: one step; Page, Home and End go further'],
    ],
  },
];

export const metricDefinitions: readonly Definition[] = [
  definitions.throughput,
  definitions.goodput,
  {
    name: 'Fair share',
    text: 'The rate of the bottleneck divided by the number of flows.',
  },
  { ...definitions.jain, name: 'Jain’s index' },
  {
    name: 'STDR',
    text:
      '(a − b) / (a + b) of the mean throughputs of the first two groups. 0 is equal; 1 or −1 ' +
      'is one group alone.',
  },
  { ...definitions.utilisation, name: 'Utilisation' },
  {
    name: 'BDP',
    text: 'Bandwidth-delay product: the rate of the bottleneck times a flow’s RTT without queueing. A flow alone needs this much in flight to fill the link.',
  },
  {
    name: 'Queue',
    text: 'Data waiting at the bottleneck, without the packet in transmission. Means are weighted by time.',
  },
];
