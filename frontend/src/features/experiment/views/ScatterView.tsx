import clsx from 'clsx';
import { useMemo } from 'react';

import { spreadAxis } from '@/analysis/axes/value';
import { pointsOf } from '@/analysis/experiment/cells';
import { placeText, withUnit } from '@/analysis/experiment/experimentTexts';
import { armAxisOf, armCells, sizesOf } from '@/analysis/experiment/layout';
import {
  formatNumber,
  formatTick,
  metricFormat,
  type MetricFormat,
} from '@/analysis/numbers/metricFormat';
import { formatCount } from '@/analysis/numbers/units';
import {
  type ExperimentPoints,
  type Metric,
  useExperimentPoints,
} from '@/api/experiments/experiments';
import { type Cloud, ScatterPlot } from '@/charts/xy/ScatterPlot';
import type { EllipseShape } from '@/charts/xy/xyModel';
import { Picturable } from '@/pictures/Picturable';
import { Note } from '@/ui/Note';

import { type Arm, armsOf } from '../arms';
import { captionOf } from '../caption';
import styles from '../experiment.module.css';
import pointTableStyles from './table.module.css';
import type { Shown } from '../useExperimentView';
import type { ViewProps } from './ExperimentView';

const HEIGHT_PX = 520;
const TICK_GAP_PX = 60;
/** More points than this take too long to send and are too dense to distinguish. */
const MOST_POINTS = 20_000;

/** One metric against another, a point for each run, an ellipse for each arm. */
export function ScatterView({ shown, revision }: Omit<ViewProps, 'numbers'>) {
  const { experiment, axes, metric, against, cell, address, change } = shown;
  const arms = useMemo(() => armsOf(experiment), [experiment]);
  const free = axes.flatMap((_, axis) => (axis === armAxisOf(axes) ? [] : [axis]));
  const mayBeAll = experiment.progress.unit_count <= MOST_POINTS && free.length > 0;
  const isAll = mayBeAll && address.all === true;
  const cells = useMemo(() => (isAll ? [] : armCells(axes, cell)), [isAll, axes, cell]);
  const wanted = useMemo(
    () => ({ x: against.name, y: metric.name, cells }),
    [against.name, metric.name, cells],
  );
  const { data, error } = useExperimentPoints(experiment.id, wanted, revision);
  const isFor = data?.x === against.name && data.y === metric.name;
  const clouds = useMemo(
    () => (isFor ? cloudsOf(data, arms, sizesOf(axes), armAxisOf(axes)) : []),
    [isFor, data, arms, axes],
  );
  const title = `${metric.label} against ${against.label}`;
  const place = placeText(axes, pointsOf(cell, sizesOf(axes)), free);
  const x = axisFor(against, clouds, 'x');
  const y = axisFor(metric, clouds, 'y');
  // Less delay is better, and better is to the right: the custom of the field.
  const isReversed = against.unit === 's';
  return (
    <section>
      <div className={styles.lowHead}>
        <h2>{title}</h2>
        {mayBeAll && (
          <label className={styles.choice}>
            Runs of
            <select
              value={isAll ? 'all' : 'one'}
              onChange={({ target }) => change({ all: target.value === 'all' ? true : undefined })}
            >
              <option value="one">{place === '' ? 'the chosen cell' : place}</option>
              <option value="all">all cells</option>
            </select>
          </label>
        )}
        <span className="quiet small">ellipse: one standard deviation of an arm’s runs</span>
      </div>
      {error !== null && (
        <Note tone="bad" title="The numbers could not be loaded">
          {error.message}
        </Note>
      )}
      <Picturable title={title} caption={captionOf(experiment)}>
        <ScatterPlot
          clouds={clouds}
          axis={y.axis}
          xAxis={x.axis}
          isReversed={isReversed}
          tick={y.tick}
          xTick={x.tick}
          references={[]}
          title={metric.label}
          unit={y.format.unit}
          xTitle={against.label}
          xUnit={`${x.format.unit}${isReversed ? ', reversed: less is to the right' : ''}`}
          heightPx={HEIGHT_PX}
          label={`${metric.label} against ${against.label}, one point for each run`}
          words={`${formatCount(data?.points.seed.length ?? 0)} runs`}
        />
      </Picturable>
      {address.table === true && shown.kind === 'scatter' && isFor && (
        <PointTable shown={shown} points={data.points} x={x.format} y={y.format} />
      )}
    </section>
  );
}

function axisFor(metric: Metric, clouds: readonly Cloud[], side: 'x' | 'y') {
  const values = clouds.flatMap((cloud) => cloud[side]);
  const ends = clouds.flatMap(({ ellipse }) => (ellipse === null ? [] : reachOf(ellipse, side)));
  const format = metricFormat(metric, values);
  const axis = spreadAxis(metric, [...values, ...ends], HEIGHT_PX, TICK_GAP_PX);
  return { format, axis, tick: (value: number) => formatTick(value, format) };
}

/** From where to where an ellipse goes. */
function reachOf(ellipse: EllipseShape, side: 'x' | 'y'): [low: number, high: number] {
  const { mean_x, mean_y, axis_x, axis_y, angle_rad } = ellipse;
  const [cos, sin] = [Math.cos(angle_rad), Math.sin(angle_rad)];
  const reach =
    side === 'x' ? Math.hypot(axis_x * cos, axis_y * sin) : Math.hypot(axis_x * sin, axis_y * cos);
  const middle = side === 'x' ? mean_x : mean_y;
  return [middle - reach, middle + reach];
}

/** The points of each arm with its ellipse. */
function cloudsOf(
  { points, ellipses }: ExperimentPoints,
  arms: readonly Arm[],
  sizes: readonly number[],
  armAxis: number | null,
): Cloud[] {
  const armOf = (cell: number) => (armAxis === null ? 0 : (pointsOf(cell, sizes)[armAxis] ?? 0));
  const columns = arms.map(() => ({ x: [] as number[], y: [] as number[] }));
  points.cell_index.forEach((cell, index) => {
    const own = columns[armOf(cell)];
    own?.x.push(points.x[index] ?? 0);
    own?.y.push(points.y[index] ?? 0);
  });
  return arms.map(({ index, name, style }) => ({
    key: String(index),
    name,
    place: index,
    style,
    x: columns[index]?.x ?? [],
    y: columns[index]?.y ?? [],
    ellipse: ellipses.find(({ arm_index }) => (arm_index ?? 0) === index) ?? null,
  }));
}

interface PointTableProps {
  readonly shown: Shown;
  readonly points: ExperimentPoints['points'];
  readonly x: MetricFormat;
  readonly y: MetricFormat;
}

const MOST_ROWS = 500;

/** The points of the scatter, a row for each run. */
function PointTable({ shown, points, x, y }: PointTableProps) {
  const { axes, metric, against } = shown;
  const sizes = sizesOf(axes);
  const count = points.seed.length;
  const label = `${metric.label} against ${against.label}, one point for each run`;
  return (
    <div className={pointTableStyles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={clsx('row-heads', pointTableStyles.table)}>
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
