import { toShortest } from '@/analysis/numbers/units';
import type { Point } from '@/analysis/scenario/linkChanges';

import styles from './linkChanges.module.css';

interface ChangeCurveProps {
  readonly points: readonly Point[];
  /** Base units in one unit that is shown. */
  readonly factor: number;
  readonly unit: string;
}

const WIDTH = 300;
const HEIGHT = 60;

/** A value over the time of the run, small. */
export function ChangeCurve({ points, factor, unit }: ChangeCurveProps) {
  const end = points.at(-1)?.timeSeconds ?? 0;
  const top = points.reduce((most, { value }) => Math.max(most, value), 0);
  if (end <= 0 || top <= 0) return null;
  const place = ({ timeSeconds, value }: Point) => {
    const x = (timeSeconds / end) * WIDTH;
    const y = HEIGHT - 1 - (value / top) * (HEIGHT - 2);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const shown = Number((top / factor).toPrecision(3));
  const text = `0 to ${toShortest(shown)} ${unit}, 0 to ${toShortest(end)} s`;
  return (
    <figure className={styles.curve}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Over the run: ${text}`}
      >
        <path d={`M${points.map(place).join('L')}`} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}
