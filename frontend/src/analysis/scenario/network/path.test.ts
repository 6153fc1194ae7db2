import { describe, expect, it } from 'vitest';

import { pathGeometry, pathHeight, type PathScenario } from './path';

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
const size = { width: 555, height: 80, labelWidth: 100, queueWidth: 150, endWidth: 30 };

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

  it('marks a base RTT that the bottleneck makes impossible and starts it at the queue', () => {
    const groups = [...path.groups, { label: 'late', rttSeconds: 0.015 }];
    const [, , late] = pathGeometry({ ...path, groups }, size).branches;
    expect([late?.isTooShort, late?.startX]).toEqual([true, pathGeometry(path, size).joinX]);
    expect(geometry.branches.map(({ isTooShort }) => isTooShort)).toEqual([false, false]);
    const exact = { ...path, delaySeconds: 0.1, groups: [{ label: 'a', rttSeconds: 0.2 }] };
    expect(pathGeometry(exact, size).branches[0]?.isTooShort).toBe(false);
  });

  it('gives the packets of the link to the groups by their flows', () => {
    const groups = [
      { label: 'a', rttSeconds: 0.035, flowCount: 3 },
      { label: 'b', rttSeconds: 0.025, flowCount: 1 },
    ];
    const { squareHues } = pathGeometry({ ...path, groups, flowCount: 4 }, size);
    expect(squareHues.slice(0, 8)).toEqual([0, 0, 1, 0, 0, 0, 1, 0]);
  });

  it('fans many groups out, the first and the last among at most a hundred', () => {
    const groups = Array.from({ length: 1000 }, (_, index) => ({
      label: `flow ${index}`,
      rttSeconds: 0.02 + index / 1e5,
    }));
    const fan = pathGeometry({ ...path, groups, flowCount: 1000 }, { ...size, height: 208 });
    expect([fan.isDense, fan.groupCount, fan.branches.length]).toEqual([true, 1000, 100]);
    expect([fan.branches[0]?.hue, fan.branches.at(-1)?.hue]).toEqual([0, 999]);
    expect(Math.max(...fan.branches.map(({ y }) => y))).toBeLessThan(208);
    expect(pathHeight(1000, 46)).toBe(208);
    expect(pathHeight(2, 46)).toBe(92);
  });
});
