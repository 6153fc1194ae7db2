import { useEffect, useRef } from 'react';

import type { CursorState } from '@/analysis/replay/clock';
import { useCursorStore } from '@/state/cursor';

/** After a step the words come soon; while time is played seldom enough to be heard out. */
const REST_MS = 400;
const PLAYING_MS = 6000;

/** The state in words for whoever hears the page: polite, and not sixty times a second. */
export function ReplaySaid({ wordsAt }: { wordsAt: (clock: CursorState) => string }) {
  const clock = useCursorStore();
  const said = useRef<HTMLParagraphElement>(null);
  const latest = useRef(wordsAt);
  const sayAgain = useRef<(() => void) | null>(null);
  useEffect(() => {
    latest.current = wordsAt;
    // Packets that arrive while time rests change the words too.
    sayAgain.current?.();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = () => {
      timer = undefined;
      const words = latest.current(clock.read());
      if (said.current !== null && said.current.textContent !== words) {
        said.current.textContent = words;
      }
    };
    const onChange = () => {
      const { isPlaying } = clock.read();
      if (isPlaying) timer ??= setTimeout(say, PLAYING_MS);
      else {
        clearTimeout(timer);
        timer = setTimeout(say, REST_MS);
      }
    };
    sayAgain.current = onChange;
    onChange();
    const leave = clock.subscribe(onChange);
    return () => {
      sayAgain.current = null;
      clearTimeout(timer);
      leave();
    };
  }, [clock]);
  return <p ref={said} className="visually-hidden" aria-live="polite" />;
}
