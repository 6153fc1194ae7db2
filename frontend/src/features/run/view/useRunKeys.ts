import { useCursorStore } from '@/state/cursor';
import { usePageKeys } from '@/state/keys';

import type { PlotChoice, ReplayChoice, TimeView } from './useRunView';

export interface RunActions {
  readonly play: () => void;
  readonly share: () => void;
  readonly compare: () => void;
  readonly fork: () => void;
  readonly foldLeft: () => void;
  readonly foldRight: () => void;
  readonly closeSheets: () => void;
  readonly slower: () => void;
  readonly faster: () => void;
}

interface KeyView {
  readonly time: TimeView;
  readonly plots: PlotChoice;
  readonly replay: ReplayChoice;
}

interface KeyTimes {
  readonly stepSeconds: number;
  /** Simulated so far. */
  readonly restSeconds: number;
}

/** Every key of the run page. A control in focus keeps the keys that mean something to it. */
export function useRunKeys(view: KeyView, actions: RunActions, times: KeyTimes): void {
  const { time, plots, replay } = view;
  const clock = useCursorStore();
  const { stepSeconds, restSeconds } = times;
  const step = (direction: number) => (event: KeyboardEvent) => {
    const from = clock.read().timeSeconds ?? restSeconds;
    const to = from + direction * (event.shiftKey ? 10 : 1) * stepSeconds;
    clock.place(Math.min(restSeconds, Math.max(0, onSample(to, stepSeconds))));
  };
  const showAll = () => {
    clock.reveal(null);
    clock.place(Math.min(time.zoom?.[1] ?? restSeconds, restSeconds));
  };
  usePageKeys({
    ' ': actions.play,
    ArrowLeft: step(-1),
    ArrowRight: step(1),
    Home: () => clock.place(time.zoom?.[0] ?? 0),
    End: showAll,
    f: clock.toggleFrozen,
    '0': time.resetZoom,
    r: replay.toggle,
    '<': actions.slower,
    '>': actions.faster,
    t: plots.toggleTable,
    '[': actions.foldLeft,
    ']': actions.foldRight,
    c: actions.compare,
    s: actions.share,
    e: actions.fork,
    Escape: actions.closeSheets,
  });
}

/** Steps go from sample to sample, wherever the pointer had left the time. */
function onSample(timeSeconds: number, stepSeconds: number): number {
  return Math.round(timeSeconds / stepSeconds) * stepSeconds;
}
