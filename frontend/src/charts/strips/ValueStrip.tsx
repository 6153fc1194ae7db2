import { useElementSize } from '@mantine/hooks';
import clsx from 'clsx';

import { shareOn, type Axis } from '@/analysis/axes/scale';
import { coordinate } from '@/analysis/numbers/shown';

import { hueClass } from '../palette';
import styles from './strip.module.css';

export interface ValueRow {
  readonly key: string;
  readonly title: string;
  readonly values: readonly number[];
  readonly mean: number | null;
  readonly interval: readonly [low: number, high: number] | null;
  readonly isChosen?: boolean;
}

interface ValueStripProps {
  readonly rows: readonly ValueRow[];
  readonly axisOf: (
    values: readonly number[],
    ends: readonly number[],
    lengthPx: number,
    gapPx: number,
  ) => Axis;
  readonly format: (value: number) => string;
  readonly tick: (value: number) => string;
  readonly fair: number | null;
  readonly fairText: string;
  readonly hueOf: (value: number) => number | null;
  readonly rowPx?: number;
  readonly label: string;
}

const ROW_PX = 44;
const RIGHT_PX = 140;
const AXIS_PX = 22;
const GAP_PX = 42;
const LETTER_PX = 6.9;
/** A tick label at the left edge is written around its tick. */
const TICK_ROOM_PX = 12;
/** How far above the middle of a row something of it is drawn. */
const TICK_REACH_PX = 11;
const MOST_LEFT_SHARE = 0.3;
const NARROW_PX = 300;
const NARROW_RIGHT_PX = 56;
/** Letters of an interval and of a mean, the latter large and bold. */
const INTERVAL_LETTER_PX = 6.6;
const MEAN_LETTER_PX = 9.2;
const BESIDE_PX = 12;
/** A title that does not fit beside its row stands above it. */
const TITLE_PX = 16;

