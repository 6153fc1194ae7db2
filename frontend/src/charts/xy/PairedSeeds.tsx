import { useElementSize } from '@mantine/hooks';

import { shareOn, type Axis } from '@/analysis/axes/scale';

import { hueClass } from '../palette';
import styles from './xy.module.css';

export interface PairedSeed {
  readonly seed: number;
  readonly first: number;
  readonly second: number;
  /** null: nothing is fair. */
  readonly isNearer: boolean | null;
}

interface PairedSeedsProps {
  readonly pairs: readonly PairedSeed[];
  readonly names: readonly [first: string, second: string];
  readonly axis: Axis;
  readonly fair: number | null;
  /** Which hue a value has; null: ink. */
  readonly hueOf: (value: number) => number | null;
  readonly label: string;
}

const HEIGHT_PX = 172;
const INSET_PX = 12;
const MOST_SIDE_PX = 120;
/** A bold letter of 13 px, a capital among them. */
const NAME_LETTER_PX = 8.4;

/** One line for each seed from the baseline's value to the other's. */
export function PairedSeeds({ pairs, names, axis, fair, hueOf, label }: PairedSeedsProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const sides = names.map((name) => Math.min(MOST_SIDE_PX, name.length * NAME_LETTER_PX + 24));
  const from = Math.max(56, sides[0] ?? 0);
  const to = Math.max(from + 60, width - Math.max(24, sides[1] ?? 0));
  const yOf = (value: number) =>
    HEIGHT_PX - INSET_PX - shareOn(value, axis) * (HEIGHT_PX - 2 * INSET_PX);
  const middle = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + yOf(value), 0) / (values.length || 1);
  const fairY = fair === null ? null : yOf(fair);
  const firstY = middle(pairs.map(({ first }) => first));
  return (
    <div ref={ref} className="anchor" style={{ height: HEIGHT_PX }}>
      {width > 0 && (
        <svg className={styles.layer} role="img" aria-label={label}>
          {fairY !== null && (
            <>
              <line
                className={styles.reference}
                data-style="dotted"
                x1={from - 14}
                x2={to + 14}
                y1={fairY}
                y2={fairY}
              />
              <text className={styles.pairFair} x={from - 18} y={besides(fairY, firstY)}>
                fair
              </text>
            </>
          )}
          <Lines pairs={pairs} hueOf={hueOf} {...{ from, to, yOf }} />
          <text className={styles.pairName} data-first x={from - 18} y={firstY}>
            {fitting(names[0])}
          </text>
          <text
            className={styles.pairName}
            x={to + 18}
            y={middle(pairs.map(({ second }) => second))}
          >
            {fitting(names[1])}
          </text>
        </svg>
      )}
    </div>
  );
}

interface LinesProps extends Pick<PairedSeedsProps, 'pairs' | 'hueOf'> {
  readonly from: number;
  readonly to: number;
  readonly yOf: (value: number) => number;
}

function Lines({ pairs, hueOf, from, to, yOf }: LinesProps) {
  const ends = pairs.flatMap(({ first, second }) => [
    { x: from, value: first },
    { x: to, value: second },
  ]);
  return (
    <>
      {pairs.map(({ seed, first, second, isNearer }) => (
        <line
          key={seed}
          className={styles.pairLine}
          data-further={isNearer === false || undefined}
          x1={from}
          x2={to}
          y1={yOf(first)}
          y2={yOf(second)}
        />
      ))}
      {ends.map(({ x, value }, index) => {
        const hue = hueOf(value);
        return (
          <rect
            key={index}
            className={`${styles.pairPoint} ${hue === null ? '' : hueClass(hue)}`}
            data-hued={hue !== null || undefined}
            x={x - 2.5}
            y={yOf(value) - 2.5}
            width={5}
            height={5}
          />
        );
      })}
    </>
  );
}

/** A text that would lie on another one goes to its side. */
function besides(y: number, other: number): number {
  if (Math.abs(y - other) >= 14) return y;
  return y >= other ? other + 14 : other - 14;
}

function fitting(name: string): string {
  const most = Math.floor((MOST_SIDE_PX - 24) / NAME_LETTER_PX);
  return name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`;
}
