import clsx from 'clsx';

import { formatPercent } from '@/analysis/numbers/units';
import { metricOf, type LimitShare } from '@/analysis/series/limits';
import { hueClass } from '@/charts/palette';
import { flowMetrics } from '@/generated/metrics';
import { whyText } from '@/messages/why';

import styles from './why.module.css';

/** Narrower parts show their colour only; their words are in the sentence. */
const SMALLEST_NAMED_SHARE = 0.22;

interface WhyBarProps {
  readonly name: string;
  readonly groupIndex: number;
  readonly shares: readonly LimitShare[];
}

/** The time of a group, cut by what held it back. */
export function WhyBar({ name, groupIndex, shares }: WhyBarProps) {
  const parts = shares.map(({ limit, share }) => ({
    limit,
    share,
    text: whyText.part(whyText.limits[limit].short, formatPercent(share, 0)),
  }));
  const all = parts.map(({ text }) => text).join(', ');
  return (
    <>
      <b className={clsx(styles.name, 'hue-text', hueClass(groupIndex))} title={name}>
        {name}
      </b>
      <div
        className={clsx(styles.bar, hueClass(groupIndex))}
        role="img"
        aria-label={whyText.bar(name, all)}
      >
        {parts.map(({ limit, share, text }) => (
          <span
            key={limit}
            className={styles.part}
            data-limit={limit}
            style={{ flex: `${share} 1 0` }}
            title={`${text}. ${flowMetrics[metricOf(limit)].definition}`}
          >
            {share >= SMALLEST_NAMED_SHARE && <span className={styles.text}>{text}</span>}
          </span>
        ))}
      </div>
    </>
  );
}
