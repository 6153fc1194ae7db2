import { useMemo } from 'react';

import { formatCount } from '@/analysis/numbers/units';
import { pathOf } from '@/analysis/scenario/describe';
import { runsCaption } from '@/analysis/scenario/pictureCaption';
import type { SeriesGrid } from '@/analysis/series/series';
import type { Run, Scenario } from '@/api/types';
import { PathDrawing } from '@/charts/PathDrawing';
import { Picturable } from '@/pictures/Picturable';

import styles from './first.module.css';
import { useBucket } from './Shares';
import { sharesOverTime } from './soFar';

interface QueuePathProps {
  readonly scenario: Scenario;
  /** What the buffer holds, in words. */
  readonly bufferText: string;
  readonly title: string;
  readonly run: Run | null;
  readonly whole: SeriesGrid | undefined;
  readonly isPale: boolean;
}

/** The path with what waits in its queue at the cursor, or on average where there is none. */
export function QueuePath({ scenario, bufferText, title, run, whole, isPale }: QueuePathProps) {
  const bucket = useBucket(whole);
  const overTime = useMemo(
    () => (whole === undefined ? null : sharesOverTime(whole, [0, 1])),
    [whole],
  );
  const path = useMemo(() => pathOf(scenario), [scenario]);
  const result = run?.result ?? null;
  const queueBytes =
    bucket === null ? result?.summary.mean_queue_bytes : whole?.link.queue_bytes?.mean[bucket];
  const shares = overTime?.within[bucket ?? -1] ?? overTime?.soFar.at(-1);
  const seconds = bucket === null ? undefined : whole?.timeSeconds[bucket];
  const isKnown = result !== null && queueBytes != null && shares !== undefined;
  const bufferPackets = Math.floor((result?.link.buffer_bytes ?? 0) / scenario.packet_bytes);
  const packets = (queueBytes ?? 0) / scenario.packet_bytes;
  return (
    <div data-pale={isPale || undefined} className={styles.path}>
      <Picturable title="The path" caption={captionOf(scenario, title, run)}>
        <h3>
          The path{' '}
          {isKnown && (
            <span>
              {seconds === undefined
                ? `${title}, mean queue`
                : `${title} at ${seconds.toFixed(0)} s`}
            </span>
          )}
        </h3>
        <PathDrawing
          path={path}
          bufferText={
            isKnown
              ? `${formatCount(packets)} of ${formatCount(bufferPackets)} packets queued`
              : bufferText
          }
          rowPx={38}
          {...(isKnown ? { fill: { packets, bufferPackets, shares } } : {})}
        />
      </Picturable>
    </div>
  );
}

function captionOf({ name }: Scenario, title: string, run: Run | null): string {
  if (run === null) return name;
  return runsCaption(name, [
    {
      label: title,
      isBaseline: false,
      seed: run.seed,
      coreVersion: run.core_version,
      scenarioDigest: run.scenario_digest,
    },
  ]);
}
