import { useMemo } from 'react';

import { bucketAt, valueAt } from '@/analysis/series/series';
import type { StageRun } from '@/charts/model';
import { useCursorStore } from '@/state/cursor';

import { isKnown } from './replayMode';
import { numbersReader, type ColumnNumbers, type NumberRow } from './replayNumbers';
import type { ReplayModel } from './useReplayModel';

/** Exact numbers where packets are known, means of the sample where they are not. */
export function useNumbers(stage: StageRun, model: ReplayModel, rows: readonly NumberRow[]) {
  const { part, series, detailOf } = model;
  const clock = useCursorStore();
  const exact = useMemo(
    () => (part.traffic === null ? null : numbersReader(part.traffic, rows)),
    [part.traffic, rows],
  );
  const { durationSeconds, packetBytes } = stage.facts;
  return (key: number, time: number): ColumnNumbers | undefined => {
    const isSeen = detailOf(clock.read()).isWaiting;
    if (exact !== null && isSeen && isKnown(part, time, durationSeconds)) return exact(key, time);
    const row = rows.find((each) => each.key === key);
    const values = series?.groups?.get(row?.groupIndex ?? -1);
    const bucket = bucketAt(series?.timeSeconds ?? [], time);
    const packetsOf = (metric: string) => {
      const bytes = valueAt(values?.[metric]?.mean, bucket);
      return bytes === null ? null : bytes / packetBytes;
    };
    return {
      cwndPackets: packetsOf('cwnd_bytes'),
      inflightPackets: packetsOf('inflight_bytes'),
      waiting: null,
      moving: null,
    };
  };
}
