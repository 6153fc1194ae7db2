import clsx from 'clsx';

import { pointsOf } from '@/analysis/experiment/cells';
import { withUnit } from '@/analysis/experiment/cellWords';
import { sizesOf } from '@/analysis/experiment/layout';
import { formatNumber, type MetricFormat } from '@/analysis/numbers/metricFormat';
import { formatCount } from '@/analysis/numbers/units';
import type { ExperimentPoints } from '@/api/experiments';

import styles from './table.module.css';
import type { Shown } from './useExperimentView';

interface PointTableProps {
  readonly shown: Shown;
  readonly points: ExperimentPoints['points'];
  readonly x: MetricFormat;
  readonly y: MetricFormat;
}

const MOST_ROWS = 500;

/** The points of the scatter, a row for each run. */
export function PointTable({ shown, points, x, y }: PointTableProps) {
  const { axes, metric, against } = shown;
  const sizes = sizesOf(axes);
  const count = points.seed.length;
  const label = `${metric.label} against ${against.label}, one point for each run`;
  return (
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={clsx('row-heads', styles.table)}>
        <caption>
          {label}
          {count > MOST_ROWS && (
            <span>{`The first ${formatCount(MOST_ROWS)} of ${formatCount(count)} runs. The CSV file has every run.`}</span>
          )}
        </caption>
        <thead>
          <tr>
            {axes.map(({ label: axis }, index) => (
              <th key={index} scope="col">
                {axis}
              </th>
            ))}
            <th scope="col" className="number">
              seed
            </th>
            <th scope="col" className="number">
              {withUnit(metric.label, y.unit)}
            </th>
            <th scope="col" className="number">
              {withUnit(against.label, x.unit)}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.seed.slice(0, MOST_ROWS).map((seed, index) => {
            const cell = points.cell_index[index] ?? 0;
            return (
              <tr key={`${cell}:${seed}`}>
                {pointsOf(cell, sizes).map((point, axis) => (
                  <td key={axis}>{axes[axis]?.points[point]?.text}</td>
                ))}
                <td className="number">{seed}</td>
                <td className="number">{formatNumber(points.y[index], y)}</td>
                <td className="number">{formatNumber(points.x[index], x)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
