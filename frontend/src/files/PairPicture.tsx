import { short } from '@/analysis/numbers/shown';
import type { Pair } from '@/analysis/refine/curves';

import styles from './files.module.css';

interface PairPictureProps {
  readonly title: string;
  readonly unit: string;
  readonly factor: number;
  readonly times: readonly number[];
  readonly pair: Pair;
}

const WIDTH = 360;
const HEIGHT = 100;

/** A measured curve and the simulated one over it, from 0 to the highest of both. */
export function PairPicture({ title, unit, factor, times, pair }: PairPictureProps) {
  const { measured, simulated } = pair;
  const high = [...measured, ...simulated].reduce<number>(
    (most, each) => Math.max(most, each ?? 0),
    0,
  );
  const [from = 0] = times;
  const to = times.at(-1) ?? 1;
  const path = (values: readonly (number | null)[]) => {
    let isOpen = false;
    return values
      .map((value, at) => {
        if (value === null) {
          isOpen = false;
          return '';
        }
        const x = (((times[at] ?? 0) - from) / (to - from)) * WIDTH;
        const y = HEIGHT - (value / high) * (HEIGHT - 2) - 1;
        const step = `${isOpen ? 'L' : 'M'}${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
        isOpen = true;
        return step;
      })
      .join('');
  };
  return (
    <figure className={styles.pair}>
      <figcaption className="small">
        {title}, {unit}: 0 to {short(high * factor)}, from {short(from)} to {short(to)} s
        {'; measured '}
        <i className={styles.measuredKey} /> simulated <i className={styles.simulatedKey} />
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}, measured and simulated`}
      >
        <path className={styles.measuredLine} d={path(measured)} />
        <path className={styles.simulatedLine} d={path(simulated)} />
      </svg>
    </figure>
  );
}
