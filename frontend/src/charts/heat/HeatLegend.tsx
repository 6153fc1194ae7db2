import clsx from 'clsx';
import { useId } from 'react';

import {
  beyondEnds,
  colorAt,
  legendTicks,
  placeOf,
  type Beyond,
  type HeatScale,
} from '@/analysis/axes/heatScale';
import { countOf } from '@/analysis/numbers/shown';

import styles from './heat.module.css';
import { rgbText } from './heatModel';
import marks from '../marks.module.css';
import { hueClass } from '../palette';
import { useDrawing } from '../useDrawing';

/** A word at an end of the scale, in the colour of the group it is about. */
export interface ScaleSide {
  readonly text: string;
  readonly hue: number | null;
}

interface HeatLegendProps {
  readonly scale: HeatScale;
  /** All numbers that are coloured: the legend says which lie beyond the ends of the scale. */
  readonly values: readonly (number | null)[];
  readonly sides: readonly [low: ScaleSide, high: ScaleSide];
  readonly format: (value: number) => string;
  /** What stands at the middle of a diverging scale: fair, or no difference. */
  readonly middle: string;
  /** What the hollow square means; null: there is none. */
  readonly open: string | null;
  readonly states: {
    readonly hasRunning: boolean;
    readonly hasQueued: boolean;
    readonly hasShort: boolean;
  };
}

const BAR_PX = 300;
const BAR_HEIGHT_PX = 14;
const STEPS = 60;
/** Of all ticks together: more would touch. */
const MOST_LETTERS = 38;

/** What the colours and marks of a map mean. */
export function HeatLegend(props: HeatLegendProps) {
  const { scale, values, sides, format, middle, open, states } = props;
  const { ref, palette } = useDrawing();
  const stops = palette[scale.kind];
  const ticks = legendTicks(scale);
  const hasMiddle = scale.kind !== 'sequential';
  const isFull = ticks.length > 3 && letterCount([...ticks.map(format), middle]) > MOST_LETTERS;
  const [low, high] = scale.isFlipped && hasMiddle ? [sides[1], sides[0]] : sides;
  return (
    <div ref={ref} className={styles.legend}>
      <Side side={low} />
      <svg className={styles.bar} width={BAR_PX} height={32} aria-hidden="true">
        {Array.from({ length: STEPS }, (_, index) => (
          <rect
            key={index}
            x={(index / STEPS) * BAR_PX}
            width={BAR_PX / STEPS + 0.5}
            height={BAR_HEIGHT_PX}
            fill={rgbText(colorAt(barPlace(index / (STEPS - 1), scale), stops))}
          />
        ))}
        {ticks.map((tick, index) => {
          // Ends and middle always; what lies between them where it has room.
          if (isFull && index % 2 === 1) return null;
          const x = barShare(placeOf(tick, scale), scale) * BAR_PX;
          const isFair = hasMiddle && index === 2;
          return (
            <g key={index}>
              {isFair && (
                <rect className={styles.fairMark} x={x - 1} y={-1} width={2} height={18} />
              )}
              <text x={x} y={29} data-at={edgeOf(x)} className={isFair ? 'strong' : undefined}>
                {isFair ? `${format(tick)} ${middle}` : format(tick)}
              </text>
            </g>
          );
        })}
      </svg>
      <Side side={high} isHigh />
      <Outside values={values} scale={scale} format={format} />
      <Keys open={open} states={states} />
    </div>
  );
}

const letterCount = (texts: readonly string[]) => texts.join('').length;

/** A flipped sequential scale is drawn from its low number to its high one all the same. */
function barPlace(share: number, { kind, isFlipped }: HeatScale): number {
  return kind === 'sequential' && isFlipped ? 1 - share : share;
}

const barShare = barPlace;

function edgeOf(x: number): 'start' | 'end' | undefined {
  if (x < 1) return 'start';
  return x > BAR_PX - 1 ? 'end' : undefined;
}

function Side({ side: { text, hue }, isHigh = false }: { side: ScaleSide; isHigh?: boolean }) {
  return (
    <span
      className={clsx(
        styles.side,
        isHigh && styles.sideHigh,
        hue !== null && ['hue-text', hueClass(hue)],
      )}
    >
      {text}
    </span>
  );
}

/** Numbers beyond the ends of the scale, which share one colour; nothing where there are none. */
function Outside({ values, scale, format }: Pick<HeatLegendProps, 'values' | 'scale' | 'format'>) {
  const { below, above } = beyondEnds(values, scale);
  const part = ({ count, farthest }: Beyond, word: string, end: number) =>
    farthest === null
      ? []
      : [`${cellsText(count)} ${word} ${format(end)}, the farthest at ${format(farthest)}`];
  const parts = [...part(below, 'below', scale.low), ...part(above, 'above', scale.high)];
  if (parts.length === 0) return null;
  return <span className={styles.outside}>{`Outside of the colours: ${parts.join('; ')}`}</span>;
}

const cellsText = (count: number) => countOf(count, 'cell');

function Keys({ open, states }: Pick<HeatLegendProps, 'open' | 'states'>) {
  const pattern = useId();
  return (
    <>
      {open !== null && (
        <Key text={open} width={12}>
          <rect className={marks.outline} x={2.5} y={2.5} width={7} height={7} />
        </Key>
      )}
      {states.hasRunning && (
        <Key text="still running" width={22}>
          <defs>
            <pattern
              id={pattern}
              width={5}
              height={5}
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <path className={styles.keyHatch} d="M0 0V5" />
            </pattern>
          </defs>
          <rect width={22} height={14} fill={`url(#${pattern})`} />
        </Key>
      )}
      {states.hasQueued && (
        <Key text="queued" width={22}>
          <rect className={styles.keyDotted} x={0.5} y={0.5} width={21} height={13} />
        </Key>
      )}
      {states.hasShort && (
        <Key text="seeds missing" width={12}>
          <path className={styles.keyNotch} d="M1 13V3L11 13Z" />
        </Key>
      )}
    </>
  );
}

interface KeyProps {
  readonly text: string;
  readonly width: number;
  readonly children: React.ReactNode;
}

function Key({ text, width, children }: KeyProps) {
  return (
    <span className={styles.key}>
      <svg width={width} height={14} aria-hidden="true">
        {children}
      </svg>
      {text}
    </span>
  );
}
