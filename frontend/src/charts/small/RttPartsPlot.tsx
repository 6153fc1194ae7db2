import { scaleFromZero, ticksBetween } from '@/analysis/axes/ticks';
import { toShortest } from '@/analysis/numbers/units';
import { stacked, type RttPart } from '@/analysis/series/rttParts';

import type { TimeRange } from '../model';
import styles from './rttParts.module.css';
import { bandPath, VIEW_BOX } from '../stage/curvePaths';

interface RttPartsPlotProps {
  readonly timeSeconds: readonly number[];
  /** From below to above. */
  readonly parts: readonly RttPart[];
  readonly range: TimeRange;
  readonly label: string;
}

/** A little room above the highest point. */
const HEADROOM = 1.04;
const MOST_TIMES = 4;

/** The parts of the RTT over time, one on top of the other; the table has the same numbers. */
export function RttPartsPlot({ timeSeconds, parts, range, label }: RttPartsPlotProps) {
  const edges = stacked(parts);
  const highest = Math.max(0, ...(edges.at(-1)?.high ?? []).map((value) => value ?? 0));
  const { max, ticks } = scaleFromZero(highest * 1e3 * HEADROOM);
  const scale = { range, top: max / 1e3 };
  const [from, to] = range;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.unit}>RTT in ms</figcaption>
      <div className={styles.plot}>
        {ticks.map((tick) => (
          <span key={tick} className={styles.yTick} style={{ bottom: `${(tick / max) * 100}%` }}>
            {toShortest(tick)}
          </span>
        ))}
        <svg viewBox={VIEW_BOX} preserveAspectRatio="none" role="img" aria-label={label}>
          {parts.map(({ metric }, index) => {
            const { low = [], high = [] } = edges[index] ?? {};
            return (
              <path
                key={metric}
                className={styles.part}
                data-part={metric}
                d={bandPath(timeSeconds, low, high, scale)}
              />
            );
          })}
        </svg>
        {ticksBetween(from, to, MOST_TIMES).map((tick) => (
          <span
            key={tick}
            className={styles.xTick}
            style={{ left: `${((tick - from) / (to - from)) * 100}%` }}
          >
            {toShortest(tick)}
          </span>
        ))}
      </div>
    </figure>
  );
}

/** The colour of a part, beside its name. */
export function PartSwatch({ metric }: { readonly metric: string }) {
  return <i className={styles.swatch} data-part={metric} aria-hidden="true" />;
}
