import { useEffect } from 'react';

import { useCursorStore } from '@/state/cursor';

import type { Setting } from './setting';

/** Other curves are looked at from their start: the moment of the old ones means nothing there. */
export function useClearedClock(drawn: Setting | undefined): void {
  const clock = useCursorStore();
  useEffect(() => clock.clear(), [clock, drawn]);
}
