import { shareOn, type Axis } from '@/analysis/axes/scale';
import { toShortest } from '@/analysis/numbers/units';

import styles from './interval.module.css';

/** The numbers of an axis above a column of `IntervalStrip`. */
export function AxisTicks({ axis }: { readonly axis: Axis }) {
  return (
    <span className={styles.ticks} data-part="ticks" aria-hidden="true">
      {axis.ticks.map((tick) => (
        <i key={tick} style={{ left: `${shareOn(tick, axis) * 100}%` }}>
          {toShortest(tick)}
        </i>
      ))}
    </span>
  );
}

interface IntervalStripProps {
  readonly axis: Axis;
  /** On the axis; null: nothing is known yet. */
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** For those who do not see it. */
  readonly text: string;
}

/** A mean and its interval in a row of a table, over the grid of the column's axis. */
export function IntervalStrip({ axis, mean, low, high, text }: IntervalStripProps) {
  const at = (value: number) => `${shareOn(value, axis) * 100}%`;
  return (
    <span className={styles.strip} data-part="strip">
      {axis.ticks.map((tick) => (
        <i key={tick} className={styles.grid} style={{ left: at(tick) }} />
      ))}
      {low !== null && high !== null && (
        <i className={styles.bar} style={{ left: at(low), right: `calc(100% - ${at(high)})` }} />
      )}
      {mean !== null && <i className={styles.dot} style={{ left: at(mean) }} />}
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
