import { expect, it } from 'vitest';

import { scenario } from '#tests/fixtures';

import { gridOf } from './arms';

it('draws one flow of each group: the mean of them, beside which the fair share stands', () => {
  const [first, second] = scenario().flows;
  if (first === undefined || second === undefined) throw new Error('two groups');
  const curve = (bps: number) => ({ mean: [bps], low: [bps / 2], high: [bps * 2] });
  const grid = gridOf({ ...scenario(), flows: [{ ...first, count: 5 }, second] }, {
    scenario_digest: 'x',
    buffer_bytes: null,
    results: [],
    curves: {
      point_s: 1,
      queue_bytes: curve(1000),
      throughputs_bps: [curve(5e6), curve(4e6)],
    },
  } as never);
  expect(grid?.flows.get(0)?.throughput_bps).toEqual({ mean: [1e6], min: [5e5], max: [2e6] });
  expect(grid?.flows.get(1)?.throughput_bps).toEqual({ mean: [4e6], min: [2e6], max: [8e6] });
});
