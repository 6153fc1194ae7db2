/** Texts of the pages about published papers. */
import type { Verdict } from '@/analysis/papers/verdicts';

const count = (number: number, one: string, many: string) => (number === 1 ? one : many);

export const papersText = {
  title: 'Papers',
  intro:
    'Papers whose experiments this lab computes again: what they report beside what our core ' +
    'measures, with every disagreement in the open.',
  all: 'All papers',
  contents: 'On this page',
  read: 'Read the paper',
  readOf: (paper: string) => `Read the paper: ${paper}`,
  shortNames: {
    fairtt: 'FaiRTT',
    'buffer-sizing': 'Buffer sizing',
    'bbr-efra': 'BBR-EFRA',
  } as Readonly<Record<string, string>>,
  unknown: (name: string) => `There is no paper “${name}”`,
  unknownWhy: 'It may have been renamed.',
  failed: 'The papers could not be loaded',
  failedWhy: 'The lab does not answer. Is it running? Start it with ./lab up, then try again.',
  retry: 'Try again',
  empty: 'No paper comes with this lab.',
  emptyWhy: 'Its data are missing; get the whole repository and start the lab again.',
  loading: 'Waiting for the lab to answer.',
  said: {
    of: ' of ',
    compared: (all: number) => `${count(all, 'number', 'numbers')} that we compared `,
    within: (within: number) =>
      `${count(within, 'lies', 'lie')} within the tolerances that were committed beforehand`,
    outside: ' outside',
    cannotTell: (number: number) => ` ${count(number, 'crosses', 'cross')} an edge`,
    none: 'Nothing of it has been compared yet.',
    behind: (units: string) => `${units} simulated runs are behind it.`,
  },
  verdicts: {
    within: 'within',
    outside: 'outside',
    cannot_tell: 'cannot tell',
    not_checkable: 'not checkable',
    not_computed: 'not computed',
  } satisfies Readonly<Record<Verdict, string>> as Readonly<Record<Verdict, string>>,
  verdictCount: (verdict: string, number: number) => `${number} ${verdict}`,
  verdictsLabel: 'Verdicts',
  rule: 'How a verdict is reached',
  setup: 'The setting, theirs and ours',
  setupPaper: 'In the paper',
  setupOurs: 'Here',
  core: (core: string) => `Computed by core ${core}.`,
  table: 'Table',
  rows: {
    caption: (figure: string) => `Measured beside published: ${figure}`,
    what: 'Number',
    published: 'Published',
    ours: 'Ours',
    difference: 'Difference',
    verdict: 'Verdict',
    from: 'From',
    tolerance: (text: string) => `tolerance ${text}`,
    seeds: (number: number) => `${number} ${count(number, 'seed', 'seeds')}`,
    cell: (number: number) => (number === 1 ? 'cell' : `${number} cells`),
    cellOf: (what: string, number: number) =>
      `${number === 1 ? 'The cell' : `The first of ${number} cells`} behind: ${what}`,
    reading: (reading: string) => `read as: ${reading}`,
    validate: (rows: string) => `docs/validation.md: ${rows}`,
    notFollowed: 'with the default choices: this one was not computed under yours',
    setting: (setting?: string) => `Setting: ${setting ?? ''}`,
    common: (note: string) => `* ${note}`,
    none: '–',
  },
  findings: {
    title: 'Findings, one by one',
    find: 'Filter',
    findHint: 'id, words, setting',
    verdict: 'Verdict',
    arm: 'Algorithm',
    any: 'any',
    matching: (number: number, all: number) =>
      number === all ? `${all} findings` : `${number} of ${all} findings`,
    none: 'No finding matches.',
    showAll: 'Show all',
    id: 'Finding',
    inTable: (number: number) => `${number} ${count(number, 'finding', 'findings')} on this figure`,
  },
  questions: {
    title: 'What the paper leaves open',
    why:
      'Each of these changes the numbers. Choose another answer: tables follow where it was ' +
      'computed, and the address keeps the choice.',
    says: 'The paper says',
    measured: 'What it changes',
    choice: 'Choice',
    reset: 'Back to the defaults',
    changed: (number: number) =>
      `${number} ${count(number, 'choice differs', 'choices differ')} from the default`,
    byDefault: 'default',
  },
  readings: {
    title: 'Which reading fits',
    why:
      'Every reading of the algorithm against every number. The distance is the root mean ' +
      'square of ours less theirs, in half widths of the tolerances.',
    errorRate: 'Packet error rate',
    number: 'Number',
    published: 'Published',
    distance: 'distance',
    counts: (within: number, all: number) => `${within} of ${all}`,
    countsLabel: 'within the tolerance',
    oracle: 'oracle',
    host: 'host',
    parameters: 'Parameters',
    tableLabel: 'All readings against all numbers',
    marks: 'filled: within the tolerance; hollow: outside; half: the interval crosses an edge',
  },
  mechanism: 'How it works, as measured',
  mechanismWhat: 'Number',
  notes: 'The paper’s own numbers',
  other: { what: 'Quantity', theirs: 'Theirs', ours: 'Ours' },
  experiments: {
    title: 'The experiments behind this page',
    why: 'Stored experiments: open one to see its cells and seeds, or fork it to change it.',
    offered: 'Offered, not computed: the full grid at its cost.',
    open: 'Open as experiment',
    openOf: (title: string) => `Open as experiment: ${title}`,
    fork: 'Fork',
    forkOf: (title: string) => `Fork: ${title}`,
    build: 'Open in the builder',
    buildOf: (title: string) => `Open in the builder: ${title}`,
    size: (cells: string, units: string) => `${cells} cells, ${units} runs`,
    cost: (units: string, time: string) => `${units} runs, about ${time} on one processor`,
    notKept: 'This browser keeps no drafts, so there is nothing to open in the builder.',
  },
  live: {
    time: { name: 'Time', unit: 's' },
    ratio: { name: 'Throughput ratio', unit: 'elephant over mouse, means over 1 s, log' },
    jain: { name: 'Jain’s index', unit: 'of means over 1 s' },
    fair: 'fair',
    run: 'Run it now',
    again: 'Run another seed',
    starting: 'Starting',
    why: (seed: number) =>
      `Seed ${seed}, computed while you watch. A single seed is an example, not a measurement.`,
    progress: (done: string, all: string) => `${done} s of ${all} s simulated`,
    open: 'Open as runs',
    failed: 'The runs were not started',
    runFailed: 'A run failed',
    retry: 'Try again',
    plotLabel: (title: string, arm: string) => `${title}: ${arm}`,
  },
  plot: {
    fair: 'fair',
    published: (arm: string) => `${arm}, published`,
    band: 'band: 95% interval',
    notFollowed: 'Drawn with the default choices: this sweep was not computed under yours.',
    includesFair: '95% interval includes fair',
    mapHelp: 'Arrow keys go from cell to cell. The table below has the same numbers.',
    tableOf: (title: string, figure: string) => `Numbers of: ${title} (${figure})`,
    noValue: 'not computed',
    firstMore: '20 ms more',
    otherMore: 'the other more',
    lessThanShare: 'less than its share',
    moreThanShare: 'more than its share',
    cell: 'cell',
    cellOf: (group: string) => `The cell of ${group}`,
  },
} as const;

/** `3a` is a figure, `T1` a table; others stand in the text. */
export function figureName(id: string): string {
  if (/^T\d/.test(id)) return `Table ${id.slice(1)}`;
  if (/^\d/.test(id)) return `Figure ${id}`;
  return id === 'abstract' ? 'Abstract' : id === 'text' ? 'Text' : id;
}
