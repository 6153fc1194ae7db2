import { useCallback, useMemo, useState } from 'react';

import { ELSEWHERE } from '@/analysis/replay/atLink';
import { firstAbove, firstAtLeast } from '@/analysis/replay/search';
import { LOSS_EVENTS } from '@/analysis/series/losses';
import type { SeriesGrid } from '@/analysis/series/series';
import type { StageRun } from '@/charts/model';
import { useCursorStore } from '@/state/cursor';

import type { ReplayTraffic } from './useReplayTraffic';

export const STEP_KINDS = ['packet', 'loss', 'timeline'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

interface StepSources {
  readonly run: StageRun;
  readonly part: ReplayTraffic;
  readonly series: SeriesGrid | undefined;
  readonly restSeconds: number;
}

export interface ReplaySteps {
  readonly kind: StepKind;
  readonly setKind: (kind: StepKind) => void;
  readonly step: (direction: -1 | 1) => void;
}

/** Puts the clock on the event before or after it, of the kind that is chosen. */
export function useReplaySteps({ run, part, series, restSeconds }: StepSources): ReplaySteps {
  const clock = useCursorStore();
  const [kind, setKind] = useState<StepKind>('packet');
  const timeline = useMemo(
    () =>
      [
        ...run.phases.map(({ startSeconds }) => startSeconds),
        ...run.events.flatMap(({ kind, timeSeconds }) =>
          Object.hasOwn(LOSS_EVENTS, kind) ? [] : [timeSeconds],
        ),
      ].sort((a, b) => a - b),
    [run.phases, run.events],
  );
  const losses = useMemo(() => lossTimes(part), [part]);
  const buckets = useMemo(() => bucketsWithLosses(series), [series]);
  const step = useCallback(
    (direction: -1 | 1) => {
      const now = Math.min(clock.read().timeSeconds ?? restSeconds, restSeconds);
      const packets = knownTimes(part);
      const next =
        kind === 'timeline'
          ? beside(timeline, now, direction)
          : kind === 'packet'
            ? (beside(packets, now, direction) ?? beside(timeline, now, direction))
            : (beside(losses, now, direction) ?? beside(buckets, now, direction));
      if (next !== null) clock.place(Math.min(next, restSeconds));
    },
    [clock, restSeconds, kind, timeline, losses, buckets, part],
  );
  return { kind, setKind, step };
}

/** The nearest time before or after a moment, not the moment itself; null if there is none. */
function beside(times: readonly number[], now: number, direction: -1 | 1): number | null {
  const itself = (time: number) => time;
  const index =
    direction > 0 ? firstAbove(times, itself, now) : firstAtLeast(times, itself, now) - 1;
  return times[index] ?? null;
}

function knownTimes({ traffic, fromSeconds }: ReplayTraffic): readonly number[] {
  if (traffic === null) return [];
  const { time_s, kind } = traffic.events;
  return time_s.filter((time, row) => time >= fromSeconds && kind[row] !== ELSEWHERE);
}

function lossTimes({ traffic, fromSeconds }: ReplayTraffic): number[] {
  if (traffic === null) return [];
  const { time_s, kind } = traffic.events;
  return time_s.filter((time, row) => {
    return time >= fromSeconds && LOSSES.has(kind[row] ?? '');
  });
}

const LOSSES = new Set(['dropped', 'lost', 'gone_before', 'ack_lost', 'ack_lost_on_way']);

/** Where losses of the run lie, as exactly as its curves know. */
function bucketsWithLosses(series: SeriesGrid | undefined): number[] {
  if (series === undefined) return [];
  const { dropped_packets, randomly_lost_packets } = series.link;
  const highest = (index: number) =>
    (dropped_packets?.max ?? dropped_packets?.mean)?.[index] ??
    0 + ((randomly_lost_packets?.max ?? randomly_lost_packets?.mean)?.[index] ?? 0);
  return series.timeSeconds.flatMap((_, index) =>
    highest(index) > 0 ? [series.timeSeconds[index - 1] ?? 0] : [],
  );
}
