import { describe, expect, it } from 'vitest';

import { group, scenario } from '#tests/fixtures';

import { curveFlows, drawnFlows, stageFlow, usualCurves } from './stageFlows';

describe('drawnFlows', () => {
  it('numbers flows through, group after group, as the core does', () => {
    const flows = [{ ...group('a', 0.02, 'bbr2'), count: 2 }, group('', 0.04, 'bbr2')];
    expect(drawnFlows(scenario({ flows }))).toMatchObject([
      { index: 0, groupIndex: 0, label: 'a 1', baseRttSeconds: 0.02, bdpBytes: 25_000 },
      { index: 1, groupIndex: 0, label: 'a 2', baseRttSeconds: 0.02, bdpBytes: 25_000 },
      { index: 2, groupIndex: 1, label: 'group 2', baseRttSeconds: 0.04, bdpBytes: 50_000 },
    ]);
  });

  it('knows the slowest link that data passes, which the BDP is of', () => {
    const narrow = { ...scenario({}).bottleneck, id: 'narrow', rate_bps: 1e6 };
    const near = { ...group('near', 0.02, 'bbr2'), path: ['narrow', 'bottleneck'] };
    const flows = [near, group('other', 0.02, 'bbr2')];
    const drawn = drawnFlows({ ...scenario({ flows }), links: [narrow] });
    expect(drawn.map(({ bdpBytes }) => bdpBytes)).toEqual([2_500, 25_000]);
    expect(drawn.map(({ path }) => path?.map(({ index }) => index))).toEqual([[1, 0], [0]]);
  });

  it('knows what is sent at its fastest, on the return path too, and what a trace does', () => {
    const { bottleneck, ...rest } = scenario({});
    const up = {
      ...bottleneck,
      id: 'up',
      rate_bps: 1e5,
      rate_schedule: [{ at_s: 1, rate_bps: 2e5 }],
    };
    const near = { ...group('near', 0.02, 'bbr2'), return_path: ['up'] };
    const trace = { ...bottleneck.trace, opportunities_ms: [1] };
    const drawn = drawnFlows({
      ...rest,
      bottleneck: { ...bottleneck, trace },
      links: [up],
      flows: [near],
      header_bytes: 50,
    });
    expect(drawn[0]?.ackSeconds).toBeCloseTo(0.002);
    expect(drawn[0]?.path?.[0]).toMatchObject({ fastestBps: null, hasSteadyRate: false });
    expect(drawn[0]?.path?.[0]?.tokenBps).toBeUndefined();
  });

  it('knows what a policer lets pass, and takes its BDP of that', () => {
    const plain = scenario({});
    const queue = { kind: 'policer' as const, token_rate_ratio: 0.25, bucket_s: 0.1 };
    const [flow] = drawnFlows({
      ...plain,
      bottleneck: { ...plain.bottleneck, queue },
      flows: [group('near', 0.02, 'bbr2')],
    });
    const tokens = plain.bottleneck.rate_bps / 4;
    expect(flow?.path?.[0]?.tokenBps).toBe(tokens);
    expect(flow?.bdpBytes).toBeCloseTo((tokens * 0.02) / 8);
  });

  it('draws the first flows of each group when there are too many', () => {
    const flows = [
      { ...group('a', 0.02, 'bbr2'), count: 1000 },
      { ...group('b', 0.02, 'bbr2'), count: 1000 },
    ];
    const indices = drawnFlows(scenario({ flows })).map(({ index }) => index);
    expect(indices).toHaveLength(24);
    expect(indices[12]).toBe(1000);
  });
});

describe('many flows', () => {
  const crowd = (...counts: number[]) =>
    scenario({ flows: counts.map((count) => ({ ...group('a', 0.02, 'bbr2'), count })) });

  it('are drawn by group, and many groups as small plots', () => {
    expect(usualCurves([{ scenario: crowd(1, 1) }])).toBe('flows');
    expect(usualCurves([{ scenario: crowd(1, 1) }, { scenario: crowd(10, 10) }])).toBe('groups');
    expect(usualCurves([{ scenario: crowd(4, 4, 4, 4, 4) }])).toBe('small');
  });

  it('are drawn one by one on demand, spread over their groups when too many', () => {
    expect(curveFlows(crowd(10, 10), 'flows', null)).toHaveLength(20);
    const spread = curveFlows(crowd(1000, 10), 'flows', null).map(({ index }) => index);
    expect(spread).toHaveLength(60);
    expect(spread[1]).toBe(20);
  });

  it('have the pinned one drawn beside any others', () => {
    const pinned = { groupIndex: 0, flowIndex: 7 };
    expect(curveFlows(crowd(1000, 10), 'flows', pinned)).toHaveLength(61);
    expect(curveFlows(crowd(10, 10), 'groups', pinned).map(({ label }) => label)).toEqual(['a 8']);
    expect(curveFlows(crowd(10, 10), 'groups', null)).toEqual([]);
  });

  it('have numbers up to the last one', () => {
    expect(stageFlow(crowd(2, 3), 4)?.label).toBe('a 3');
    expect(stageFlow(crowd(2, 3), 5)).toBeNull();
  });
});
