import clsx from 'clsx';

import { formatSetRate, joinQuantity, toShortest } from '@/analysis/numbers/units';
import { coordinate } from '@/analysis/numbers/shown';
import type { RunListed } from '@/api/work';
import { hueClass } from '@/charts/palette';

import styles from './row.module.css';

const WIDTH = 128;
const HEIGHT = 36;

/** Throughput of every group over the run, with capacity as the upper edge. */
export function Sketch({ run }: { run: RunListed }) {
  const { overview, scenario, progress } = run;
  if (overview == null) return <span className={styles.sketch} />;
  const { rate_bps } = scenario.bottleneck;
  const duration = `${toShortest(progress.duration_s)} s`;
  return (
    <svg
      className={styles.sketch}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Throughput of each group over ${duration}; the upper edge is ${joinQuantity(formatSetRate(rate_bps))}`}
    >
      <path className={styles.capacity} d={`M0 .5H${WIDTH}`} />
      <path className={styles.zero} d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
      {overview.groups.map(({ group_index, sparkline_bps }) => (
        <path
          key={group_index}
          className={clsx(
            styles.curve,
            group_index === null ? styles.others : hueClass(group_index),
          )}
          d={curve(sparkline_bps, overview.point_s / progress.duration_s, rate_bps)}
        />
      ))}
    </svg>
  );
}

/** Each part is drawn at its middle; the last one may be shorter than the others. */
function curve(values: readonly number[], partShare: number, rateBps: number): string {
  const points = values.map((value, index) => {
    const end = Math.min(1, (index + 1) * partShare);
    const x = ((index * partShare + end) / 2) * WIDTH;
    const y = HEIGHT - 1 - (Math.min(value, rateBps) / rateBps) * (HEIGHT - 2);
    return `${coordinate(x)} ${coordinate(y)}`;
  });
  const [only] = points;
  // One part has no neighbour to be joined with: it is a level over the whole run.
  if (points.length === 1 && only !== undefined) return `M0 ${only.split(' ')[1]}H${WIDTH}`;
  return `M${points.join('L')}`;
}
