/** Which packets replay asks for, and whether they can be seen one by one at a pace. Pure. */
import { significant } from '@/analysis/numbers/shown';
import { toInstant } from '@/analysis/numbers/instant';

import { longestWindowSeconds } from './packets';
import { packetSeconds, type ReplayPath, type Window } from './replay';

const FRAME_SECONDS = 1 / 60;
/** Packets that are further apart between two frames seem to stand still or to go back. */
const MOST_FOLLOWED_PER_FRAME = 2.5;
/** A queue changes by so many squares in a frame at most, or it cannot be seen which. */
const MOST_QUEUED_PER_FRAME = 40;
/** A window has to last so long on the screen, for the next one to be there in time. */
const SHORTEST_PLAY_SECONDS = 1.5;
/** A window is this part of the largest answer: it comes soon, and drops have room in it. */
const PARTS = 4;
const MOST_LEAD_WINDOWS = 2;

/** Windows of a run begin at multiples of this, so that two people who look ask for the same. */
export function windowSeconds({ rateBps, packetBytes, atLink }: ReplayPath): number {
  const part = longestWindowSeconds(atLink?.eventRateBps ?? rateBps, packetBytes) / PARTS;
  const step = 10 ** (Math.floor(Math.log10(part)) - 1);
  return significant(Math.floor(part / step + ROUNDING) * step, 2);
}

/** The window that holds a moment of a run, by its number; the last one holds the end, too. */
export function windowAt(
  timeSeconds: number,
  lengthSeconds: number,
  durationSeconds: number,
): number {
  const last = Math.ceil(durationSeconds / lengthSeconds - ROUNDING) - 1;
  return Math.max(0, Math.min(last, Math.floor(timeSeconds / lengthSeconds + ROUNDING)));
}

/** The range of a window, within the run. */
export function windowRange(
  index: number,
  lengthSeconds: number,
  durationSeconds: number,
): readonly [fromSeconds: number, toSeconds: number] {
  const at = (number: number) => toInstant(number * lengthSeconds);
  return [at(index), Math.min(at(index + 1), durationSeconds)];
}

const ROUNDING = 1e-9;

interface WindowRequest {
  readonly timeSeconds: number;
  readonly durationSeconds: number;
  readonly isPlaying: boolean;
  readonly pace: number;
  /** What waits in a full buffer leaves within this time. */
  readonly drainSeconds: number;
}

/**
 * The windows to have at a moment: the one that holds it; those before it, as far as what is under
 * way or waits may have begun there; and while time is played the next ones, ahead of their time.
 */
export function wantedWindows(request: WindowRequest, path: ReplayPath): number[] {
  const { timeSeconds, durationSeconds, isPlaying, pace } = request;
  const length = windowSeconds(path);
  const at = windowAt(timeSeconds, length, durationSeconds);
  const lead = leadSeconds(path) + request.drainSeconds;
  const first = Math.max(
    windowAt(timeSeconds - lead, length, durationSeconds),
    at - MOST_LEAD_WINDOWS,
    0,
  );
  const ahead = isPlaying ? 1 + Math.ceil((pace * SHORTEST_PLAY_SECONDS) / length) : 0;
  const last = Math.min(at + ahead, windowAt(durationSeconds, length, durationSeconds));
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index);
}

/** Half of the longest RTT after the first event, all that is under way has shown itself. */
function leadSeconds({ rttSeconds }: ReplayPath): number {
  return Math.max(0, ...rttSeconds) / 2;
}

/** From when on the packets of windows are all known: later than their first event, except at 0. */
export function knownFrom(windows: readonly Window[], path: ReplayPath): number {
  const from = windows[0]?.fromSeconds ?? Infinity;
  return from === 0 ? 0 : from + leadSeconds(path);
}

/** Whether it is drawn packet by packet. */
export interface Detail {
  /** Packets on their way; else each flow's share of the link. */
  readonly isMoving: boolean;
  /** Packets that wait; else how full the buffer is. */
  readonly isWaiting: boolean;
}

/** At rest everything can be seen; the faster time is played, the less. */
export function detailAt(pace: number, isPlaying: boolean, path: ReplayPath): Detail {
  if (!isPlaying) return { isMoving: true, isWaiting: true };
  const perFrame = (pace * FRAME_SECONDS) / packetSeconds(path);
  const lasts = windowSeconds(path) / pace;
  const isWaiting = perFrame <= MOST_QUEUED_PER_FRAME && lasts >= SHORTEST_PLAY_SECONDS;
  return { isMoving: isWaiting && perFrame <= MOST_FOLLOWED_PER_FRAME, isWaiting };
}

/** The fastest of these paces at which single packets can be followed, else the slowest. */
export function followedPace(paces: readonly number[], path: ReplayPath): number {
  const followed = paces.filter((pace) => detailAt(pace, true, path).isMoving);
  return followed.length > 0 ? Math.max(...followed) : Math.min(...paces);
}

/** Simulated time that passes between two frames. */
export function frameSeconds(pace: number): number {
  return pace * FRAME_SECONDS;
}

/** RTTs on both sides of a moment: as much as shows where it comes from and what it leads to. */
const RTTS_AROUND = 20;

/** Some RTTs around a moment, within the run. */
export function rangeAround(
  timeSeconds: number,
  { rttSeconds }: ReplayPath,
  durationSeconds: number,
): readonly [fromSeconds: number, toSeconds: number] {
  const length = Math.min(durationSeconds, 2 * RTTS_AROUND * Math.max(0, ...rttSeconds));
  const from = Math.min(Math.max(0, timeSeconds - length / 2), durationSeconds - length);
  return [from, from + length];
}
