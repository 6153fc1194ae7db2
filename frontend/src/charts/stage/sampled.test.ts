import { expect, it } from 'vitest';

import { createCursor } from '@/analysis/replay/clock';

import { sampledClock } from './sampled';

const ENDS = [1, 2, 3, 4];

it('says the end of the sample that covers a moment, for cursor and curve alike', () => {
  const clock = createCursor();
  const sampled = sampledClock(clock, ENDS);
  clock.reveal(0);
  clock.play(0, 4);
  clock.advance(2.3, 4, true);
  expect(clock.read().timeSeconds).toBe(2.3);
  expect(sampled.read()).toMatchObject({ timeSeconds: 3, revealSeconds: 3, isPlaying: true });
  clock.place(2);
  expect(sampled.read().timeSeconds).toBe(2);
});

it('is the same object for the same state', () => {
  const sampled = sampledClock(createCursor(), ENDS);
  expect(sampled.read()).toBe(sampled.read());
  sampled.place(1.5);
  expect(sampled.read().timeSeconds).toBe(2);
});

it('says nothing where no moment is shown, and the moment itself where no sample is', () => {
  const clock = createCursor();
  expect(sampledClock(clock, ENDS).read().timeSeconds).toBeNull();
  clock.place(1.5);
  expect(sampledClock(clock, []).read().timeSeconds).toBe(1.5);
});
