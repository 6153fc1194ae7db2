import { describe, expect, it } from 'vitest';

import {
  covers,
  formatHidden,
  formatMark,
  hideOthers,
  isHidden,
  NOTHING_HIDDEN,
  parseHidden,
  parseMark,
  toggleHidden,
} from './flowMarks';

const SPANS = [
  { groupIndex: 0, firstIndex: 0, count: 3 },
  { groupIndex: 1, firstIndex: 3, count: 5 },
];
const flow = (flowIndex: number) => ({ groupIndex: flowIndex < 3 ? 0 : 1, flowIndex });
const group = (groupIndex: number) => ({ groupIndex, flowIndex: null });

describe('hidden flows', () => {
  it('are switched one by one, and become a hidden group when none is left', () => {
    let hidden = toggleHidden(NOTHING_HIDDEN, SPANS, flow(1));
    expect(isHidden(hidden, flow(1))).toBe(true);
    expect(isHidden(hidden, flow(0))).toBe(false);
    hidden = toggleHidden(toggleHidden(hidden, SPANS, flow(0)), SPANS, flow(2));
    expect(formatHidden(hidden)).toBe('g0');
    expect(isHidden(hidden, group(0))).toBe(true);
  });

  it('show one flow of a hidden group alone', () => {
    const hidden = toggleHidden(parseHidden('g1', SPANS), SPANS, flow(5));
    expect(formatHidden(hidden)).toBe('f3-4.f6-7');
  });

  it('show a partly hidden group whole before they hide it', () => {
    const shown = toggleHidden(parseHidden('f1', SPANS), SPANS, group(0));
    expect(formatHidden(shown)).toBeUndefined();
    expect(formatHidden(toggleHidden(shown, SPANS, group(0)))).toBe('g0');
  });

  it('leave only one flow, or only one group', () => {
    expect(formatHidden(hideOthers(SPANS, flow(4)))).toBe('g0.f3.f5-7');
    expect(formatHidden(hideOthers(SPANS, group(1)))).toBe('g0');
  });

  it('come back from an address without what the run does not have', () => {
    expect(formatHidden(parseHidden('g0.f4-99.g7.x.-1.5', SPANS))).toBe('g0.f4-7');
    expect(formatHidden(parseHidden(undefined, SPANS))).toBeUndefined();
  });
});

describe('a mark', () => {
  it('covers a flow or all of a group', () => {
    expect(covers(group(0), flow(2))).toBe(true);
    expect(covers(flow(2), flow(1))).toBe(false);
    expect(covers(flow(2), group(0))).toBe(false);
  });

  it('goes through an address and back', () => {
    expect(parseMark(formatMark(flow(4)), SPANS)).toEqual(flow(4));
    expect(parseMark(formatMark(group(1)), SPANS)).toEqual(group(1));
    expect(parseMark('f8', SPANS)).toBeNull();
    expect(parseMark('g2', SPANS)).toBeNull();
    expect(formatMark(null)).toBeUndefined();
  });
});
