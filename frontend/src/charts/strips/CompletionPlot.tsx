import { useElementSize } from '@mantine/hooks';
import clsx from 'clsx';

import { shareOn, spacedTicks, withRoom, type Ends } from '@/analysis/axes/scale';
import { toShortest } from '@/analysis/numbers/units';
import { coordinate } from '@/analysis/numbers/shown';
import {
  idealSeconds,
  thinned,
  type CompletedTransfer,
  type IdealTime,
} from '@/analysis/series/completions';

import styles from './completions.module.css';
import marks from '../marks.module.css';
import { hueClass } from '../palette';

interface CompletionPlotProps {
  readonly transfers: readonly CompletedTransfer[];
  readonly ideals: readonly IdealTime[];
  readonly label: string;
}

const HEIGHT_PX = 190;
const LEFT_PX = 52;
const RIGHT_PX = 8;
const TOP_PX = 20;
const BOTTOM_PX = 38;
const TICK_GAP_PX = 34;
const MOST_POINTS = 4000;
const LINE_POINTS = 24;
const POWERS = Array.from({ length: 14 }, (_, index) => 10 ** (index - 4));

/** Completion time over size, both logarithmic, with the least time that is possible. */
export function CompletionPlot({ transfers, ideals, label }: CompletionPlotProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const x = endsOf(transfers.map(({ sizeBytes }) => sizeBytes));
  const y = endsOf([
    ...transfers.map(({ seconds }) => seconds),
    ...ideals.map((ideal) => idealSeconds(ideal, x.low)),
  ]);
  const inner = Math.max(60, width - LEFT_PX - RIGHT_PX);
  const depth = HEIGHT_PX - TOP_PX - BOTTOM_PX;
  const xOf = (bytes: number) => LEFT_PX + shareOn(bytes, x) * inner;
  const yOf = (seconds: number) => HEIGHT_PX - BOTTOM_PX - shareOn(seconds, y) * depth;
  const shown = thinned(transfers, MOST_POINTS);
  const groups = [...new Set(shown.map(({ groupIndex }) => groupIndex))];
  return (
    <div ref={ref} className={styles.box} style={{ height: HEIGHT_PX }}>
      {width > 0 && (
        <svg width={width} height={HEIGHT_PX} role="img" aria-label={label}>
          <Axes x={x} y={y} inner={inner} depth={depth} xOf={xOf} yOf={yOf} />
          {groups.map((group) => (
            <path
              key={group}
              className={clsx(styles.points, 'hue-text', hueClass(group))}
              d={shown
                .filter(({ groupIndex }) => groupIndex === group)
                .map(({ sizeBytes, seconds }) => `M${px(xOf(sizeBytes))} ${px(yOf(seconds))}h0`)
                .join('')}
            />
          ))}
          {ideals.map((ideal) => (
            <path
              key={ideal.groupIndex}
              className={styles.ideal}
              d={linePath(ideal, x, xOf, yOf)}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

interface AxesProps {
  readonly x: Ends;
  readonly y: Ends;
  readonly inner: number;
  readonly depth: number;
  readonly xOf: (bytes: number) => number;
  readonly yOf: (seconds: number) => number;
}

function Axes({ x, y, inner, depth, xOf, yOf }: AxesProps) {
  const bottom = HEIGHT_PX - BOTTOM_PX;
  return (
    <>
      <text className={marks.heading} x={0} y={12}>
        Completion time
      </text>
      {spacedTicks(POWERS, y, depth, TICK_GAP_PX / 2).map((tick) => (
        <g key={tick}>
          <path className={styles.grid} d={`M${LEFT_PX} ${px(yOf(tick))}h${inner}`} />
          <text className={styles.yTick} x={LEFT_PX - 6} y={yOf(tick) + 4}>
            {secondsText(tick)}
          </text>
        </g>
      ))}
      {spacedTicks(POWERS, x, inner, TICK_GAP_PX).map((tick) => (
        <text key={tick} className={styles.xTick} x={xOf(tick)} y={bottom + 15}>
          {bytesText(tick)}
        </text>
      ))}
      <path className={marks.hairline} d={`M${LEFT_PX} ${bottom}h${inner}`} />
      <text className={marks.heading} x={LEFT_PX} y={HEIGHT_PX - 6}>
        Size
      </text>
    </>
  );
}

function linePath(
  ideal: IdealTime,
  { low, high }: Ends,
  xOf: (bytes: number) => number,
  yOf: (seconds: number) => number,
): string {
  const points = Array.from({ length: LINE_POINTS + 1 }, (_, index) => {
    const bytes = low * (high / low) ** (index / LINE_POINTS);
    return `${px(xOf(bytes))} ${px(yOf(idealSeconds(ideal, bytes)))}`;
  });
  return `M${points.join('L')}`;
}

/** Room beyond the extremes, and a range also where all are alike. */
function endsOf(values: readonly number[]): Ends {
  const positive = values.filter((value) => value > 0);
  const low = positive.length > 0 ? Math.min(...thinned(positive, MOST_POINTS * 4)) : 1;
  const high = positive.length > 0 ? Math.max(...thinned(positive, MOST_POINTS * 4)) : 10;
  const wide = high / low < 2 ? { low: low / 2, high: high * 2 } : { low, high };
  return withRoom({ ...wide, isLogarithmic: true }, 0.04);
}

function px(value: number): string {
  return coordinate(value);
}

function secondsText(seconds: number): string {
  return seconds < 1 ? `${toShortest(seconds * 1e3)} ms` : `${toShortest(seconds)} s`;
}

function bytesText(bytes: number): string {
  if (bytes >= 1e6) return `${toShortest(bytes / 1e6)} MB`;
  return bytes >= 1e3 ? `${toShortest(bytes / 1e3)} kB` : `${toShortest(bytes)} B`;
}
