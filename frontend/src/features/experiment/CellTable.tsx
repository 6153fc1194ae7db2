import { cellState } from '@/analysis/axes/heatCells';
import { pointsOf } from '@/analysis/experiment/cells';
import { withUnit } from '@/analysis/experiment/cellWords';
import { armAxisOf, sizesOf, withPoint } from '@/analysis/experiment/layout';
import { formatNumber, metricFormat } from '@/analysis/numbers/metricFormat';
import { formatCount } from '@/analysis/numbers/units';

import { armsOf, type Arm } from './arms';
import styles from './table.module.css';
import type { Shown } from './useExperimentView';
import type { Numbers } from './useNumbers';

/** A browser and a screen reader can take so many rows; the file has all of them. */
const MOST_ROWS = 500;

/** The numbers behind maps and lines: a row for each place, mean and interval of each arm. */
export function CellTable({ shown, numbers }: { shown: Shown; numbers: Numbers }) {
  const { axes, metric, experiment, cell: chosen } = shown;
  const { map, doneIn, wantedIn, running, context } = numbers;
  const arms = armsOf(experiment);
  const armAxis = armAxisOf(axes);
  const sizes = sizesOf(axes);
  const free = axes.flatMap((_, axis) => (axis === armAxis ? [] : [axis]));
  const places = placeCells(experiment.cell_count, armAxis, sizes);
  const format = metricFormat(metric, map?.mean ?? []);
  const text = (values: readonly (number | null)[] | undefined, cell: number) =>
    formatNumber(values?.[cell], format);
  const caption = withUnit(metric.label, format.unit);
  return (
    <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption>
          {caption}
          {places.length > MOST_ROWS && (
            <span>
              {`The first ${formatCount(MOST_ROWS)} of ${formatCount(places.length)} cells. The CSV file has every run.`}
            </span>
          )}
        </caption>
        <TableHead {...{ axes, free, arms, hasArms: armAxis !== null }} />
        <tbody>
          {places.slice(0, MOST_ROWS).map((place) => {
            const points = pointsOf(place, sizes);
            const cells = arms.map(({ index }) => withPoint(axes, place, armAxis, index));
            return (
              <tr key={place} data-chosen={cells.includes(chosen) || undefined}>
                {free.map((axis) => (
                  <th key={axis} scope="row">
                    {axes[axis]?.points[points[axis] ?? 0]?.text}
                  </th>
                ))}
                {free.length === 0 && <td />}
                {cells.flatMap((cell) => {
                  const done = doneIn(cell);
                  const state = cellState(done, running.has(cell), {
                    ...context,
                    seedCount: wantedIn(cell),
                  });
                  const seeds = state === 'queued' ? 'queued' : String(done ?? 0);
                  const columns = [
                    text(map?.mean, cell),
                    text(map?.low, cell),
                    text(map?.high, cell),
                    seeds,
                  ];
                  return columns.map((value, column) => (
                    <td key={`${cell}:${column}`} className="number">
                      {value}
                    </td>
                  ));
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface TableHeadProps {
  readonly axes: Shown['axes'];
  readonly free: readonly number[];
  readonly arms: readonly Arm[];
  readonly hasArms: boolean;
}

function TableHead({ axes, free, arms, hasArms }: TableHeadProps) {
  return (
    <thead>
      {hasArms && (
        <tr>
          <td colSpan={Math.max(1, free.length)} />
          {arms.map(({ index, name, isBaseline }) => (
            <th key={index} colSpan={COLUMNS.length} scope="colgroup">
              {isBaseline ? `${name}, baseline` : name}
            </th>
          ))}
        </tr>
      )}
      <tr>
        {free.map((axis) => (
          <th key={axis} scope="col">
            {axes[axis]?.label}
          </th>
        ))}
        {free.length === 0 && <td />}
        {arms.flatMap(({ index }) =>
          COLUMNS.map((column) => (
            <th key={`${index}:${column}`} scope="col" className="number">
              {column}
            </th>
          )),
        )}
      </tr>
    </thead>
  );
}

const COLUMNS = ['mean', 'low', 'high', 'seeds'] as const;

/** One cell for each place of the axes that are not compared: that of the first arm. */
function placeCells(count: number, armAxis: number | null, sizes: readonly number[]): number[] {
  const all = Array.from({ length: count }, (_, cell) => cell);
  return armAxis === null ? all : all.filter((cell) => pointsOf(cell, sizes)[armAxis] === 0);
}
