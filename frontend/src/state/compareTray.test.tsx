import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { useCompareTray } from './compareTray';
import { cellItem } from './compareUrl';

const EXPERIMENT = '0197f000-0000-7000-8000-0000000000ee';
const cell = (number: number) => cellItem(EXPERIMENT, String(number).repeat(12));

beforeEach(() => window.localStorage.clear());

describe('the tray of a comparison', () => {
  it('keeps each item once, as many as can be compared', () => {
    const { result } = renderHook(useCompareTray);
    act(() => result.current.add([cell(1), cell(2)]));
    act(() => result.current.add([cell(2), cell(3)]));
    expect(result.current.items).toEqual([cell(1), cell(2), cell(3)]);
    expect(result.current.has(cell(3))).toBe(true);
    act(() => result.current.add([4, 5, 6, 7, 8, 9].map(cell)));
    expect(result.current.items).toHaveLength(8);
    expect(result.current.isFull).toBe(true);
  });

  it('is the same in another part of the page, and empty when it is cleared', () => {
    const one = renderHook(useCompareTray);
    const other = renderHook(useCompareTray);
    act(() => one.result.current.add([cell(1)]));
    expect(other.result.current.items).toEqual([cell(1)]);
    act(() => other.result.current.clear());
    expect(one.result.current.items).toEqual([]);
    expect(window.localStorage).toHaveLength(0);
  });

  it('works where the browser keeps nothing', () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { result } = renderHook(useCompareTray);
    act(() => result.current.add([cell(1)]));
    expect(result.current.items).toEqual([cell(1)]);
    act(() => result.current.clear());
    refuse.mockRestore();
  });
});
