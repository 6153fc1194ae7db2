/** A small paper, as the service hands one out, with round numbers to compute by hand. */
import type { LinePlot, MapPlot, Paper, PaperRow, Shown } from '@/analysis/papers/types';

import { scenario } from '#tests/fixtures';

export const RATIO: Shown = { factor: 1, unit: '', digits: 2 };
export const PERCENT: Shown = { factor: 100, unit: '%', digits: 1 };

export function paperRow(changes: Partial<PaperRow> = {}): PaperRow {
  return {
    id: '3a-ratio-bbr2',
    figure: '3a',
    setting: '15 against 5 ms, 10 BDP',
    what: 'Mean ratio',
    metric: 'Throughput of the elephant over that of the mouse.',
    arm: 'BBRv2',
    reading: null,
    published: { text: '1.44', value: 1.44 },
    estimate: { mean: 1.5, low: 1.4, high: 1.6, seed_count: 40, average: 'geometric' },
    difference: 0.06,
    tolerance: { minimum: 1.25, maximum: 1.63, text: '1.25 to 1.63', reason: 'Seeds scatter.' },
    verdict: 'within',
    verdict_text: 'The whole interval lies within the tolerance.',
    cause: null,
    seeds_needed: null,
    strata: null,
    tally: null,
    shown: RATIO,
    cells: [{ experiment_key: 'main', cell_indices: [0] }],
    agreement: null,
    validate_rows: [],
    note: null,
    ...changes,
  };
}

export const linePlot: LinePlot = {
  kind: 'line',
  id: 'ratio-over-buffer',
  title: 'Ratio over the buffer',
  x: { label: 'Buffer', unit: 'BDP', scale: 'logarithmic', values: [1, 10], texts: ['1', '10'] },
  y: {
    name: 'throughput_ratio',
    label: 'Throughput ratio',
    definition: 'Elephant over mouse.',
    shown: RATIO,
    fair: 1,
    scale: 'logarithmic',
  },
  series: [
    { name: 'BBRv2', mean: [1.1, 1.5], low: [1, 1.4], high: [1.2, 1.6], cell_indices: [0, 1] },
    { name: 'FaiRTT', mean: [1, null], low: [0.9, null], high: [1.1, null], cell_indices: [2, 3] },
  ],
  published: [
    { series_name: 'BBRv2', x: null, value: 1.46, text: '1.46' },
    { series_name: 'FaiRTT', x: 10, value: 1.05, text: '1.05' },
  ],
  experiment_key: 'main',
};

export const mapPlot: MapPlot = {
  kind: 'map',
  id: 'use-cubic',
  title: 'Link utilisation, CUBIC',
  group: 'CUBIC',
  x: { label: 'RTT', unit: 'ms', scale: 'logarithmic', values: [2, 20], texts: ['2', '20'] },
  y: { label: 'Buffer', unit: 'BDP', scale: 'logarithmic', values: [0.1, 1], texts: ['0.1', '1'] },
  z: {
    name: 'utilisation_ratio',
    label: 'Link utilisation',
    definition: 'Share of the time in which the link is busy.',
    shown: PERCENT,
    fair: null,
    scale: 'linear',
  },
  values: [
    [0.8, 0.9],
    [0.95, null],
  ],
  low: [
    [0.79, 0.89],
    [0.94, null],
  ],
  high: [
    [0.81, 0.91],
    [0.96, null],
  ],
  cell_indices: [
    [0, 1],
    [2, 3],
  ],
  experiment_key: 'main',
};

const COUNTS = {
  within: 1,
  mixed: 0,
  outside: 1,
  cannot_tell: 0,
  not_checkable: 0,
  not_computed: 0,
};

/** Two open questions with two answers each: the arrays of the switch have four places. */
// One document, as the server sends it.
// eslint-disable-next-line max-lines-per-function
export function paper(changes: Partial<Paper> = {}): Paper {
  const jain = paperRow({
    id: '4a-mean-bbr2',
    figure: '4a',
    what: 'Mean of Jain’s index',
    verdict: 'outside',
    published: { text: '0.95', value: 0.95 },
  });
  return {
    name: 'fairtt',
    title: 'An approach for fairness',
    authors: 'A. Author, B. Author',
    published_in: 'arXiv 2403.19973',
    year: 2024,
    url: 'https://arxiv.org/abs/2403.19973',
    question: 'Can one coefficient make shares equal?',
    verdicts: COUNTS,
    unit_count: 1280,
    answer: [
      { text: 'The coefficient helps in ', is_number: false },
      { text: '29 of 40', is_number: true },
      { text: ' seeds.', is_number: false },
    ],
    summary: [
      { text: 'The ratio falls to ', is_number: false },
      { text: '1.06', is_number: true },
      { text: '.', is_number: false },
    ],
    rule: 'An interval within the tolerance.',
    core_version: '0.1.0+abc',
    setup: [{ label: 'Rate', paper: '10 Mbit/s', ours: '10 Mbit/s' }],
    figures: [
      {
        id: '3a',
        title: 'Ratio over time',
        caption: 'The paper draws one curve for each algorithm.',
        tables: [],
        plots: [linePlot],
        live: [
          {
            id: 'main',
            title: 'Elephant and mouse',
            explanation: 'The main case.',
            series: ['throughput_bps'],
            arms: ['BBRv2', 'FaiRTT'].map((title) => ({ title, seed: 7, scenario: scenario() })),
          },
        ],
        rows: [paperRow()],
      },
      {
        id: '4a',
        title: 'Jain over time',
        caption: '',
        tables: [],
        plots: [],
        live: [],
        rows: [jain],
      },
    ],
    questions: [
      question('rtts', 'Which round trips?', ['t2', 't5']),
      question('loss', 'Which error rate?', ['none', 'some']),
    ],
    switch: {
      question_ids: ['rtts', 'loss'],
      choice_counts: [2, 2],
      default_index: 0,
      seed_counts: [40, 20, 20, 20],
      experiment_key: 'main',
      rows: [
        {
          claim_id: '3a-ratio-bbr2',
          figure: '3a',
          what: 'Mean ratio',
          arm: 'BBRv2',
          published: { text: '1.44', value: 1.44 },
          tolerance: { minimum: 1.25, maximum: 1.63, text: '1.25 to 1.63', reason: '' },
          shown: RATIO,
          mean: [1.5, 3, null, 2],
          low: [1.4, 2.9, null, 1.9],
          high: [1.6, 3.1, null, 2.1],
          verdicts: ['within', 'outside', 'not_computed', 'outside'],
          tally_counts: null,
          tally_what: null,
        },
      ],
    },
    constants: [],
    readings: [],
    notes: [],
    mechanism: null,
    other: null,
    experiments: [
      {
        key: 'main',
        id: null,
        title: 'Main case',
        purpose: 'Behind figure 3a.',
        definition: { version: 1, base: scenario(), axes: [] },
        cell_count: 4,
        unit_count: 160,
        is_shipped: true,
        predicted_packets: 1e6,
      },
    ],
    ...changes,
  };
}

function question(id: string, words: string, [first = '', second = '']: readonly string[]) {
  const choice = (name: string, is_default: boolean) => ({
    id: name,
    title: `choice ${name}`,
    meaning: `what ${name} means`,
    is_default,
  });
  return {
    id,
    question: words,
    paper_says: 'nothing',
    choices: [choice(first, true), choice(second, false)],
    finding: [],
    switch_position: id === 'rtts' ? 0 : 1,
  };
}
