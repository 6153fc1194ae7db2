import type { PresetVariant } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { Balance } from '@/ui/Balance';

import { linePath, levelOf } from './thumbnailPath';
import styles from './thumbnail.module.css';

const WIDTH = 100;
const HEIGHT = 100;

/** One variant's measured curves in small, and below them who got what. */
export function Thumbnail({ variant }: { variant: PresetVariant }) {
  const { thumbnail, title, shares } = variant;
  const { lines, top, reference } = thumbnail;
  const isThroughput = thumbnail.metric === 'throughput_bps';
  return (
    <>
      <svg
        className={styles.curves}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${isThroughput ? 'throughput' : 'round-trip time'} over time`}
      >
        <path className={styles.top} d={`M0 0H${WIDTH}`} />
        <path className={styles.floor} d={`M0 ${HEIGHT}H${WIDTH}`} />
        {reference !== null && (
          <path className={styles.reference} d={`M0 ${levelOf(reference, top, HEIGHT)}H${WIDTH}`} />
        )}
        {lines.map((line) => (
          <path
            key={line.group_index}
            className={`${styles.line} ${hueClass(line.group_index)}`}
            d={linePath(line.values, top, WIDTH, HEIGHT)}
          />
        ))}
      </svg>
      {shares.length > 1 ? <Shares variant={variant} /> : <Use variant={variant} />}
    </>
  );
}

function Shares({ variant: { shares } }: { variant: PresetVariant }) {
  return (
    <div className={styles.bar}>
      <Balance
        parts={shares.map(({ label, share, fair_share }, index) => ({
          label,
          hueClass: hueClass(index),
          share,
          fairShare: fair_share,
        }))}
      />
    </div>
  );
}

/** A single flow has nothing to share: the bar is the part of the link that it uses. */
function Use({ variant: { numbers } }: { variant: PresetVariant }) {
  const busy = numbers.find(({ name }) => name === 'utilisation_ratio');
  if (busy === undefined) return null;
  return (
    <div className={styles.use} role="img" aria-label={`${busy.text} of the capacity is used`}>
      <i className={hueClass(0)} style={{ width: `${busy.mean * 100}%` }} />
    </div>
  );
}
