/** Better or worse than the baseline, in words: of a cell, and at the ends of the scale. */
import type { Towards } from '@/analysis/axes/heatScale';
import type { ExperimentDifferences } from '@/api/experiments/experiments';

export type Verdicts = ExperimentDifferences['verdicts'];
export type CellVerdict = Verdicts['cells']['verdict'][number];

const JUDGED = {
  better: 'better',
  worse: 'worse',
  more: 'more',
  less: 'less',
  unclear: 'inconclusive',
} as const;
const TO_FAIR = { ...JUDGED, better: 'nearer to fair', worse: 'further from fair' } as const;

/** Of one cell. */
export function verdictWord(verdict: CellVerdict, towards: Towards): string {
  if (verdict === null) return 'too few seeds';
  return (towards === 'fair' ? TO_FAIR : JUDGED)[verdict];
}

/** A change of how far it is from fair is said as one. */
export function changeText(change: string, towards: Towards): string {
  return towards === 'fair' ? `imbalance ${change}` : change;
}

/** The meaning of the smallest and of the largest change, in this order. */
export function changeEnds(towards: Towards): readonly [low: string, high: string] {
  if (towards === 'fair') return ['nearer to fair', 'further from fair'];
  if (towards === 'less') return ['better', 'worse'];
  return towards === 'more' ? ['worse', 'better'] : ['less', 'more'];
}

/** Which way is better, as a reader of the map has to know it, and what its numbers are. */
export function towardsText({ towards, kind }: Verdicts): string {
  if (towards === 'fair') {
    return kind === 'ratio'
      ? 'Numbers are the factor by which the imbalance changes: the ratio, or its inverse if that is larger.'
      : 'Numbers say how much further from fair it is; a minus means nearer.';
  }
  if (towards === null) return 'Neither higher nor lower is better.';
  return towards === 'more' ? 'Higher is better.' : 'Lower is better.';
}

/** How false discoveries among many cells are controlled. */
export function controlText({ control, false_discovery_rate, tested_count }: Verdicts): string {
  const percent = `${String(Math.round(false_discovery_rate * 100))}%`;
  if (tested_count === 0) return 'No cell has enough seeds for a test yet.';
  if (tested_count === 1)
    return 'One cell has enough seeds; it is judged by a paired t test over them.';
  return (
    'Each cell is a paired t test over its seeds. With many cells some would differ by chance alone, ' +
    `so all ${String(tested_count)} tests are judged together (${control}): of the cells that ` +
    `are coloured, at most ${percent} are expected to be wrong. The intervals are those of each ` +
    'cell alone, so one may exclude "no change" where the map says “inconclusive”.'
  );
}
