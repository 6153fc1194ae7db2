import { describe, expect, it } from 'vitest';

import { spreadLabels } from './spread';

const place = (ys: number[], gap: number, low: number, high: number) =>
  spreadLabels(
    ys.map((y) => ({ item: y, y })),
    gap,
    low,
    high,
  ).map(({ placedY }) => placedY);

describe('spreadLabels', () => {
  it('leaves labels where they are when there is room', () => {
    expect(place([10, 40, 80], 14, 0, 100)).toEqual([10, 40, 80]);
  });

  it('pushes near labels apart downwards', () => {
    expect(place([40, 42], 14, 0, 100)).toEqual([40, 54]);
  });

  it('pushes them back up at the lower edge and keeps their order', () => {
    expect(place([98, 95, 97], 14, 0, 100)).toEqual([72, 86, 100]);
  });

  it('leaves labels far above the edge alone', () => {
    expect(place([10, 99, 99], 14, 0, 100)).toEqual([10, 86, 100]);
  });
});
