import { describe, expect, it } from 'vitest';

import type { SeriesGrid } from '@/analysis/series/series';

import { result, run, scenario } from '#tests/fixtures';

import { affordableSeeds, curveSeeds, differenceStage, itemStage, type ItemCurves } from './curves';
import { commonSeeds, doneInAll } from './items';
import { lineStyles } from './lineStyles';
import { isSmall, shownPanes, togglePane } from './viewChoices';
import { seedsText } from './seedTexts';

function grid(...values: number[]): SeriesGrid {
  return {
    timeSeconds: values.map((_, index) => index + 1),
    sampleIntervalSeconds: 1,
    bucketSamples: 1,
    flows: new Map(),
    groups: new Map([[0, { throughput_bps: { mean: values, min: values, max: values } }]]),
    link: {},
  };
}

function item(grids: Record<number, SeriesGrid>): ItemCurves {
  return {
    key: 'k',
    label: 'FaiRTT',
    scenario: scenario(),
    grids: new Map(Object.entries(grids).map(([seed, each]) => [Number(seed), each])),
    run: run({ result: result() }),
  };
}

const DRAWING = { role: 'current', style: 'solid', seed: null } as const;
const column = (series: SeriesGrid) => series.groups?.get(0)?.throughput_bps;

describe('curves of an item', () => {
  it('are the mean of its seeds, or the seed that is asked for', () => {
    const both = item({ 1: grid(2, 4), 2: grid(4, 8) });
    expect(column(itemStage(both, DRAWING).series)?.mean).toEqual([3, 6]);
    expect(column(itemStage(both, { ...DRAWING, seed: 2 }).series)).toEqual({ mean: [4, 8] });
  });

  it('of one seed have no band that would pass for an interval', () => {
    expect(column(itemStage(item({ 1: grid(2) }), DRAWING).series)).toEqual({ mean: [2] });
  });

  it('have axes before there is a value', () => {
    const stage = itemStage(item({}), DRAWING);
    expect(stage.series.timeSeconds).toEqual([]);
    expect(stage.facts.capacityBps).toBe(scenario().bottleneck.rate_bps);
    expect(stage.groups).toHaveLength(2);
  });

  it('differ from the baseline seed by seed where seeds are common', () => {
    const base = item({ 1: grid(1), 2: grid(10), 3: grid(99) });
    const stage = differenceStage(item({ 1: grid(2), 2: grid(11) }), base, DRAWING);
    // Both differ by one: an interval of no width, however far the seeds are apart.
    expect(column(stage.series)).toEqual({ mean: [1], min: [1], max: [1] });
  });

  it('differ by their means where they are not', () => {
    const stage = differenceStage(item({ 7: grid(5) }), item({ 1: grid(1), 2: grid(3) }), DRAWING);
    expect(column(stage.series)).toEqual({ mean: [3] });
  });
});

describe('seeds', () => {
  it('of curves are those that the baseline has as well, then others, five at most', () => {
    expect(curveSeeds([1, 2, 8, 9], [8, 9])).toEqual([8, 9, 1, 2]);
    expect(curveSeeds([1, 2, 3, 4, 5, 6, 7], [])).toHaveLength(5);
  });

  it('of a cell are fewer where each costs much', () => {
    const base = scenario();
    expect(affordableSeeds(base)).toBe(5);
    const fast = { ...base, bottleneck: { ...base.bottleneck, rate_bps: 1e11 }, duration_s: 60 };
    expect(affordableSeeds(fast)).toBe(1);
  });

  it('of all runs are those of cells, then their own, then more', () => {
    expect(commonSeeds([[7], [1]], [], 4)).toEqual([7, 1, 2, 3]);
    expect(commonSeeds([[7]], [[101, 102, 103]], 2)).toEqual([101, 102]);
  });

  it('count when all items have them', () => {
    const done = (...seeds: number[]) => new Map(seeds.map((seed) => [seed, run({ seed })]));
    const open = new Map([[2, run({ seed: 2, status: 'running' })]]);
    expect(doneInAll([done(1, 2, 3), done(3, 2)])).toEqual([2, 3]);
    expect(doneInAll([done(2), open])).toEqual([]);
    expect(doneInAll([done(2), undefined])).toEqual([]);
  });

  it('are named in as few words as possible', () => {
    expect(seedsText([7], 1)).toBe('seed 7');
    expect(seedsText([1, 2, 3, 4], 4)).toBe('seeds 1 to 4');
    expect(seedsText([1, 5], 2)).toBe('seeds 1, 5');
    expect(seedsText([1, 5, 8, 9], 4)).toBe('4 seeds');
    expect(seedsText([1, 2], 20)).toBe('2 of 20 seeds');
    expect(seedsText([], 20)).toBe('no seed yet');
  });
});

describe('how curves are drawn', () => {
  it('gives the baseline its own style wherever it stands', () => {
    expect(lineStyles(3, 0)).toEqual(['dashed', 'solid', 'dotted']);
    expect(lineStyles(3, 2)).toEqual(['solid', 'dotted', 'dashed']);
    expect(lineStyles(1, 0)).toEqual(['solid']);
  });

  it('switches panes, and leaves one', () => {
    expect(togglePane({}, 'queue')).toBe('throughput.rtt.window');
    expect(togglePane({ plots: 'throughput.rtt.window' }, 'queue')).toBeUndefined();
    expect(togglePane({ plots: 'rtt' }, 'rtt')).toBe('rtt');
    expect(shownPanes({ plots: 'queue.rtt' })).toEqual(['rtt', 'queue']);
  });

  it('sets many items side by side', () => {
    const cell = { kind: 'cell', experimentId: 'e', cell: '1' } as const;
    const many = (count: number) => Array.from({ length: count }, () => cell);
    expect(isSmall({ view: {}, items: many(3) })).toBe(false);
    expect(isSmall({ view: {}, items: many(4) })).toBe(true);
    expect(isSmall({ view: { draw: 'overlay' }, items: many(4) })).toBe(false);
    expect(isSmall({ view: { draw: 'overlay' }, items: many(7) })).toBe(true);
  });
});
