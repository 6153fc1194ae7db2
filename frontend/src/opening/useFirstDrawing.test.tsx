import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { createCursor } from '@/analysis/replay/clock';
import { CursorProvider } from '@/state/cursor';
import { noteStarted } from '@/opening/justStarted';

import { useFirstDrawing, type FirstDrawing } from './useFirstDrawing';

const BEGUN: FirstDrawing = {
  id: 'one',
  status: 'running',
  hasCurves: false,
  endSeconds: 0,
  pace: 1,
};

function drawing() {
  const clock = createCursor();
  noteStarted('one');
  const { rerender } = renderHook((run: FirstDrawing) => useFirstDrawing(run), {
    initialProps: BEGUN,
    wrapper: ({ children }) => <CursorProvider value={clock}>{children}</CursorProvider>,
  });
  return { clock, rerender };
}

describe('the first drawing of a run that was just started', () => {
  it('hides nothing from its first samples on, and does not begin again at its end', () => {
    const { clock, rerender } = drawing();
    expect(clock.read().revealSeconds).toBe(0);
    rerender({ ...BEGUN, hasCurves: true, endSeconds: 2 });
    expect(clock.read().revealSeconds).toBeNull();
    rerender({ ...BEGUN, status: 'done', hasCurves: true, endSeconds: 10 });
    expect(clock.read()).toMatchObject({ revealSeconds: null, isPlaying: false });
  });

  it('goes through time where the run was over before anything could be drawn', () => {
    const { clock, rerender } = drawing();
    rerender({ ...BEGUN, status: 'done' });
    expect(clock.read()).toMatchObject({ revealSeconds: 0, isPlaying: false });
    rerender({ ...BEGUN, status: 'done', hasCurves: true, endSeconds: 10 });
    expect(clock.read().isPlaying).toBe(true);
  });

  it('shows some of the curves in the very frame in which they are there', () => {
    const { clock, rerender } = drawing();
    rerender({ ...BEGUN, status: 'done', hasCurves: true, endSeconds: 10 });
    expect(clock.read().revealSeconds).toBeCloseTo(1 / 60);
  });
});
