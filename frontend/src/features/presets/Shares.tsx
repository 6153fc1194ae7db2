import { useMemo } from 'react';

import { formatPercent } from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { groupShares } from '@/analysis/series/sentence';
import { bucketAt, type SeriesGrid } from '@/analysis/series/series';
import type { Run } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { useCursorFact } from '@/state/cursor';
import { Balance } from '@/ui/Balance';

import styles from './first.module.css';
import { sharesOverTime } from './soFar';

interface SharesProps {
  readonly run: Run | null;
  /** Over the whole run, whatever the plots zoom into. */
  readonly whole: SeriesGrid | undefined;
  /** null: the heading says it. */
  readonly title: string | null;
  readonly isPale: boolean;
}

/** Who got what: of the whole run, or of its part before the cursor. */
export function Shares({ run, whole, title, isPale }: SharesProps) {
  const groups = useMemo(() => groupsOf(run), [run]);
  const overTime = useMemo(
    () => (whole === undefined ? null : sharesOverTime(whole, [0, 1])),
    [whole],
  );
  const bucket = useBucket(whole);
  const [first, second] = groups;
  if (first === undefined || second === undefined) return <p className={styles.shares} />;
  const now = bucket === null ? undefined : overTime?.soFar[bucket];
  const shares = now ?? groups.map(({ share }) => share);
  const seconds = bucket === null ? undefined : whole?.timeSeconds[bucket];
  return (
    <div className={styles.shares} data-pale={isPale || undefined}>
      {title !== null && <b>{title}</b>}
      <span className={`hue-text ${hueClass(0)}`}>
        {first.label} <b>{formatPercent(shares[0], 0)}</b>
      </span>
      <Balance
        parts={groups.map(({ label, groupIndex, fairShare }, index) => ({
          label,
          hueClass: hueClass(groupIndex),
          share: shares[index] ?? 0,
          fairShare,
        }))}
      />
      <span className={`hue-text ${hueClass(1)}`}>
        <b>{formatPercent(shares[1], 0)}</b> {second.label}
      </span>
      <small className={styles.soFar}>
        {now !== undefined && seconds !== undefined && `in the first ${seconds.toFixed(0)} s`}
      </small>
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

function groupsOf(run: Run | null) {
  return groupShares(
    (run?.result?.flows ?? []).map((flow) => ({
      groupIndex: flow.group_index,
      label: groupLabel(flow.label, flow.group_index),
      throughputBps: flow.throughput_bps,
      meanQueueBytes: null,
    })),
  );
}
