import { describe, expect, it } from 'vitest';

import { isToggled, parseBuildView, parseRunView, toggleName } from './url';

describe('parseRunView', () => {
  it('keeps what it knows', () => {
    const view = { with: 'abc-1', from: 1, to: 2.5, layout: 'side', toggled: 'queue', table: true };
    expect(parseRunView(view)).toEqual(view);
  });

  it('drops what is broken, so that an old link still opens', () => {
    expect(
      parseRunView({ with: '<script>', from: 5, to: 2, layout: 'x', table: 'yes', other: 1 }),
    ).toEqual({});
    expect(parseRunView({ from: 'a', to: 3 })).toEqual({});
    expect(parseRunView({ from: -1, to: Infinity })).toEqual({});
  });
});

describe('parseBuildView', () => {
  it('takes a preset with its variant, or a run', () => {
    expect(parseBuildView({ preset: 'one', variant: 1 })).toEqual({ preset: 'one', variant: 1 });
    expect(parseBuildView({ run: 'abc', variant: 0.5 })).toEqual({ run: 'abc' });
  });
});

describe('lists of names', () => {
  it('switch a name on and off and vanish when empty', () => {
    expect(toggleName(undefined, 'queue')).toBe('queue');
    expect(toggleName('queue', 'rtt')).toBe('queue.rtt');
    expect(toggleName('queue', 'queue')).toBeUndefined();
    expect(isToggled('queue.rtt', 'rtt')).toBe(true);
    expect(isToggled(undefined, 'rtt')).toBe(false);
  });
});
