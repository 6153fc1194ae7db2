import { describe, expect, it } from 'vitest';

import newreno from '#modules/assemblyscript/newreno.ts?raw';
import c from '#modules/newreno.c?raw';

import { forkedFrom, isForEditor, withFork } from './forks';

const NAME = `wasm:${'a1'.repeat(32)}`;
const OTHER = `wasm:${'b2'.repeat(32)}`;

describe('copies of an own algorithm', () => {
  it('say in their first line what they were made of', () => {
    const copy = withFork(newreno, { name: NAME, title: 'New\nReno' });
    expect(copy.split('\n')[0]).toBe(`// Forked from ${NAME} (New Reno)`);
    expect(forkedFrom(copy)).toBe(NAME);
    expect(copy.split('\n').slice(1).join('\n')).toBe(newreno);
    expect(forkedFrom(newreno)).toBeNull();
  });

  it('of a copy name that one only', () => {
    const again = withFork(withFork(newreno, { name: NAME, title: 'A' }), {
      name: OTHER,
      title: 'B',
    });
    expect(forkedFrom(again)).toBe(OTHER);
    expect(again).not.toContain(NAME);
  });

  it('are for the editor in its language only', () => {
    expect(isForEditor(newreno)).toBe(true);
    expect(isForEditor(c)).toBe(false);
    expect(isForEditor('')).toBe(false);
  });
});
