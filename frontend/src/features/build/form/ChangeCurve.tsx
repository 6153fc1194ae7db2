import { toShortest } from '@/analysis/numbers/units';
import type { Outage, Point } from '@/analysis/scenario/network/linkChanges';

import styles from './linkChanges.module.css';

interface ChangeCurveProps {
  readonly points: readonly Point[];
  /** Base units in one unit that is shown. */
  readonly factor: number;
  readonly unit: string;
  /** The name of the drawn quantity; without it the context says it. */
  readonly name?: string;
  readonly outages?: readonly Outage[];
}

const WIDTH = 300;
const HEIGHT = 60;

/** A value over the time of the run, small. */
export function ChangeCurve(props: ChangeCurveProps) {
  const { points, factor, unit, name, outages = [] } = props;
  const end = points.at(-1)?.timeSeconds ?? 0;
  const top = points.reduce((most, { value }) => Math.max(most, value), 0);
  if (end <= 0 || top <= 0) return null;
  const place = ({ timeSeconds, value }: Point) => {
    const x = (timeSeconds / end) * WIDTH;
    const y = HEIGHT - 1 - (value / top) * (HEIGHT - 2);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const shown = Number((top / factor).toPrecision(3));
  const axes = `0 to ${toShortest(shown)} ${unit}, 0 to ${toShortest(end)} s`;
  const text = name === undefined ? axes : `${name}: ${axes}`;
  return (
    <figure className={styles.curve}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Over the run: ${text}`}
      >
        {outages.map(({ fromSeconds, toSeconds }) => (
          <rect
            key={fromSeconds}
            x={(fromSeconds / end) * WIDTH}
            y={0}
            width={((toSeconds - fromSeconds) / end) * WIDTH}
            height={HEIGHT}
          />
        ))}
        <path d={`M${points.map(place).join('L')}`} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption className="faint small">{text}</figcaption>
    </figure>
  );
}
