/** How replay draws a moment, and why not in more detail. Pure. */
import type { ReplayPath } from '@/analysis/replay/replay';
import { detailAt } from '@/analysis/replay/windows';

import type { ReplayTraffic } from './useReplayTraffic';

export type ReplayMode =
  'packets' | 'queue' | 'shares' | 'computing' | 'failed' | 'full' | 'notDone';

interface ModeFacts {
  readonly timeSeconds: number;
  readonly durationSeconds: number;
  readonly pace: number;
  readonly isPlaying: boolean;
  readonly isDone: boolean;
}

/** Are the packets of a moment known? */
export function isKnown(
  { traffic, fromSeconds, toSeconds }: ReplayTraffic,
  timeSeconds: number,
  durationSeconds: number,
): boolean {
  if (traffic === null || timeSeconds < fromSeconds) return false;
  return timeSeconds < toSeconds || toSeconds >= durationSeconds;
}

export function replayMode(part: ReplayTraffic, path: ReplayPath, facts: ModeFacts): ReplayMode {
  const { timeSeconds, durationSeconds, pace, isPlaying, isDone } = facts;
  const detail = detailAt(pace, isPlaying, path);
  if (!detail.isWaiting) return 'shares';
  if (!isDone) return 'notDone';
  if (isKnown(part, timeSeconds, durationSeconds)) return detail.isMoving ? 'packets' : 'queue';
  if (part.error !== null) return 'failed';
  return part.isTruncated && timeSeconds >= part.toSeconds ? 'full' : 'computing';
}
