import { useCallback } from 'react';

import type { CursorStore } from '@/analysis/replay/clock';

import { panned, zoomed } from './gestures';
import type { TimeRange } from './model';

const PAN_SHARE = 0.1;
const ZOOM_IN = 0.6;

export interface KeyOptions {
  readonly clock: CursorStore;
  readonly range: TimeRange;
  readonly durationSeconds: number;
  readonly stepSeconds: number;
  readonly onLive: (range: TimeRange) => void;
}

/**
 * Arrows step the cursor by a sample, page keys by ten, Home and End go to the ends of the view;
 * + and - zoom around the cursor, Shift and an arrow pan.
 */
export function useCursorKeys(options: KeyOptions) {
  const { clock, range, durationSeconds, stepSeconds, onLive } = options;
  return useCallback(
    (event: React.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const [from, to] = range;
      const at = clock.read().timeSeconds;
      const now = at ?? from;
      const anchor = at !== null && at >= from && at <= to ? at : (from + to) / 2;
      const targets: Record<string, number> = {
        ArrowLeft: now - stepSeconds,
        ArrowRight: now + stepSeconds,
        PageUp: now - 10 * stepSeconds,
        PageDown: now + 10 * stepSeconds,
        Home: from,
        End: to,
      };
      const moves: Record<string, () => TimeRange> = {
        '+': () => zoomed(range, ZOOM_IN, anchor, durationSeconds),
        '=': () => zoomed(range, ZOOM_IN, anchor, durationSeconds),
        '-': () => zoomed(range, 1 / ZOOM_IN, anchor, durationSeconds),
      };
      if (event.shiftKey && event.key.startsWith('Arrow')) {
        const share = event.key === 'ArrowLeft' ? -PAN_SHARE : PAN_SHARE;
        moves[event.key] = () => panned(range, share, durationSeconds);
      }
      const move = moves[event.key];
      const target = targets[event.key];
      if (move === undefined && target === undefined) return;
      event.preventDefault();
      if (move !== undefined) onLive(move());
      else if (target !== undefined) clock.place(Math.min(to, Math.max(from, target)));
    },
    [clock, range, durationSeconds, stepSeconds, onLive],
  );
}
