/** Figures over time, out of runs that are under way: pure. */
import type { PaperRow } from '@/analysis/papers/types';
import type { SeriesGrid, Values } from '@/analysis/series/series';
import type { Scenario } from '@/api/types';
import type { FigureLine, FigureModel } from '@/charts/figure/model';

export type LiveMeasure = 'ratio' | 'jain';

/** One of the runs that a figure over time is made of. */
export interface LiveScenario {
  readonly label: string;
  readonly isBaseline: boolean;
  /** The mean over time that the paper reports; null if it does not. */
  readonly published: number | null;
  readonly scenario: Scenario;
}

/** The number that a figure is about; null: no single one, so the flows are drawn. */
export function liveMeasure(rows: readonly Pick<PaperRow, 'id'>[]): LiveMeasure | null {
  if (rows.some(({ id }) => id.startsWith('3a-'))) return 'ratio';
  return rows.some(({ id }) => id.startsWith('4a-')) ? 'jain' : null;
}

export interface LiveArm {
  readonly label: string;
  readonly isBaseline: boolean;
  /** The mean over time that the paper reports; null if it does not. */
  readonly published: number | null;
  readonly grid: SeriesGrid | undefined;
}

const AXES: Readonly<Record<LiveMeasure, FigureModel['y']>> = {
  ratio: {
    name: 'Throughput ratio',
    unit: 'elephant over mouse, means over 1 s, log',
    kind: 'ratio',
    decimals: 2,
  },
  jain: { name: 'Jain’s index', unit: 'of means over 1 s', kind: 'share', decimals: 3 },
};
const FAIR = 1;

export function liveFigure(
  measure: LiveMeasure,
  arms: readonly LiveArm[],
  durationSeconds: number,
): FigureModel {
  return {
    x: { name: 'Time', unit: 's', kind: 'linear', range: [0, durationSeconds] },
    y: AXES[measure],
    lines: arms.map((arm) => lineOf(measure, arm)),
    references: [
      { value: FAIR, label: 'fair', style: 'dotted' },
      ...arms.flatMap(({ label, published, isBaseline }) =>
        published === null
          ? []
          : [
              {
                value: published,
                label: `${label}, published`,
                text: String(published),
                style: isBaseline ? ('dashed' as const) : ('solid' as const),
              },
            ],
      ),
    ],
  };
}

function lineOf(measure: LiveMeasure, { label, isBaseline, grid }: LiveArm): FigureLine {
  const rates = [0, 1].map<Values>((flow) => grid?.flows.get(flow)?.throughput_bps?.mean ?? []);
  const [first = [], second = []] = rates;
  const values = measure === 'ratio' ? ratios(first, second) : jainIndices(rates);
  return {
    key: label,
    label,
    mark: null,
    style: isBaseline ? 'dashed' : 'solid',
    points: values.map((y, index) => ({ x: grid?.timeSeconds[index] ?? 0, y })),
  };
}

/**
 * How two flows share the link, moment by moment: their throughput ratio and Jain's index over the
 * buckets of a series. A bucket in which either of them sent nothing has no ratio.
 */
export function ratios(first: Values, second: Values): (number | null)[] {
  return first.map((rate, index) => {
    const other = second[index] ?? null;
    return rate === null || other === null || rate <= 0 || other <= 0 ? null : rate / other;
  });
}

/** Jain, Chiu, Hawe: (sum of rates)^2 / (n * sum of their squares). */
export function jainIndices(rates: readonly Values[]): (number | null)[] {
  const [first = []] = rates;
  return first.map((_, index) => {
    const present = rates.map((values) => values[index] ?? null);
    if (present.some((rate) => rate === null)) return null;
    const now = present.map((rate) => rate ?? 0);
    const sum = now.reduce((all, rate) => all + rate, 0);
    const squares = now.reduce((all, rate) => all + rate * rate, 0);
    return squares === 0 ? null : (sum * sum) / (now.length * squares);
  });
}
