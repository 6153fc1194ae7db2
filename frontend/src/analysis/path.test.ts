import { describe, expect, it } from 'vitest';

import { pathGeometry, type PathScenario } from './path';

const path: PathScenario = {
  rateBps: 1e7,
  delaySeconds: 0.01,
  packetBytes: 1000,
  flowCount: 2,
  groups: [
    { label: 'elephant', rttSeconds: 0.035 },
    { label: 'mouse', rttSeconds: 0.025 },
  ],
};
const size = { width: 555, rowHeight: 40, labelWidth: 100, queueWidth: 150, endWidth: 30 };

describe('pathGeometry', () => {
  // 275 px stand for 7.5 ms of access and 10 ms of link.
  const geometry = pathGeometry(path, size);
  const pxPerMs = 275 / 17.5;

  it('draws delays to scale: rtt/2 - delay before the queue, delay after it', () => {
    const [elephant, mouse] = geometry.branches;
    expect(geometry.joinX - (elephant?.startX ?? 0)).toBeCloseTo(7.5 * pxPerMs, 6);
    expect(geometry.joinX - (mouse?.startX ?? 0)).toBeCloseTo(2.5 * pxPerMs, 6);
    expect(geometry.endX - geometry.joinX - 150).toBeCloseTo(10 * pxPerMs, 6);
  });

  it('puts rate times delay many packets on each part', () => {
    expect(geometry.branches.map(({ squares }) => squares.length)).toEqual([5, 2]);
    // 12.5 packets; half a packet rounds up.
    expect(geometry.squares).toHaveLength(13);
  });

  it('draws no packets where they would be a smear', () => {
    expect(pathGeometry({ ...path, rateBps: 1e9 }, size).squares).toEqual([]);
  });

  it('has a scale bar of a round time and about 70 pixels', () => {
    expect(geometry.scaleSeconds).toBeCloseTo(0.002, 9);
    expect(geometry.scalePx).toBeCloseTo(2 * pxPerMs, 6);
  });

  it('stands a path without any delay', () => {
    const flat = { ...path, delaySeconds: 0, groups: [{ label: 'a', rttSeconds: 0 }] };
    expect(Number.isFinite(pathGeometry(flat, size).endX)).toBe(true);
  });
});
