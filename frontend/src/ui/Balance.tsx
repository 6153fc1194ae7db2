import clsx from 'clsx';
import { percent } from '@/analysis/numbers/shown';

import styles from './ui.module.css';

interface BalancePart {
  readonly label: string;
  /** Class that sets `--hue`. */
  readonly hueClass: string;
  readonly share: number;
  /** The share that would be fair; null while it is not known. */
  readonly fairShare: number | null;
}

/** Who gets what: one bar, with a notch in ink wherever the fair border would be. */
export function Balance({ parts }: { parts: readonly BalancePart[] }) {
  const text = parts.map(({ label, share }) => `${label} ${percent(share)}`).join(', ');
  const borders = fairBorders(parts);
  return (
    <div className={styles.balance} role="img" aria-label={text}>
      {parts.map(({ label, hueClass, share }) => (
        <i key={label} className={clsx(hueClass)} style={{ flex: `${share} 1 0` }} />
      ))}
      {borders.map((border) => (
        <span key={border} className={styles.notch} style={{ left: `${border * 100}%` }} />
      ))}
    </div>
  );
}

function fairBorders(parts: readonly BalancePart[]): number[] {
  const shares = parts.flatMap(({ fairShare }) => fairShare ?? []);
  if (shares.length < parts.length) return [];
  let sum = 0;
  return shares.slice(0, -1).map((share) => (sum += share));
}
