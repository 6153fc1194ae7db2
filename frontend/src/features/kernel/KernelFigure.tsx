import { useElementSize } from '@mantine/hooks';

import { ticksBetween } from '@/analysis/axes/ticks';
import { coordinate, short } from '@/analysis/numbers/shown';
import { differenceText } from '@/analysis/papers/numbers';
import type { KernelQuantity, KernelRow } from '@/analysis/papers/kernel';
import marks from '@/charts/marks.module.css';

import styles from './kernel.module.css';

interface FigureGroup {
  readonly title: string;
  readonly rows: readonly { readonly title: string; readonly row: KernelRow }[];
}

interface KernelFigureProps {
  readonly quantity: KernelQuantity;
  readonly groups: readonly FigureGroup[];
}

const ROW_PX = 22;
const HEAD_PX = 34;
const AXIS_PX = 24;
/** Of the titles, where they stand beside their rows. */
const TITLES_PX = 350;
const NARROW_PX = 720;
const TITLE_PX = 16;
const VALUE_PX = 104;
const EDGE_PX = 10;

/** A line each number: the kernel's scatter about its mean, and where the core's mean lies. */
export function KernelFigure({ quantity, groups }: KernelFigureProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const isNarrow = width < NARROW_PX;
  const stepPx = ROW_PX + (isNarrow ? TITLE_PX : 0);
  const leftPx = isNarrow ? EDGE_PX : TITLES_PX;
  const rightPx = width - VALUE_PX;
  const rows = groups.flatMap((group) => group.rows.map(({ row }) => row));
  const [low, high] = reach(rows, quantity.shown.factor);
  const xOf = (value: number) => leftPx + ((value - low) / (high - low)) * (rightPx - leftPx);
  const ticks = ticksBetween(low, high, Math.max(3, (rightPx - leftPx) / 90));
  const tops = offsets(groups, stepPx);
  const bottom = tops.at(-1) ?? 0;
  return (
    <div ref={ref} className={styles.figure} style={{ height: bottom + AXIS_PX }}>
      {width > 0 && (
        <svg
          className={marks.drawing}
          width={width}
          height={bottom + AXIS_PX}
          role="img"
          aria-label={`${quantity.label}: the lab less Linux. The table below has each number.`}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                className={tick === 0 ? styles.zero : styles.grid}
                x1={xOf(tick)}
                x2={xOf(tick)}
                y1={0}
                y2={bottom}
              />
              <text className={styles.tick} x={xOf(tick)} y={bottom + 16}>
                {tick === 0 ? 'as Linux' : short(tick).replace('-', '−')}
              </text>
            </g>
          ))}
          {groups.map((group, index) => (
            <g key={group.title} transform={`translate(0 ${tops[index] ?? 0})`}>
              <text className={styles.group} y={22}>
                {group.title}
              </text>
              {group.rows.map(({ title, row }, place) => (
                <g key={row.id} transform={`translate(0 ${HEAD_PX + place * stepPx})`}>
                  <text className={styles.title} y={isNarrow ? 12 : ROW_PX / 2 + 4}>
                    {title}
                  </text>
                  <g transform={`translate(0 ${stepPx - ROW_PX / 2})`}>
                    <Marks row={row} factor={quantity.shown.factor} xOf={xOf} />
                    <text className={styles.value} x={width} y={4}>
                      {differenceText(row.difference, quantity.shown)}
                    </text>
                  </g>
                </g>
              ))}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

/** Where each group begins, and where the last ends. */
function offsets(groups: readonly FigureGroup[], stepPx: number): number[] {
  return groups.reduce(
    (tops, { rows }) => [...tops, (tops.at(-1) ?? 0) + HEAD_PX + rows.length * stepPx],
    [0],
  );
}

/** From the lowest to the highest drawn value, with a margin. */
function reach(rows: readonly KernelRow[], factor: number): [number, number] {
  const ends = rows.flatMap((row) => {
    const half = row.core_half_width ?? 0;
    const { minimum, maximum, mean } = row.kernel;
    return [row.difference - half, row.difference + half, minimum - mean, maximum - mean];
  });
  const most = Math.max(...ends.map(Math.abs), Number.MIN_VALUE) * factor;
  return [Math.min(0, ...ends) * factor - most * 0.04, Math.max(0, ...ends) * factor + most * 0.04];
}

interface MarksProps {
  readonly row: KernelRow;
  readonly factor: number;
  readonly xOf: (value: number) => number;
}

const LEAST_PX = 3;
const SIDE_PX = 9;

function Marks({ row, factor, xOf }: MarksProps) {
  const { kernel, difference, core_half_width: half, verdict } = row;
  const at = (value: number) => xOf(value * factor);
  const from = at(kernel.minimum - kernel.mean);
  const wide = Math.max(LEAST_PX, at(kernel.maximum - kernel.mean) - from);
  const isOutside = verdict === 'fail' || verdict === 'known difference';
  return (
    <>
      <rect
        className={styles.kernel}
        x={coordinate(Math.min(from, at(0) - LEAST_PX / 2))}
        y={-6}
        width={coordinate(wide)}
        height={12}
      />
      {half !== null && (
        <path
          className={styles.interval}
          d={`M${coordinate(at(difference - half))} 0H${coordinate(at(difference + half))}`}
        />
      )}
      <rect
        className={styles.core}
        data-outside={isOutside || undefined}
        x={coordinate(at(difference) - SIDE_PX / 2)}
        y={-SIDE_PX / 2}
        width={SIDE_PX}
        height={SIDE_PX}
      />
    </>
  );
}
