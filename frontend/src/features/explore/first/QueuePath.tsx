import { useMemo } from 'react';
import { amount, countOf, sampledTime } from '@/analysis/numbers/shown';

import { pathOf } from '@/analysis/scenario/describe';
import { bucketSeconds, type SeriesGrid } from '@/analysis/series/series';
import type { Scenario, SeedArm } from '@/api/types';
import { PathDrawing } from '@/charts/network/PathDrawing';
import { Picturable } from '@/pictures/Picturable';

import styles from './first.module.css';
import { useBucket } from './Shares';
import { sharesOverTime } from '../sharesOverTime';

interface QueuePathProps {
  readonly scenario: Scenario;
  /** The size of the buffer as text. */
  readonly bufferText: string;
  readonly title: string;
  /** The setting under all seeds that are known. */
  readonly arm: SeedArm | undefined;
  readonly grid: SeriesGrid | undefined;
  readonly caption: string;
  readonly isPale: boolean;
}

/** The path with what waits in its queue at the cursor, or on average where there is none. */
export function QueuePath(props: QueuePathProps) {
  const { scenario, bufferText, title, arm, grid, caption, isPale } = props;
  const bucket = useBucket(grid);
  const overTime = useMemo(
    () => (grid === undefined ? null : sharesOverTime(grid, [0, 1])),
    [grid],
  );
  const path = useMemo(() => pathOf(scenario), [scenario]);
  const queueBytes = bucket === null ? meanQueueBytes(arm) : grid?.link.queue_bytes?.mean[bucket];
  const shares = overTime?.within[bucket ?? -1] ?? overTime?.soFar.at(-1);
  const seconds = bucket === null ? undefined : grid?.timeSeconds[bucket];
  const bufferBytes = arm?.buffer_bytes ?? null;
  const isKnown = bufferBytes !== null && queueBytes != null && shares !== undefined;
  const bufferPackets = Math.floor((bufferBytes ?? 0) / scenario.packet_bytes);
  const packets = (queueBytes ?? 0) / scenario.packet_bytes;
  const count = arm?.results.length ?? 0;
  const when =
    seconds === undefined || grid === undefined
      ? 'mean queue'
      : `at ${sampledTime(seconds, bucketSeconds(grid))} s`;
  return (
    <div data-pale={isPale || undefined} className={styles.path}>
      <Picturable title="The path" caption={caption}>
        <h3>
          The path{' '}
          {isKnown && (
            <span className="faint regular">
              {`${title} ${when}, mean of ${countOf(count, 'seed')}`}
            </span>
          )}
        </h3>
        <PathDrawing
          path={path}
          bufferText={
            isKnown
              ? `${amount(packets)} of ${countOf(bufferPackets, 'packet')} queued`
              : bufferText
          }
          rowPx={38}
          {...(isKnown ? { fill: { packets, bufferPackets, shares } } : {})}
        />
      </Picturable>
    </div>
  );
}

function meanQueueBytes(arm: SeedArm | undefined): number | null {
  const results = arm?.results ?? [];
  if (results.length === 0) return null;
  return results.reduce((sum, { mean_queue_bytes }) => sum + mean_queue_bytes, 0) / results.length;
}
