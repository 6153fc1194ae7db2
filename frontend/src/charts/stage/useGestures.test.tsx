import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { stageGeometry, stretchPart, xOf } from './geometry';
import { isWhole, panned, pinched, within, zoomed } from './gestures';
import { useGestures } from './useGestures';

const geometry = stageGeometry({ width: 836, height: 300, gutterPx: 0 }, [1], {
  phases: 0,
  limits: 0,
  events: 0,
});
const onLive = vi.fn();

function Surface() {
  const { host } = useGestures({
    geometry,
    range: [0, 100],
    durationSeconds: 100,
    onLive,
    onZoom: () => undefined,
  });
  return <div ref={host} data-testid="surface" />;
}

afterEach(() => {
  vi.useRealTimers();
});

it('takes a turn of the wheel once, also when the wheel has come to rest', () => {
  vi.useFakeTimers();
  render(<Surface />);
  fireEvent.wheel(screen.getByTestId('surface'), { deltaX: 80, deltaY: 0 });
  vi.runAllTimers();
  expect(onLive).toHaveBeenCalledOnce();
});

describe('a range of time', () => {
  it('zooms around a time that keeps its place', () => {
    expect(zoomed([0, 100], 0.5, 20, 100)).toEqual([10, 60]);
    expect(zoomed([10, 60], 2, 20, 100)).toEqual([0, 100]);
  });

  it('never leaves the run', () => {
    expect(zoomed([80, 100], 2, 100, 100)).toEqual([60, 100]);
    expect(panned([80, 100], 0.5, 100)).toEqual([80, 100]);
    expect(panned([20, 40], -2, 100)).toEqual([0, 20]);
    expect(within([-10, 500], 100)).toEqual([0, 100]);
  });

  it('follows two fingers', () => {
    // 20 s and 40 s were touched; a finger's breadth twice as wide shows half as much.
    expect(pinched([20, 40], [0.25, 0.75], 100)).toEqual([10, 50]);
    expect(pinched([20, 40], [0.5, 0.5], 100)).toEqual([0, 100]);
  });

  it('knows the whole run', () => {
    expect(isWhole([0, 100], 100)).toBe(true);
    expect(isWhole([0, 99], 100)).toBe(false);
  });
});

describe('a drawing of another range', () => {
  it('is stretched to where its times are now', () => {
    const none = { phases: 0, limits: 0, events: 0 };
    const geometry = stageGeometry({ width: 836, height: 300, gutterPx: 0 }, [1], none);
    const text = stretchPart([0, 100], [20, 60], geometry) ?? '';
    const [shift = 0, , scale = 0] = (text.match(/-?[\d.]+/g) ?? []).map(Number);
    const x = xOf(30, [0, 100], geometry);
    expect(shift + scale * x).toBeCloseTo(xOf(30, [20, 60], geometry), 1);
    expect(stretchPart([0, 1], [0, 1], geometry)).toBeUndefined();
  });
});
