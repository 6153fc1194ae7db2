/** A small league of three and the report card of one, as the API answers. */
import type {
  League,
  PairStanding,
  RankedRow,
  Ranking,
  Report,
  ReportCase,
  ReportNumber,
  ReportSection,
} from '@/api/algorithms/evaluations';

export const EVALUATION = '0b6e4f4e-37a4-4c55-9a5c-0d3c2a4a8a01';

const metric = {
  number: 'jain_index',
  label: "Jain's index",
  definition: '1 is equal.',
  display_unit: '',
  per_display_unit: 1,
};

type Known = number | null;

function row(key: string, place: Known, mean: Known, low: Known, high: Known): RankedRow {
  const isFirst = place === 1 && key !== 'bbr2';
  return {
    key,
    place,
    mean,
    low,
    high,
    against: place === null || isFirst ? null : 'cubic',
    p: place === null || isFirst ? null : place === 1 ? 0.31 : 0.0002,
    rank_low: place,
    rank_high: place === null ? null : 3,
    best_place_without: place,
    worst_place_without: place,
  };
}

const fairness: Ranking = {
  ...metric,
  id: 'fairness',
  title: 'Fairness',
  asks: 'How evenly do flows of the same algorithm share?',
  better: 'higher',
  tau_between_seeds: 0.88,
  without: [
    { situation_id: 'equal-rtts', tau: 0.91 },
    { situation_id: 'random-loss', tau: 0.77 },
  ],
  situation_ids: ['equal-rtts', 'random-loss'],
  own_situation_ids: ['equal-rtts', 'random-loss'],
  rows: [
    row('cubic', 1, 0.96, 0.95, 0.97),
    row('bbr2', 1, 0.955, 0.94, 0.97),
    row('fairtt', 3, 0.85, 0.84, 0.86),
  ],
};

const delay: Ranking = {
  ...metric,
  id: 'delay',
  title: 'Delay',
  asks: 'How long do packets wait in the queue?',
  number: 'mean_queue_s',
  label: 'Queue, mean',
  display_unit: 'ms',
  per_display_unit: 0.001,
  better: 'lower',
  tau_between_seeds: 1,
  without: [],
  situation_ids: ['equal-rtts'],
  own_situation_ids: ['equal-rtts'],
  rows: [
    row('fairtt', 1, 0.003, 0.0029, 0.0031),
    row('bbr2', 2, 0.014, 0.013, 0.015),
    row('cubic', null, null, null, null),
  ],
};

export function league(change: Partial<League> = {}): League {
  const entry = (name: string, title: string) => ({
    key: name,
    title,
    algorithm: { name, parameters: {} },
    core_version: '0.1.0+abc',
  });
  return {
    behaviour_version: 3,
    seed_count: 20,
    situations: [
      { id: 'equal-rtts', title: 'Equal RTTs', sentence: 'Two flows of 40 ms.', part: 'alone' },
      { id: 'random-loss', title: 'Random loss', sentence: 'One in a hundred.', part: 'alone' },
    ],
    entries: [entry('cubic', 'CUBIC'), entry('bbr2', 'BBRv2'), entry('fairtt', 'FaiRTT')],
    rankings: [fairness, delay],
    added: [],
    ...change,
  };
}

export const evaluation = {
  experiment_id: EVALUATION,
  title: 'CUBIC, beta_ratio 0.8',
  algorithm: { name: 'cubic', parameters: { beta_ratio: 0.8 } },
  status: 'running',
  unit_count: 660,
  finished_unit_count: 12,
} as const;

export function report(scenario: ReportCase['scenario']): Report {
  const number: ReportNumber = {
    name: 'mean_queue_s',
    label: 'Queue, mean',
    definition: 'Packets that wait.',
    unit: 's',
    display_unit: 'ms',
    per_display_unit: 0.001,
    mean: 0.0371,
    low: 0.0354,
    high: 0.0388,
    baselines: [
      {
        algorithm: 'cubic',
        title: 'CUBIC',
        mean: 0.175,
        low: 0.17,
        high: 0.18,
        is_different: true,
      },
      {
        algorithm: 'newreno',
        title: 'NewReno',
        mean: null,
        low: null,
        high: null,
        is_different: null,
      },
    ],
  };
  const deep = {
    id: 'deep-buffer',
    title: 'Deep buffer',
    sentence: 'Five times the BDP.',
    scenario,
    scenario_digest: 'd',
    numbers: [number],
  };
  return {
    title: 'BBRv2',
    algorithm: { name: 'bbr2', parameters: {} },
    behaviour_version: 3,
    core_version: '0.1.0+abc',
    seed_count: 20,
    sections: sectionsOf(deep),
  };
}

function sectionsOf(deep: ReportCase): ReportSection[] {
  const heading = { asks: null, situations: [], not_here: null, cases: [] };
  return [
    { ...heading, section: '5.1', title: 'Single Algorithm Behavior' },
    {
      section: '5.1.2',
      title: 'Protection Against Bufferbloat',
      asks: 'How long is the queue?',
      situations: ['deep-buffer'],
      not_here: null,
      cases: [deep],
    },
    {
      section: '6.1',
      title: 'Paths with Tail-Drop Queues',
      asks: 'The same over depths.',
      situations: ['deep-buffer'],
      not_here: null,
      cases: [deep],
    },
    {
      ...heading,
      section: '6.2',
      title: 'Tunnel Behavior',
      asks: 'Does it work in tunnels?',
      not_here: 'The lab has no tunnels.',
    },
  ];
}

/** FaiRTT is fairer than BBRv2 in a deep buffer and on the first page, less fair in small ones. */
export function standing(change: Partial<PairStanding> = {}): PairStanding {
  const jain = (first: number, second: number) => ({
    first,
    second,
    verdict: second > first ? ('fairer' as const) : ('less_fair' as const),
  });
  return {
    first: 'bbr2',
    second: 'fairtt',
    first_title: 'BBRv2',
    second_title: 'FaiRTT',
    first_place: 21,
    second_place: 24,
    entry_count: 25,
    situations: [
      { id: 'shallow-buffer', title: 'Shallow buffer', jain: jain(0.99, 0.89) },
      { id: 'rtt-ratio-3', title: 'RTTs of 20 and 60 ms', jain: jain(0.96, 0.83) },
      { id: 'deep-buffer', title: 'Deep buffer', jain: jain(0.68, 0.72) },
    ],
    ladders: [
      { setting: 'buffer', situation_ids: ['shallow-buffer', 'rtt-ratio-3', 'deep-buffer'] },
    ],
    opening: [
      {
        preset_id: 'elephant-and-mouse-without-loss',
        title: 'No random loss',
        rtts_s: [0.035, 0.025],
        buffer_bdp: 10,
        loss_ratio: 0,
        jain: jain(0.8, 0.97),
      },
    ],
    ...change,
  };
}
