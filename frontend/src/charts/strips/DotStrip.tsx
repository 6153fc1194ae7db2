import { useElementSize } from '@mantine/hooks';

import { shareOn, type Axis } from '@/analysis/axes/scale';

import shared from '../marks.module.css';
import styles from './dots.module.css';

export interface StripMark {
  readonly value: number;
  readonly label: string;
  readonly style: 'solid' | 'dashed';
}

interface DotStripProps {
  readonly values: readonly number[];
  /** Lines across, each named above. */
  readonly marks: readonly StripMark[];
  /** Shaded: what counts as the same. */
  readonly band: readonly [low: number, high: number] | null;
  readonly axisOf: (lengthPx: number) => Axis;
  readonly tick: (value: number) => string;
  readonly title: string;
  readonly label: string;
}

const DOT_PX = 11;
const SIDE_PX = 16;
const MARK_PX = 20;
const AXIS_PX = 40;
const LEAST_ROWS = 5;
/** Of a bold letter, on average. */
const LETTER_PX = 9;

/** One square for each number, stacked where they agree. */
export function DotStrip({ values, marks, band, axisOf, tick, title, label }: DotStripProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const inner = Math.max(60, width - 2 * SIDE_PX);
  const axis = axisOf(inner);
  const xOf = (value: number) => SIDE_PX + Math.min(1, Math.max(0, shareOn(value, axis))) * inner;
  const dots = stacked(values.map(xOf));
  const rows = Math.max(LEAST_ROWS, ...dots.map(({ row }) => row + 1));
  const top = marks.length * MARK_PX + 4;
  const bottom = top + rows * DOT_PX + 6;
  return (
    <div ref={ref} className={styles.box} style={{ height: bottom + AXIS_PX }}>
      {width > 0 && (
        <svg width={width} height={bottom + AXIS_PX} role="img" aria-label={label}>
          {band !== null && (
            <rect
              className={styles.band}
              x={xOf(band[0])}
              width={Math.max(1, xOf(band[1]) - xOf(band[0]))}
              y={top}
              height={bottom - top}
            />
          )}
          <Ticks axis={axis} xOf={xOf} y={bottom} tick={tick} />
          <path className={shared.hairline} d={`M${SIDE_PX} ${bottom}h${inner}`} />
          <text className={shared.heading} x={SIDE_PX} y={bottom + 36}>
            {title}
          </text>
          {dots.map(({ x, row }, index) => (
            <rect
              key={index}
              className={styles.dot}
              x={x - DOT_PX / 2 + 1}
              y={bottom - (row + 1) * DOT_PX}
              width={DOT_PX - 2}
              height={DOT_PX - 2}
            />
          ))}
          {marks.map(({ value, label: name, style }, index) => {
            const x = xOf(value);
            const place = namePlace(x, name.length * LETTER_PX, width);
            return (
              <g key={name}>
                <path
                  className={styles.mark}
                  data-style={style}
                  d={`M${x} ${index * MARK_PX + (place.isOver ? MARK_PX : 4)}V${bottom}`}
                />
                <text
                  className={styles.markName}
                  data-style={style}
                  data-anchor={place.anchor}
                  x={place.x}
                  y={index * MARK_PX + 16}
                >
                  {name}
                </text>
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

/** Beside its line, on the side that has room; above it and from an edge where neither has. */
export function namePlace(lineX: number, nameWidth: number, width: number) {
  const right = lineX + NAME_GAP_PX;
  const left = lineX - NAME_GAP_PX;
  if (right + nameWidth <= width) return { anchor: 'start', x: right, isOver: false };
  if (left - nameWidth >= 0) return { anchor: 'end', x: left, isOver: false };
  const edge = lineX > width / 2 ? { anchor: 'end', x: width } : { anchor: 'start', x: 0 };
  return { ...edge, isOver: true };
}

const NAME_GAP_PX = 6;

interface TicksProps {
  readonly axis: Axis;
  readonly xOf: (value: number) => number;
  readonly y: number;
  readonly tick: (value: number) => string;
}

function Ticks({ axis, xOf, y, tick }: TicksProps) {
  return axis.ticks.map((value) => (
    <g key={value}>
      <path className={shared.hairline} d={`M${xOf(value)} ${y}v5`} />
      <text className={styles.tick} x={xOf(value)} y={y + 18}>
        {tick(value)}
      </text>
    </g>
  ));
}

/** Numbers that would lie on one another stand on one another. */
function stacked(places: readonly number[]) {
  const heights = new Map<number, number>();
  return [...places]
    .sort((a, b) => a - b)
    .map((x) => {
      const column = Math.round(x / DOT_PX);
      const row = heights.get(column) ?? 0;
      heights.set(column, row + 1);
      return { x: column * DOT_PX, row };
    });
}
