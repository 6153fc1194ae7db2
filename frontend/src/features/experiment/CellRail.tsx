import { useMemo } from 'react';

import { describeCell, describePair, type ArmNumber } from '@/analysis/experiment/cellSentence';
import { metricInSentence, placeWords, withUnit } from '@/analysis/experiment/cellWords';
import { pointsOf } from '@/analysis/experiment/cells';
import { armAxisOf, armCells, sizesOf } from '@/analysis/experiment/layout';
import { includes } from '@/analysis/axes/heatCells';
import { formatSigned, formatValue, metricFormat } from '@/analysis/numbers/metricFormat';
import type { Fragment } from '@/analysis/series/fragments';
import { formatTimes } from '@/analysis/numbers/units';
import { spreadAxis } from '@/analysis/axes/value';
import { PairedSeeds } from '@/charts/PairedSeeds';
import { Picturable } from '@/pictures/Picturable';

import { armsOf, type Arm } from './arms';
import { captionOf } from './caption';
import { CellDetails } from './CellDetails';
import styles from './experiment.module.css';
import { EverySeed } from './EverySeed';
import type { ViewProps } from './View';
import { PaperNote } from './PaperNote';
import { hueOfValue, pairsOf, seedRow } from './seedRows';
import type { Shown } from './useExperimentView';
import type { Numbers } from './useNumbers';
import { useSeedValues, type SeedValues } from './useSeedValues';

const pairsLabel = (first: string, second: string, rise: string) =>
  `${first} and ${second} seed by seed. ${rise}`;

/** What the chosen cell says: a sentence, every seed, seed by seed, values, runs, failures. */
export function CellRail(props: ViewProps) {
  const { shown, numbers, revision } = props;
  const { axes, cell, metric, experiment } = shown;
  const arms = useMemo(() => armsOf(experiment), [experiment]);
  const cells = useMemo(() => armCells(axes, cell), [axes, cell]);
  const { values } = useSeedValues(experiment, metric.name, cells, revision);
  const armAxis = armAxisOf(axes);
  const points = pointsOf(cell, sizesOf(axes));
  const free = axes.flatMap((_, axis) => (axis === armAxis ? [] : [axis]));
  const pair = pairOf(arms, armAxis === null ? null : (points[armAxis] ?? 0));
  const place = placeWords(axes, points, free);
  return (
    <>
      <section>
        <h2>{place === '' ? 'All runs' : place}</h2>
        <p className={styles.big}>
          {sentenceOf(
            props,
            cells,
            arms.map(({ name }) => name),
            pair,
          ).map(({ text, isStrong }, index) =>
            isStrong === true ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
          )}
        </p>
      </section>
      <Seeds {...{ shown, numbers, values, cells, arms }} isCompared={pair !== null} />
      {pair !== null && pair.every((arm) => (numbers.map?.count[cells[arm] ?? 0] ?? 0) > 1) && (
        <Pairs {...{ shown, values, cells, arms, pair }} />
      )}
      <CellDetails {...props} cells={cells} pair={pair} arms={arms} />
      {experiment.forked_from !== null && (
        <p className={styles.note}>{`Forked from ${experiment.forked_from}.`}</p>
      )}
      {experiment.paper !== null && <PaperNote name={experiment.paper} />}
    </>
  );
}

interface SeedsProps {
  readonly shown: Shown;
  readonly numbers: Numbers;
  readonly values: SeedValues | null;
  readonly cells: readonly number[];
  readonly arms: readonly Arm[];
}

/** A row of ticks for each arm. */
function Seeds({
  shown,
  numbers,
  values,
  cells,
  arms,
  isCompared,
}: SeedsProps & { isCompared: boolean }) {
  const { metric } = shown;
  const format = metricFormat(
    metric,
    cells.map((each) => numbers.map?.mean[each] ?? null),
  );
  const unit = withUnit(metric.label, format.unit);
  const rows = cells.map((each, index) => seedRow(each, arms[index]?.name ?? '', values, numbers));
  // Those that all of the rows have.
  const count = String(Math.min(...cells.map((each) => numbers.map?.count[each] ?? 0)));
  return (
    <section>
      <h2>
        Every seed{' '}
        <span>{isCompared ? `same ${count} seeds on both sides` : `${count} seeds`}</span>
      </h2>
      <EverySeed
        shown={shown}
        rows={rows}
        format={format}
        unit={unit}
        label="Every seed"
        title="Every seed, the chosen cell"
      />
    </section>
  );
}

interface PairsProps extends Omit<SeedsProps, 'numbers'> {
  readonly pair: readonly [baseline: number, other: number];
}

/** The baseline and the other arm, seed by seed. */
function Pairs({ shown: { metric, experiment }, values, cells, arms, pair }: PairsProps) {
  const [baseline, other] = pair;
  const pairs = pairsOf(cells[baseline] ?? 0, cells[other] ?? 0, values, metric);
  const nearer = pairs.filter(({ isNearer }) => isNearer === true).length;
  const names = [arms[baseline]?.name ?? '', arms[other]?.name ?? ''] as const;
  return (
    <section>
      <h2>
        Paired by seed{' '}
        <span>{metric.fair === null ? 'one line for each seed' : 'dashed: further from fair'}</span>
      </h2>
      <Picturable
        title="Paired by seed"
        caption={captionOf(experiment, `Paired by seed: ${metric.label}`)}
        buttonAt="below"
      >
        <PairedSeeds
          pairs={pairs}
          names={names}
          axis={spreadAxis(
            metric,
            pairs.flatMap(({ first, second }) => [first, second]),
            150,
            30,
          )}
          fair={metric.fair}
          hueOf={hueOfValue(metric)}
          label={pairsLabel(
            ...names,
            metric.fair === null
              ? ''
              : `Nearer to fair on ${String(nearer)} of ${String(pairs.length)} seeds.`,
          )}
        />
      </Picturable>
    </section>
  );
}

/** The baseline and the arm that is compared with it; null where nothing is compared. */
function pairOf(
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
  { shown, numbers }: ViewProps,
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
    metric: metricInSentence(metric.label),
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
