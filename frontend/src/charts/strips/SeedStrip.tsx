import { useElementSize } from '@mantine/hooks';
import clsx from 'clsx';

import { ratioAxis } from '@/analysis/axes/ratio';
import { shareOn, type Axis } from '@/analysis/axes/scale';
import { formatTimes, formatTimesRange, toShortest } from '@/analysis/numbers/units';
import type { RatioInterval } from '@/analysis/series/replications';

import { hueClass } from '../palette';
import styles from './strip.module.css';

export interface StripRow {
  readonly title: string;
  /** By seed; the first group's throughput over the second's. */
  readonly ratios: readonly { readonly seed: number; readonly ratio: number }[];
  readonly numbers: RatioInterval | null;
}

interface SeedStripProps {
  readonly rows: readonly StripRow[];
  readonly label: string;
  readonly isPale: boolean;
}

const ROW_PX = 50;
const TICK_PX = 18;
const LEFT_PX = 62;
const RIGHT_PX = 152;
const AXIS_PX = 24;
const LEAST_GAP_PX = 44;
const NARROW_PX = 420;
const NARROW_RIGHT_PX = 128;

/** Every seed as a tick, their mean as a block, its 95% interval as a bar, on a log axis. */
export function SeedStrip({ rows, label, isPale }: SeedStripProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const height = rows.length * ROW_PX + AXIS_PX;
  const rightPx = width < NARROW_PX ? NARROW_RIGHT_PX : RIGHT_PX;
  const inner = Math.max(80, width - LEFT_PX - rightPx);
  const all = rows.flatMap(({ ratios, numbers }) => [
    ...ratios.map(({ ratio }) => ratio),
    ...(numbers?.interval ?? []),
  ]);
  const axis = ratioAxis(all, inner, LEAST_GAP_PX);
  const xOf = (ratio: number) => LEFT_PX + shareOn(ratio, axis) * inner;
  return (
    <div ref={ref} style={{ height }} className={styles.box} data-pale={isPale || undefined}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={labelOf(label, rows)}>
          <Axis axis={axis} xOf={xOf} bottom={rows.length * ROW_PX} />
          {rows.map((row, index) => (
            <g key={index} transform={`translate(0 ${(index + 0.5) * ROW_PX})`}>
              <Row row={row} xOf={xOf} width={width} rightPx={rightPx} />
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

interface AxisProps {
  readonly axis: Axis;
  readonly xOf: (ratio: number) => number;
  readonly bottom: number;
}

function Axis({ axis, xOf, bottom }: AxisProps) {
  return axis.ticks.map((tick) => (
    <g key={tick}>
      <path
        className={tick === 1 ? styles.fairLine : styles.gridLine}
        d={`M${Math.round(xOf(tick)) + 0.5} 0V${bottom}`}
      />
      <text className={clsx(styles.tick, tick === 1 && 'strong')} x={xOf(tick)} y={bottom + 15}>
        {tick === 1 ? '1 fair' : toShortest(tick)}
      </text>
    </g>
  ));
}

interface RowProps {
  readonly row: StripRow;
  readonly xOf: (ratio: number) => number;
  readonly width: number;
  readonly rightPx: number;
}

function Row({ row, xOf, width, rightPx }: RowProps) {
  const { title, ratios, numbers } = row;
  const valueX = width - rightPx + 50;
  return (
    <>
      <text className={styles.name} y={4}>
        {title}
      </text>
      {ratios.map(({ seed, ratio }) => (
        <path
          key={seed}
          className={`${styles.seed} ${hueClass(ratio >= 1 ? 0 : 1)}`}
          d={`M${xOf(ratio)} ${-TICK_PX / 2}v${TICK_PX}`}
        />
      ))}
      {numbers !== null && (
        <>
          {numbers.interval !== null && (
            <path
              className={styles.bar}
              d={`M${xOf(numbers.interval[0])} 0H${xOf(numbers.interval[1])}`}
            />
          )}
          <rect className={styles.mean} x={xOf(numbers.mean) - 5} y={-6} width={10} height={12} />
          <text className={styles.value} x={valueX} y={5}>
            {formatTimes(numbers.mean)}
          </text>
          <text className={styles.interval} x={width} y={4}>
            {intervalText(numbers)}
          </text>
        </>
      )}
    </>
  );
}

function intervalText({ interval }: RatioInterval): string {
  return interval === null ? '' : formatTimesRange(interval);
}

function labelOf(label: string, rows: readonly StripRow[]): string {
  const texts = rows.map(({ title, numbers }) =>
    numbers === null
      ? `${title}: no seed yet`
      : `${title}: ${formatTimes(numbers.mean)} ${intervalText(numbers)}`,
  );
  return `${label}. ${texts.join('; ')}`;
}
