/**
 * The one clock of a page, in whole nanoseconds as the core counts: which moment is shown, whether
 * it is frozen, whether time is played, and up to where curves are drawn. A small store of its own,
 * so that moving the pointer or playing sixty times a second redraws the overlay and not the page.
 * Pure: `state/cursor.ts` hands it on.
 */
import { toInstant } from '@/analysis/numbers/instant';

import { createListeners } from './listeners';

export interface CursorState {
  /** The moment that is shown. null: none; labels then show the newest values. */
  readonly timeSeconds: number | null;
  readonly isFrozen: boolean;
  readonly isPlaying: boolean;
  /** Curves are drawn up to here; null: all of them. */
  readonly revealSeconds: number | null;
}

export interface CursorStore {
  readonly read: () => CursorState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Follows the pointer, unless frozen or playing; null: the pointer has left. */
  readonly point: (timeSeconds: number | null) => void;
  /** Puts the playhead somewhere and stops playing (keys, the overview); frozen stays frozen. */
  readonly place: (timeSeconds: number) => void;
  readonly toggleFrozen: () => void;
  readonly freezeAt: (timeSeconds: number) => void;
  /** From the playhead, or from `startSeconds` where there is none or it is at the end. */
  readonly play: (startSeconds: number, endSeconds: number) => void;
  readonly pause: () => void;
  /** Moves the playhead on while playing; stops at `endSeconds` if no more will come. */
  readonly advance: (bySeconds: number, endSeconds: number, isLast: boolean) => void;
  /** Draws curves up to a moment only, from now on as far as the playhead gets. null: all. */
  readonly reveal: (untilSeconds: number | null) => void;
  readonly clear: () => void;
}

/** The state of the store; the shown state follows from it. */
interface Clock {
  readonly playheadSeconds: number | null;
  readonly pointerSeconds: number | null;
  readonly isFrozen: boolean;
  readonly isPlaying: boolean;
  readonly revealSeconds: number | null;
}

const AT_REST: Clock = {
  playheadSeconds: null,
  pointerSeconds: null,
  isFrozen: false,
  isPlaying: false,
  revealSeconds: null,
};

function shownOf(clock: Clock): CursorState {
  const { playheadSeconds, pointerSeconds, isFrozen, isPlaying, revealSeconds } = clock;
  const isHeld = isFrozen || isPlaying;
  const wanted = isHeld ? playheadSeconds : (pointerSeconds ?? playheadSeconds);
  // A moment whose curves are not drawn yet is not shown either.
  const timeSeconds = revealSeconds === null ? wanted : Math.min(wanted ?? Infinity, revealSeconds);
  return { timeSeconds, isFrozen, isPlaying, revealSeconds };
}

/** At least as far as `toSeconds`, where drawing is held back at all. */
function revealedTo(revealSeconds: number | null, toSeconds: number): number | null {
  return revealSeconds === null ? null : Math.max(revealSeconds, toSeconds);
}

function advanced(clock: Clock, bySeconds: number, endSeconds: number, isLast: boolean): Clock {
  const to = toInstant(Math.min((clock.playheadSeconds ?? 0) + bySeconds, endSeconds));
  const isOver = isLast && to >= endSeconds;
  return {
    ...clock,
    playheadSeconds: to,
    isPlaying: !isOver,
    revealSeconds: isOver ? null : revealedTo(clock.revealSeconds, to),
  };
}

export function createCursor(): CursorStore {
  let clock = AT_REST;
  let shown = shownOf(clock);
  const { subscribe, notify } = createListeners();
  const set = (changes: Partial<Clock>) => {
    clock = { ...clock, ...changes };
    shown = shownOf(clock);
    notify();
  };
  return {
    read: () => shown,
    subscribe,
    point: (pointed) => {
      const timeSeconds = pointed === null ? null : toInstant(pointed);
      if (clock.pointerSeconds === timeSeconds) return;
      // While time is held, the pointer moves nothing that anybody would have to draw.
      if (clock.isFrozen || clock.isPlaying) clock = { ...clock, pointerSeconds: timeSeconds };
      else set({ pointerSeconds: timeSeconds });
    },
    place: (placed) => {
      const timeSeconds = toInstant(placed);
      set({
        playheadSeconds: timeSeconds,
        pointerSeconds: null,
        isPlaying: false,
        revealSeconds: revealedTo(clock.revealSeconds, timeSeconds),
      });
    },
    toggleFrozen: () => {
      const { timeSeconds } = shown;
      if (clock.isFrozen) set({ isFrozen: false });
      else if (timeSeconds !== null)
        set({ isFrozen: true, isPlaying: false, playheadSeconds: timeSeconds });
    },
    freezeAt: (timeSeconds) =>
      set({ isFrozen: true, isPlaying: false, playheadSeconds: toInstant(timeSeconds) }),
    play: (startSeconds, endSeconds) => {
      const at = clock.playheadSeconds;
      const playheadSeconds = at === null || at >= endSeconds ? startSeconds : at;
      set({ isPlaying: true, isFrozen: false, playheadSeconds });
    },
    pause: () => set({ isPlaying: false }),
    advance: (bySeconds, endSeconds, isLast) => {
      if (clock.isPlaying) set(advanced(clock, bySeconds, endSeconds, isLast));
    },
    reveal: (untilSeconds) => set({ revealSeconds: untilSeconds }),
    clear: () => set(AT_REST),
  };
}