/** Every seed as a tick, the mean as a block, its 95% interval as a bar. */
export function ValueStrip(props: ValueStripProps) {
  const { rows, axisOf, format, fair, fairText, hueOf, rowPx = ROW_PX, label } = props;
  const { ref, width } = useElementSize<HTMLDivElement>();
  const besidePx = longest(rows.map(({ title }) => title)) * LETTER_PX + 12;
  const isStacked = besidePx > width * MOST_LEFT_SHARE;
  const titlePx = isStacked ? TITLE_PX : 0;
  const stepPx = rowPx + titlePx;
  const bottom = rows.length * stepPx;
  const leftPx = isStacked ? TICK_ROOM_PX : besidePx;
  const right = rightOf(rows, format, width);
  const rightPx = right.wholePx;
  const inner = Math.max(60, width - leftPx - rightPx);
  const axis = axisOf(
    rows.flatMap(({ values, mean }) => (mean === null ? values : [...values, mean])),
    rows.flatMap(({ interval }) => interval ?? []),
    inner,
    GAP_PX,
  );
  // An interval of two seeds may reach far beyond them: its bar ends where the axis does.
  const xOf = (value: number) => leftPx + Math.min(1, Math.max(0, shareOn(value, axis))) * inner;
  // No line goes through a title.
  const freePx = isStacked ? Math.max(0, rowPx / 2 - TICK_REACH_PX) : 0;
  const lineAt = (x: number, top: number) =>
    `M${Math.round(x) + 0.5} ${top + freePx}v${rowPx - freePx}`;
  const most = Math.floor((isStacked ? width : besidePx) / LETTER_PX);
  const frame = { xOf, format, hueOf, width, right, rowPx, titlePx, most };
  return (
    <div ref={ref} style={{ height: bottom + AXIS_PX }} className={styles.box}>
      {width > 0 && (
        <svg
          width={width}
          height={bottom + AXIS_PX}
          role="img"
          aria-label={labelOf(label, rows, format)}
        >
          {axis.ticks.map((tick) => (
            <g key={tick}>
              <path
                className={tick === fair ? styles.fairLine : styles.gridLine}
                d={rows.map((_, index) => lineAt(xOf(tick), index * stepPx + titlePx)).join('')}
              />
              <text
                className={clsx(styles.tick, tick === fair && 'strong')}
                x={xOf(tick)}
                y={bottom + 15}
              >
                {tick === fair ? fairText : props.tick(tick)}
              </text>
            </g>
          ))}
          {rows.map((row, index) => (
            <g key={row.key} transform={`translate(0 ${index * stepPx + titlePx + rowPx / 2})`}>
              <Row row={row} {...frame} />
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

interface Right {
  readonly wholePx: number;
  /** From the end of a mean to the edge; 0: intervals are not written. */
  readonly intervalPx: number;
}

/** As much room as the longest mean and the longest interval take, where there is any. */
function rightOf(
  rows: readonly ValueRow[],
  format: (value: number) => string,
  width: number,
): Right {
  const meanPx =
    MEAN_LETTER_PX * longest(rows.map(({ mean }) => (mean === null ? '' : format(mean))));
  const intervals = rows.map(({ interval }) =>
    interval === null ? '' : intervalText(interval, format),
  );
  const intervalPx = Math.max(88, INTERVAL_LETTER_PX * longest(intervals) + BESIDE_PX);
  if (width < NARROW_PX) return { wholePx: Math.max(NARROW_RIGHT_PX, meanPx), intervalPx: 0 };
  return { wholePx: Math.max(RIGHT_PX, meanPx + intervalPx + BESIDE_PX), intervalPx };
}

const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));

function intervalText([low, high]: readonly [number, number], format: (value: number) => string) {
  return `${format(low)} to ${format(high)}`;
}

interface RowProps {
  readonly row: ValueRow;
  readonly xOf: (value: number) => number;
  readonly format: (value: number) => string;
  readonly hueOf: (value: number) => number | null;
  readonly width: number;
  readonly right: Right;
  readonly rowPx: number;
  /** Height of a title above its row; 0: it stands beside. */
  readonly titlePx: number;
  /** Letters of a title that fit. */
  readonly most: number;
}

function Row({ row, xOf, format, hueOf, width, right, rowPx, titlePx, most }: RowProps) {
  const { title, values, mean, interval } = row;
  const tickPx = Math.min(18, rowPx - 4);
  const hasInterval = interval !== null && right.intervalPx > 0;
  return (
    <>
      <text
        className={clsx(row.isChosen === false ? styles.quietName : styles.name)}
        y={titlePx === 0 ? 4 : -tickPx / 2 - 5}
      >
        {title.length <= most ? title : `${title.slice(0, Math.max(2, most - 1)).trimEnd()}…`}
      </text>
      {hued(values, hueOf).map(([hue, ofHue]) => (
        <path
          key={String(hue)}
          className={clsx(styles.seed, hue === null ? styles.inkSeed : hueClass(hue))}
          d={ofHue.map((value) => `M${coordinate(xOf(value))} ${-tickPx / 2}v${tickPx}`).join('')}
        />
      ))}
      {interval !== null && (
        <path className={styles.bar} d={`M${xOf(interval[0])} 0H${xOf(interval[1])}`} />
      )}
      {mean !== null && (
        <>
          <rect className={styles.mean} x={xOf(mean) - 5} y={-6} width={10} height={12} />
          <text className={styles.value} x={hasInterval ? width - right.intervalPx : width} y={5}>
            {format(mean)}
          </text>
        </>
      )}
      {hasInterval && (
        <text className={styles.interval} x={width} y={4}>
          {intervalText(interval, format)}
        </text>
      )}
    </>
  );
}

/** One path for each hue: seeds may be many. */
function hued(values: readonly number[], hueOf: (value: number) => number | null) {
  const found = new Map<number | null, number[]>();
  for (const value of values) {
    const hue = hueOf(value);
    const same = found.get(hue);
    if (same === undefined) found.set(hue, [value]);
    else same.push(value);
  }
  return [...found];
}

function labelOf(label: string, rows: readonly ValueRow[], format: (value: number) => string) {
  const texts = rows.map(({ title, mean }) =>
    `${title} ${mean === null ? '–' : format(mean)}`.trim(),
  );
  return `${label}. ${texts.join('; ')}`;
}
