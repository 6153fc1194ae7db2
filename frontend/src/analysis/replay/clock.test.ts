import { describe, expect, it, vi } from 'vitest';

import { createCursor } from './clock';

describe('the cursor', () => {
  it('follows the pointer until it is frozen, and rests where it was frozen', () => {
    const cursor = createCursor();
    cursor.point(3);
    cursor.toggleFrozen();
    cursor.point(5);
    expect(cursor.read()).toMatchObject({ timeSeconds: 3, isFrozen: true });
    cursor.toggleFrozen();
    expect(cursor.read()).toMatchObject({ timeSeconds: 5, isFrozen: false });
    cursor.point(null);
    expect(cursor.read()).toMatchObject({ timeSeconds: 3, isFrozen: false });
  });

  it('is nowhere before anybody has pointed, and again when the pointer has left', () => {
    const cursor = createCursor();
    expect(cursor.read().timeSeconds).toBeNull();
    cursor.point(3);
    cursor.point(null);
    expect(cursor.read().timeSeconds).toBeNull();
  });

  it('is moved by keys also while it is frozen, and while the pointer rests on a plot', () => {
    const cursor = createCursor();
    cursor.point(3);
    cursor.place(4);
    expect(cursor.read()).toMatchObject({ timeSeconds: 4, isFrozen: false });
    cursor.toggleFrozen();
    cursor.place(6);
    expect(cursor.read()).toMatchObject({ timeSeconds: 6, isFrozen: true });
  });

  it('cannot be frozen nowhere', () => {
    const cursor = createCursor();
    cursor.toggleFrozen();
    expect(cursor.read().isFrozen).toBe(false);
  });

  it('notifies its listeners until they leave', () => {
    const cursor = createCursor();
    const listener = vi.fn();
    const leave = cursor.subscribe(listener);
    cursor.point(1);
    cursor.point(1);
    leave();
    cursor.point(2);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('the clock', () => {
  it('plays from the start to the end and stops there', () => {
    const clock = createCursor();
    clock.play(0, 10);
    clock.advance(4, 10, true);
    expect(clock.read()).toMatchObject({ timeSeconds: 4, isPlaying: true });
    clock.point(9);
    expect(clock.read().timeSeconds).toBe(4);
    clock.advance(7, 10, true);
    expect(clock.read()).toMatchObject({ timeSeconds: 9, isPlaying: false });
    clock.point(null);
    expect(clock.read().timeSeconds).toBe(10);
  });

  it('waits at the newest sample of a run that is being computed', () => {
    const clock = createCursor();
    clock.play(0, 2);
    clock.advance(5, 2, false);
    expect(clock.read()).toMatchObject({ timeSeconds: 2, isPlaying: true });
    clock.advance(1, 8, false);
    expect(clock.read().timeSeconds).toBe(3);
  });

  it('continues where it was stopped, and from the start when it had reached the end', () => {
    const clock = createCursor();
    clock.play(0, 10);
    clock.advance(4, 10, true);
    clock.pause();
    clock.advance(4, 10, true);
    expect(clock.read()).toMatchObject({ timeSeconds: 4, isPlaying: false });
    clock.play(0, 10);
    expect(clock.read()).toMatchObject({ timeSeconds: 4, isPlaying: true });
    clock.place(10);
    clock.play(2, 10);
    expect(clock.read().timeSeconds).toBe(2);
  });

  it('lets go of a frozen time when it plays, and freezes what it plays', () => {
    const clock = createCursor();
    clock.freezeAt(3);
    clock.play(0, 10);
    expect(clock.read()).toMatchObject({ timeSeconds: 3, isFrozen: false, isPlaying: true });
    clock.toggleFrozen();
    expect(clock.read()).toMatchObject({ timeSeconds: 3, isFrozen: true, isPlaying: false });
  });

  it('draws curves as far as it has got, and shows no moment beyond', () => {
    const clock = createCursor();
    clock.reveal(0);
    clock.play(0, 10);
    clock.advance(4, 10, true);
    clock.pause();
    clock.point(9);
    expect(clock.read()).toMatchObject({ timeSeconds: 4, revealSeconds: 4 });
    clock.place(6);
    expect(clock.read()).toMatchObject({ timeSeconds: 6, revealSeconds: 6 });
    clock.place(2);
    expect(clock.read()).toMatchObject({ timeSeconds: 2, revealSeconds: 6 });
    clock.reveal(null);
    expect(clock.read()).toMatchObject({ timeSeconds: 2, revealSeconds: null });
  });

  it('has drawn everything when it has come to the end', () => {
    const clock = createCursor();
    clock.reveal(0);
    clock.play(0, 10);
    clock.advance(12, 10, true);
    expect(clock.read()).toMatchObject({ timeSeconds: 10, revealSeconds: null });
  });
});
