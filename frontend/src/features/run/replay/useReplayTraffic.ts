import { useMemo } from 'react';

import { trafficOf, type ReplayPath, type Traffic, type Window } from '@/analysis/replay';
import {
  knownFrom,
  wantedWindows,
  windowAt,
  windowRange,
  windowSeconds,
} from '@/analysis/replayWindows';
import { usePacketWindows, type LoadedPackets } from '@/api/packets';
import { useCursorFact, type CursorState } from '@/state/cursor';

import { useSettled } from './useSettled';

/** The playhead or the pointer rests before packets are asked for: each answer is a run again. */
const SETTLE_MS = 250;

export interface ReplayRunFacts {
  readonly runId: string;
  readonly isDone: boolean;
  readonly path: ReplayPath;
  readonly durationSeconds: number;
  readonly drainSeconds: number;
  readonly pace: number;
  /** Packets are asked for at this moment of the clock. */
  readonly isSeen: (clock: CursorState) => boolean;
  readonly timeOf: (clock: CursorState) => number;
}

/** One part that is loaded without a gap, or what stands in its way. */
export interface ReplayTraffic {
  readonly traffic: Traffic | null;
  /** From here to the end of the traffic every packet is known. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly loading: readonly [fromSeconds: number, toSeconds: number] | null;
  readonly isTruncated: boolean;
  readonly error: string | null;
  readonly retry: () => void;
}

/** The packets around the clock, asked for as it gets there, ahead of it while time is played. */
export function useReplayTraffic(facts: ReplayRunFacts): ReplayTraffic {
  const { runId, path, durationSeconds, drainSeconds, pace, isSeen, timeOf, isDone } = facts;
  const length = windowSeconds(path);
  const wanted = useCursorFact((clock) => {
    if (!isDone || !isSeen(clock)) return '';
    const timeSeconds = timeOf(clock);
    const { isPlaying } = clock;
    const wish = { timeSeconds, durationSeconds, isPlaying, pace, drainSeconds };
    return wantedWindows(wish, path).join();
  });
  const isPlaying = useCursorFact((clock) => clock.isPlaying);
  const settled = useSettled(wanted, isPlaying ? 0 : SETTLE_MS);
  const indices = useMemo(() => (settled === '' ? [] : settled.split(',').map(Number)), [settled]);
  const ranges = useMemo(
    () => indices.map((index) => windowRange(index, length, durationSeconds)),
    [indices, length, durationSeconds],
  );
  const loaded = usePacketWindows(runId, ranges);
  const at = useCursorFact((clock) => windowAt(timeOf(clock), length));
  const place = Math.max(0, indices.indexOf(at));
  return useMemo(() => partAround(ranges, loaded, place, path), [ranges, loaded, place, path]);
}

const NOTHING: ReplayTraffic = {
  traffic: null,
  fromSeconds: Infinity,
  toSeconds: -Infinity,
  loading: null,
  isTruncated: false,
  error: null,
  retry: () => undefined,
};

type Ranges = readonly (readonly [number, number])[];

/** The windows around `place` that are there, without a gap between them. */
function partAround(
  ranges: Ranges,
  loaded: readonly LoadedPackets[],
  place: number,
  path: ReplayPath,
): ReplayTraffic {
  const here = loaded[place];
  const range = ranges[place];
  if (here === undefined || range === undefined) return NOTHING;
  const error = here.error?.message ?? here.data?.error ?? null;
  if (error !== null) return { ...NOTHING, error, retry: here.retry };
  if (here.data?.events == null) return { ...NOTHING, loading: range };
  const isWhole = (index: number) => {
    const data = loaded[index]?.data;
    return data?.events != null && !data.is_truncated;
  };
  let first = place;
  while (first > 0 && isWhole(first - 1)) first -= 1;
  let last = place;
  while (isWhole(last) && loaded[last + 1]?.data?.events != null) last += 1;
  const windows = loaded.slice(first, last + 1).flatMap(({ data }, index): Window[] => {
    const [fromSeconds = 0, toSeconds = 0] = ranges[first + index] ?? [];
    const events = data?.events;
    if (events == null) return [];
    // Of the last moment of an answer that is cut off there may be more.
    const until = data?.is_truncated === true ? (events.time_s.at(-1) ?? fromSeconds) : toSeconds;
    return [{ fromSeconds, toSeconds: until, events }];
  });
  return {
    ...NOTHING,
    traffic: trafficOf(windows, path),
    fromSeconds: knownFrom(windows, path),
    toSeconds: windows.at(-1)?.toSeconds ?? 0,
    isTruncated: here.data.is_truncated,
  };
}
