import { definitions } from './run';

interface Definition {
  readonly name: string;
  readonly text: string;
}

interface KeyList {
  readonly page: string;
  readonly keys: readonly (readonly [key: string, does: string])[];
}

/** Texts of the help sheet: what keys do, by page, and what the metrics mean. */
export const helpText = {
  title: 'Help',
  close: 'Close',
  keysTitle: 'Keys',
  keysNote: 'Single keys rest while you type into a field. On a Mac Ctrl is ⌘.',
  metricsTitle: 'What the numbers mean',
  more: 'Algorithms, their states and parameters',
} as const;

export const keyLists: readonly KeyList[] = [
  {
    page: 'Every page',
    keys: [
      ['?', 'this sheet'],
      ['Esc', 'close what lies over the page'],
      ['Tab', 'to the next control, with Shift to the one before'],
      ['← →', 'on a slider: one step; Page, Home and End go further'],
    ],
  },
  {
    page: 'Explore and run',
    keys: [
      ['f', 'freeze the cursor, or let it go'],
      ['0', 'show the whole run'],
      ['t', 'numbers as a table'],
      ['← →', 'with a plot in focus: one sample, with Shift ten'],
      ['Home End', 'with a plot in focus: to its ends'],
    ],
  },
  { page: 'Run', keys: [['[ ]', 'fold the left or the right rail']] },
  {
    page: 'Build',
    keys: [
      ['Ctrl ↵', 'run what is being edited'],
      ['n', 'add flows'],
      ['Ctrl Z', 'take the last change back'],
      ['Ctrl Y', 'do it again; also Ctrl Shift Z'],
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
