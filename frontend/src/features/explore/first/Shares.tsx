import { useMemo } from 'react';
import { sampledTime } from '@/analysis/numbers/shown';

import { formatPercent } from '@/analysis/numbers/units';
import { bucketAt, bucketSeconds, type SeriesGrid } from '@/analysis/series/series';
import { hueClass } from '@/charts/palette';
import { useCursorFact } from '@/state/cursor';
import { Balance } from '@/ui/Balance';

import styles from './first.module.css';
import { sharesOverTime } from '../sharesOverTime';
import { seedWords } from './settingTexts';

interface SharesProps {
  readonly labels: readonly [string, string];
  /** The sentence's ratio as shares; null: not known yet. */
  readonly overSeeds: readonly [number, number] | null;
  /** How many seeds that is the mean of. */
  readonly count: number;
  /** The part of the runs that it is the mean of, in words. */
  readonly window: string;
  /** Over the whole run, whatever the plots zoom into. */
  readonly grid: SeriesGrid | undefined;
  /** null: the heading says it. */
  readonly title: string | null;
  readonly isPale: boolean;
}

/** Two flows on one link: each has half of it where it is fair. */
const FAIR_SHARE = 0.5;

/** The shares of the flows: over all seeds, or in the part of the runs before the cursor. */
export function Shares(props: SharesProps) {
  const { labels, overSeeds, count, window, grid, title, isPale } = props;
  const overTime = useMemo(
    () => (grid === undefined ? null : sharesOverTime(grid, [0, 1])),
    [grid],
  );
  const bucket = useBucket(grid);
  // Its room is there before its numbers are.
  if (overSeeds === null) {
    return (
      <p className={styles.shares}>
        <small className={styles.soFar} />
      </p>
    );
  }
  const now = bucket === null ? undefined : overTime?.soFar[bucket];
  const shares = now ?? overSeeds;
  const seconds = bucket === null ? undefined : grid?.timeSeconds[bucket];
  const when =
    now !== undefined && seconds !== undefined && grid !== undefined
      ? `over the first ${sampledTime(seconds, bucketSeconds(grid))} s`
      : window;
  return (
    <div className={styles.shares} data-pale={isPale || undefined}>
      {title !== null && <b>{title}</b>}
      <span className={`hue-text ${hueClass(0)}`}>
        {labels[0]} <b>{formatPercent(shares[0])}</b>
      </span>
      <Balance
        parts={labels.map((label, index) => ({
          label,
          hueClass: hueClass(index),
          share: shares[index] ?? 0,
          fairShare: FAIR_SHARE,
        }))}
      />
      <span className={`hue-text ${hueClass(1)}`}>
        <b>{formatPercent(shares[1])}</b> {labels[1]}
      </span>
      <small className={styles.soFar}>{`mean of ${seedWords(count)} ${when}`}</small>
    </div>
  );
}

/** Which bucket of a series the cursor stands in; null without a cursor. */
export function useBucket(grid: SeriesGrid | undefined): number | null {
  return useCursorFact(({ timeSeconds }) => {
    if (timeSeconds === null || grid === undefined || grid.timeSeconds.length === 0) return null;
    return bucketAt(grid.timeSeconds, timeSeconds);
  });
}
