import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { spreadAxis } from '@/analysis/axes/value';
import { pointsOf } from '@/analysis/experiment/cells';
import { withUnit } from '@/analysis/experiment/experimentTexts';
import { armAxisOf, armCells, sizesOf } from '@/analysis/experiment/layout';
import { metricFormat } from '@/analysis/numbers/metricFormat';
import { countOf } from '@/analysis/numbers/shown';
import { PairedSeeds } from '@/charts/xy/PairedSeeds';
import { Picturable } from '@/pictures/Picturable';

import { armsOf, type Arm } from '../arms';
import { captionOf } from '../caption';
import { CellDetails } from './CellDetails';
import { CellSummary, pairOf } from './CellSummary';
import { SeedTicks } from './SeedTicks';
import styles from '../experiment.module.css';
import { hueOfValue, pairsOf, seedRow } from './seedRows';
import type { Shown } from '../useExperimentView';
import type { Numbers } from '../useNumbers';
import { useSeedValues, type SeedValues } from './useSeedValues';
import type { ViewProps } from '../views/ExperimentView';

const pairsLabel = (first: string, second: string, rise: string) =>
  `${first} and ${second} seed by seed. ${rise}`;

/** The chosen cell: a sentence, every seed, paired seeds, values, runs, failures. */
export function CellRail(props: ViewProps) {
  const { shown, numbers, revision } = props;
  const { axes, cell, metric, experiment } = shown;
  const arms = useMemo(() => armsOf(experiment), [experiment]);
  const cells = useMemo(() => armCells(axes, cell), [axes, cell]);
  const { values } = useSeedValues(experiment, metric.name, cells, revision);
  const armAxis = armAxisOf(axes);
  const pair = pairOf(
    arms,
    armAxis === null ? null : (pointsOf(cell, sizesOf(axes))[armAxis] ?? 0),
  );
  return (
    <>
      <section>
        <CellSummary {...props} />
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
  const count = Math.min(...cells.map((each) => numbers.map?.count[each] ?? 0));
  return (
    <section>
      <h2>
        Every seed{' '}
        <span>
          {isCompared ? `same ${countOf(count, 'seed')} on both sides` : countOf(count, 'seed')}
        </span>
      </h2>
      <SeedTicks
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

/** The paper that an experiment reproduces, and the way to its page. */
function PaperNote({ name }: { name: string }) {
  return (
    <section>
      <p className={styles.note}>
        <b>Belongs to a paper.</b>{' '}
        <Link to="/papers/$name" params={{ name }}>
          Published numbers, and ours
        </Link>
      </p>
    </section>
  );
}
