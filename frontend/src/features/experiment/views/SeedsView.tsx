import clsx from 'clsx';
import { useMemo } from 'react';

import { placeText, withUnit } from '@/analysis/experiment/experimentTexts';
import { cellsAlong, pointsOf } from '@/analysis/experiment/cells';
import { armAxisOf, armCells, sizesOf } from '@/analysis/experiment/layout';
import { formatNumber, metricFormat, type MetricFormat } from '@/analysis/numbers/metricFormat';
import { Note } from '@/ui/Note';

import { armsOf } from '../arms';
import { SeedTicks } from '../cell/SeedTicks';
import styles from '../experiment.module.css';
import type { ViewProps } from './ExperimentView';
import { seedRow } from '../cell/seedRows';
import type { Shown } from '../useExperimentView';
import { useSeedValues, type SeedValues } from '../cell/useSeedValues';
import tables from './table.module.css';

const ROW_PX = 34;
/** Few rows have room. */
const WIDE_ROW_PX = 56;
const FEW_ROWS = 4;
const MOST_ROWS = 60;

/** Every seed of the cells along the chosen line, arm below arm. */
export function SeedsView({ shown, numbers, revision }: ViewProps) {
  const { experiment, metric, cell } = shown;
  const rows = useMemo(() => stripCells(shown), [shown]);
  const cells = useMemo(() => rows.map((row) => row.cell), [rows]);
  const { values, error } = useSeedValues(experiment, metric.name, cells, revision);
  const format = metricFormat(
    metric,
    cells.map((each) => numbers.map?.mean[each] ?? null),
  );
  const drawn = rows.map((row) => ({
    ...seedRow(row.cell, row.title, values, numbers),
    isChosen: armCells(shown.axes, cell).includes(row.cell),
  }));
  const unit = withUnit(metric.label, format.unit);
  return (
    <section>
      <div className={styles.lowHead}>
        <h2>{unit}</h2>
        <span className="quiet small">tick: a seed, block: mean, bar: 95% interval</span>
      </div>
      {error !== null && (
        <Note tone="bad" title="The numbers could not be loaded">
          {error.message}
        </Note>
      )}
      <SeedTicks
        shown={shown}
        rows={drawn}
        format={format}
        unit={unit}
        label={`Every seed: ${unit}`}
        rowPx={rows.length <= FEW_ROWS ? WIDE_ROW_PX : ROW_PX}
      />
      {shown.address.table === true && shown.kind === 'seeds' && (
        <SeedTable
          rows={rows}
          values={values}
          seeds={experiment.seeds}
          format={format}
          caption={unit}
        />
      )}
    </section>
  );
}

interface StripCell {
  readonly cell: number;
  readonly title: string;
}

/** The chosen place's neighbours along the first axis, each under every arm. */
function stripCells({ axes, layout, cell, experiment }: Shown): StripCell[] {
  const arms = armsOf(experiment);
  const armAxis = armAxisOf(axes);
  const sizes = sizesOf(axes);
  const { x } = layout;
  const places = x === null ? [cell] : cellsAlong(cell, x, sizes);
  return places
    .flatMap((place) =>
      armCells(axes, place).map((each) => {
        const points = pointsOf(each, sizes);
        const arm = armAxis === null ? '' : (arms[points[armAxis] ?? 0]?.name ?? '');
        const where = placeText(axes, points, x === null ? [] : [x]);
        const title = [where, arm].filter((text) => text !== '').join(', ');
        return { cell: each, title: title === '' ? 'All runs' : title };
      }),
    )
    .slice(0, MOST_ROWS);
}

interface SeedTableProps {
  readonly rows: readonly StripCell[];
  readonly values: SeedValues | null;
  readonly seeds: readonly number[];
  readonly format: MetricFormat;
  readonly caption: string;
}

const MOST_SEEDS = 500;

/** A row for each seed, a column for each cell of the strip. */
function SeedTable({ rows, values, seeds, format, caption }: SeedTableProps) {
  return (
    <div className={tables.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={clsx('row-heads', tables.table)}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">seed</th>
            {rows.map(({ cell, title }) => (
              <th key={cell} scope="col" className="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {seeds.slice(0, MOST_SEEDS).map((seed) => (
            <tr key={seed}>
              <th scope="row">{seed}</th>
              {rows.map(({ cell }) => (
                <td key={cell} className="number">
                  {formatNumber(values?.get(cell)?.get(seed), format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
