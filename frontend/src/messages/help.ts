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
    'Single keys rest while you type into a field, and a control in focus keeps those that mean ' +
    'something to it. On a Mac Ctrl is ⌘.',
  here: 'this page',
  metricsTitle: 'What the numbers mean',
  aboutTitle: 'Where the numbers come from',
  about: [
    'All of them are computed by a simulator that sends every packet. Equal scenario, seed and ' +
      'behaviour of the core give the same result, bit for bit, on this page and on the command line.',
    'Summaries are made of all packets, never of the curves; curves are thinned to the lowest and ' +
      'highest value of each pixel, and fetched anew when you zoom in.',
    'Each default of an algorithm has its public source beside it on the page of the algorithm.',
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
      ['f', 'freeze the cursor, or let it go'],
      ['0', 'show the whole run'],
      ['t', 'numbers as a table'],
      ['← →', 'with a plot in focus: one sample, with Shift pan'],
      ['PgUp PgDn', 'with a plot in focus: ten samples back, on'],
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
      ['PgUp PgDn', 'with a plot in focus: ten samples back, on'],
      ['Home End', 'to the start, to the end'],
      ['+ -', 'with a plot in focus: zoom in, zoom out'],
      ['r', 'replay: every packet on its path'],
      [', .', 'in replay: to the event before, to the next one'],
      ['z', 'in replay: bring the plots near to the moment'],
      ['< >', 'play slower, faster'],
      ['f', 'freeze the time, or let it go'],
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
      ['Ctrl ↵', 'run what is being edited'],
      ['n', 'add flows'],
      ['Ctrl Z', 'take the last change back'],
      ['Ctrl Y', 'do it again; also Ctrl Shift Z'],
    ],
  },
  {
    page: 'Every page',
    path: null,
    keys: [
      ['?', 'this sheet'],
      ['p', 'save a picture of a plot, where there is one'],
      ['Esc', 'close what lies over the page'],
      ['Tab', 'to the next control, with Shift to the one before'],
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
    text:
      'Bandwidth-delay product: the rate of the bottleneck times a flow’s RTT without any ' +
      'queue. So much has to be in flight to use the link alone.',
  },
  {
    name: 'Queue',
    text:
      'Data that waits at the bottleneck, the packet in transmission not counted. Means are ' +
      'weighted by time.',
  },
];
