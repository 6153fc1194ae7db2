import { describe, expect, it } from 'vitest';

import { queueCells } from './queueCells';

const box = { width: 40, height: 20, pitch: 4 };

describe('a queue as squares', () => {
  it('has one square for each packet, from the right and from the top', () => {
    const { cells, packetsPerCell } = queueCells(
      { packets: 6, bufferPackets: 50, shares: [1] },
      box,
    );
    expect(packetsPerCell).toBe(1);
    expect(cells).toHaveLength(6);
    expect(cells[0]).toEqual({ x: 36, y: 0, groupIndex: 0 });
    expect(cells[5]).toEqual({ x: 32, y: 0, groupIndex: 0 });
  });

  it('mixes the groups by their shares', () => {
    const fill = { packets: 8, bufferPackets: 50, shares: [0.75, 0.25] };
    const groups = queueCells(fill, box).cells.map(({ groupIndex }) => groupIndex);
    expect(groups.filter((group) => group === 1)).toHaveLength(2);
    expect(groups.slice(0, 4)).toContain(1);
  });

  it('lets a square stand for several packets where the buffer has no room', () => {
    const fill = { packets: 100, bufferPackets: 500, shares: [0.5, 0.5] };
    const { cells, packetsPerCell } = queueCells(fill, box);
    expect(packetsPerCell).toBe(10);
    expect(cells).toHaveLength(10);
  });

  it('does not leave its box', () => {
    const fill = { packets: 90, bufferPackets: 50, shares: [1] };
    expect(queueCells(fill, box).cells).toHaveLength(50);
  });
});
