import { describe, expect, it, vi } from 'vitest';

import { createCursor } from './cursor';

describe('the cursor', () => {
  it('follows the pointer until it is frozen', () => {
    const cursor = createCursor();
    cursor.point(3);
    cursor.toggleFrozen();
    cursor.point(5);
    expect(cursor.read()).toEqual({ timeSeconds: 3, isFrozen: true });
    cursor.toggleFrozen();
    cursor.point(null);
    expect(cursor.read()).toEqual({ timeSeconds: null, isFrozen: false });
  });

  it('is moved by keys also while it is frozen', () => {
    const cursor = createCursor();
    cursor.point(3);
    cursor.toggleFrozen();
    cursor.place(4);
    expect(cursor.read()).toEqual({ timeSeconds: 4, isFrozen: true });
  });

  it('cannot be frozen nowhere', () => {
    const cursor = createCursor();
    cursor.toggleFrozen();
    expect(cursor.read().isFrozen).toBe(false);
  });

  it('tells whoever listens, and nobody who has left', () => {
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
