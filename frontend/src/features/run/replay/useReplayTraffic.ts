import { useEffect, useMemo, useState } from 'react';

import { trafficOf, type ReplayPath, type Traffic, type Window } from '@/analysis/replay/replay';
import {
  knownFrom,
  wantedWindows,
  windowAt,
  windowRange,
  windowSeconds,
} from '@/analysis/replay/windows';
import { usePacketWindows, useRetryPackets, type LoadedPackets } from '@/api/runs/packets';
import type { CursorState } from '@/analysis/replay/clock';
import { useCursorFact } from '@/state/cursor';

/** The playhead or the pointer rests before packets are asked for: each answer is a run again. */
const SETTLE_MS = 250;

interface ReplayRunFacts {
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
    const request = { timeSeconds, durationSeconds, isPlaying, pace, drainSeconds };
    return wantedWindows(request, path).join();
  });
  const isPlaying = useCursorFact((clock) => clock.isPlaying);
  const [asked, ask] = useState(wanted);
  const indices = useMemo(() => (asked === '' ? [] : asked.split(',').map(Number)), [asked]);
  const ranges = useMemo(
    () => indices.map((index) => windowRange(index, length, durationSeconds)),
    [indices, length, durationSeconds],
  );
  const loaded = usePacketWindows(runId, ranges);
  // During playback a window is requested only when the last has loaded: large runs are slow.
  const isHeld = isPlaying && loaded.some(isOutstanding);
  useEffect(() => {
    if (asked === wanted || isHeld) return;
    const timer = setTimeout(() => ask(wanted), isPlaying ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [asked, wanted, isHeld, isPlaying]);
  const at = useCursorFact((clock) => windowAt(timeOf(clock), length, durationSeconds));
  const place = indices.indexOf(at);
  const [first, last] = spanAround(loaded, place);
  const retry = useRetryPackets(runId);
  const known = useMemo(
    () => knownPart(ranges, loaded, first, last, path),
    [ranges, loaded, first, last, path],
  );
  return { ...known, ...whyNot(ranges[place], loaded[place]), retry };
}

function isOutstanding({ data, error }: LoadedPackets): boolean {
  return error === null && (data === undefined || /^(queued|running)$/.test(data.status));
}

const NOTHING = { traffic: null, fromSeconds: Infinity, toSeconds: -Infinity };

type Range = readonly [fromSeconds: number, toSeconds: number];

/** The windows around a place that are there without a gap; empty (last < first) without it. */
function spanAround(loaded: readonly LoadedPackets[], place: number): readonly [number, number] {
  const hasEvents = (index: number) => loaded[index]?.data?.events != null;
  const isWhole = (index: number) => hasEvents(index) && loaded[index]?.data?.is_truncated !== true;
  if (!hasEvents(place)) return [0, -1];
  let first = place;
  while (isWhole(first - 1)) first -= 1;
  let last = place;
  while (isWhole(last) && hasEvents(last + 1)) last += 1;
  return [first, last];
}

function knownPart(
  ranges: readonly Range[],
  loaded: readonly LoadedPackets[],
  first: number,
  last: number,
  path: ReplayPath,
): Pick<ReplayTraffic, 'traffic' | 'fromSeconds' | 'toSeconds'> {
  if (last < first) return NOTHING;
  const windows = loaded.slice(first, last + 1).flatMap(({ data }, index): Window[] => {
    const [fromSeconds = 0, toSeconds = 0] = ranges[first + index] ?? [];
    const events = data?.events;
    if (events == null) return [];
    // The last moment of a truncated answer may have more events.
    const until = data?.is_truncated === true ? (events.time_s.at(-1) ?? fromSeconds) : toSeconds;
    return [{ fromSeconds, toSeconds: until, events }];
  });
  return {
    traffic: trafficOf(windows, path),
    fromSeconds: knownFrom(windows, path),
    toSeconds: windows.at(-1)?.toSeconds ?? 0,
  };
}

/** Why the packets of a window are not available. */
function whyNot(
  range: Range | undefined,
  here: LoadedPackets | undefined,
): Pick<ReplayTraffic, 'loading' | 'error' | 'isTruncated'> {
  const error = here?.error?.message ?? here?.data?.error ?? null;
  const isLoading = range !== undefined && error === null && here?.data?.events == null;
  return {
    error,
    loading: isLoading ? range : null,
    isTruncated: here?.data?.is_truncated === true,
  };
}
