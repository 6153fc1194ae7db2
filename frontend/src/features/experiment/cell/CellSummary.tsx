import { describeCell, describePair, type ArmNumber } from '@/analysis/experiment/cellSentence';
import { placeText } from '@/analysis/experiment/experimentTexts';
import { pointsOf } from '@/analysis/experiment/cells';
import { armAxisOf, armCells, sizesOf } from '@/analysis/experiment/layout';
import { includes } from '@/analysis/axes/heatCells';
import { formatSigned, formatValue, metricFormat } from '@/analysis/numbers/metricFormat';
import { formatTimes } from '@/analysis/numbers/units';
import type { Fragment } from '@/analysis/series/fragments';

import { agreementText, seedsAgree } from '../views/agreement';
import { armsOf } from '../arms';
import styles from '../experiment.module.css';
import type { ViewProps } from '../views/ExperimentView';

/** The chosen cell: where it is, and what its seeds say. */
export function CellSummary({ shown, numbers }: Pick<ViewProps, 'shown' | 'numbers'>) {
  const { axes, cell, experiment } = shown;
  const arms = armsOf(experiment);
  const armAxis = armAxisOf(axes);
  const points = pointsOf(cell, sizesOf(axes));
  const free = axes.flatMap((_, axis) => (axis === armAxis ? [] : [axis]));
  const pair = pairOf(arms, armAxis === null ? null : (points[armAxis] ?? 0));
  const place = placeText(axes, points, free);
  const names = arms.map(({ name }) => name);
  const cells = armCells(axes, cell);
  const sentence = sentenceOf({ shown, numbers }, cells, names, pair);
  const agreeing = (pair ?? [0]).filter((arm) => seedsAgree(numbers.map, cells[arm] ?? 0));
  return (
    <>
      <h2>{place === '' ? 'All runs' : place}</h2>
      <p className={styles.big}>
        {sentence.map(({ text, isStrong }, index) =>
          isStrong === true ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
        )}
      </p>
      {agreeing.length > 0 && (
        <p>{agreementText(pair === null ? [] : agreeing.map((arm) => names[arm] ?? ''))}</p>
      )}
    </>
  );
}

/** The baseline and the arm that is compared with it; null where nothing is compared. */
export function pairOf(
  arms: readonly { index: number; isBaseline: boolean }[],
  chosen: number | null,
): readonly [baseline: number, other: number] | null {
  const baseline = arms.find(({ isBaseline }) => isBaseline)?.index;
  const first = arms.find(({ isBaseline }) => !isBaseline)?.index;
  if (chosen === null || baseline === undefined || first === undefined) return null;
  return [baseline, chosen === baseline ? first : chosen];
}

/** The plain sentence about the pair, or about the cell alone. */
function sentenceOf(
  { shown, numbers }: Pick<ViewProps, 'shown' | 'numbers'>,
  cells: readonly number[],
  names: readonly string[],
  pair: readonly [number, number] | null,
): Fragment[] {
  const { metric } = shown;
  const { map, differences, context } = numbers;
  const format = metricFormat(
    metric,
    cells.map((cell) => map?.mean[cell] ?? null),
  );
  const write = (value: number | null | undefined) =>
    value == null ? null : formatValue(value, format);
  const armOf = (index: number): ArmNumber => {
    const cell = cells[index] ?? 0;
    return {
      name: names[index] ?? '',
      count: map?.count[cell] ?? 0,
      mean: write(map?.mean[cell]),
      low: write(map?.low[cell]),
      high: write(map?.high[cell]),
    };
  };
  const about = {
    metric: metric.phrase,
    seedCount: Math.min(...cells.map(numbers.wantedIn)),
    isOpen: !context.isOver,
    includesFair: null,
  };
  if (pair === null) {
    const [cell = 0] = cells;
    const isFair = metric.fair === null || map === null ? null : includes(cell, map, metric.fair);
    return describeCell(armOf(0), { ...about, includesFair: isFair });
  }
  const [baseline, other] = pair;
  const cell = cells[other] ?? 0;
  const found = differences?.cells;
  const isRatio = differences?.kind === 'ratio';
  const changed = { ...format, unit: format.unit === '%' ? 'points' : format.unit };
  const writePair = (value: number | null | undefined) => {
    if (value == null) return null;
    return isRatio ? formatTimes(value) : formatSigned(value, changed);
  };
  // Within the brackets the unit is the same.
  const bare = { ...format, unit: '' };
  const writeEnd = (value: number | null | undefined) => {
    if (value == null) return null;
    return isRatio ? formatTimes(value) : formatSigned(value, bare);
  };
  const paired =
    found?.count[cell] == null
      ? null
      : {
          kind: isRatio ? ('ratio' as const) : ('difference' as const),
          count: found.count[cell],
          mean: writePair(found.mean[cell]),
          low: writeEnd(found.low[cell]),
          high: writeEnd(found.high[cell]),
          isDistinguishable: found.is_distinguishable[cell] ?? null,
          nearerFairCount: found.nearer_fair_count[cell] ?? null,
          verdict: differences?.verdicts.cells.verdict[cell] ?? null,
          towards: differences?.verdicts.towards ?? null,
        };
  return describePair(armOf(baseline), armOf(other), paired, about);
}
