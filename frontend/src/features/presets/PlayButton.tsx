import type { TimeRange } from '@/charts/model';
import { useCursorFact, useCursorStore } from '@/state/cursor';
import { useFrames } from '@/state/frames';
import { usePageKeys } from '@/state/keys';
import { usePace } from '@/state/pace';
import { Button } from '@/ui/Button';

interface PlayButtonProps {
  readonly range: TimeRange;
  /** Without curves there is nothing to play. */
  readonly isReady: boolean;
}

/** As fast as in the network. */
const SLOWEST_PACE = 1;

/** Draws the curves again as time passes: cursor, shares and path go along with the one clock. */
export function PlayButton({ range, isReady }: PlayButtonProps) {
  const clock = useCursorStore();
  // What somebody chose for single packets would take hours here.
  const pace = Math.max(SLOWEST_PACE, usePace());
  const isPlaying = useCursorFact((state) => state.isPlaying);
  const isHeld = useCursorFact((state) => state.revealSeconds !== null);
  useFrames(isPlaying, (elapsedSeconds) => {
    clock.advance(elapsedSeconds * pace, range[1], true);
    // At the end everything is shown as it was before.
    if (!clock.read().isPlaying) clock.clear();
  });
  const toggle = () => {
    if (!isReady) return;
    if (isPlaying) {
      clock.pause();
      return;
    }
    if (!isHeld) clock.reveal(range[0]);
    clock.play(range[0], range[1]);
  };
  usePageKeys({ ' ': toggle });
  return (
    <Button onClick={toggle} disabled={!isReady}>
      {isPlaying ? 'Pause' : 'Play'}
    </Button>
  );
}
