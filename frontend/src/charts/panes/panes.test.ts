import { describe, expect, it } from 'vitest';

import { stageRunWith } from '#tests/stageRun';
import type { SeriesGrid } from '@/analysis/series/series';

import type { PathLink, StageRun } from '../model';
import { buildPanes, metricsOf, withSharedScales } from './panes';

const grid: SeriesGrid = {
  timeSeconds: [0.2, 0.4],
  sampleIntervalSeconds: 0.1,
  bucketSamples: 2,
  flows: new Map([
    [
      0,
      {
        throughput_bps: { mean: [6e6, 7e6], min: [5e6, 6e6], max: [8e6, 8e6] },
        cwnd_bytes: { mean: [50_000, 60_000] },
        inflight_bytes: { mean: [40_000, 50_000] },
        rtt_s: { mean: [0.06, null] },
      },
    ],
  ]),
  link: {
    queue_bytes: { mean: [20_000, 30_000], min: [0, 0], max: [25_000, 35_000] },
    queue_max_bytes: { mean: [30_000, 40_000], min: [0, 0], max: [45_000, 50_000] },
  },
};

function stageRun(changes: Partial<StageRun> = {}): StageRun {
  return stageRunWith({ series: grid, ...changes });
}

const pane = (runs: StageRun[], id: 'throughput' | 'rtt' | 'window' | 'queue') => {
  const [built] = buildPanes([id], runs);
  if (built === undefined) throw new Error('no pane');
  return built;
};

describe('the throughput pane', () => {
  it('draws in the unit of the capacity, with capacity and fair share', () => {
    const { lines, references, unit, scale } = pane([stageRun()], 'throughput');
    expect(lines.map(({ values }) => values)).toEqual([[6, 7]]);
    expect(lines[0]?.band).toEqual({ min: [5, 6], max: [8, 8] });
    expect(references).toEqual([
      { value: 10, hue: 'ink', style: 'solid', label: 'capacity' },
      { value: 5, hue: 'ink', style: 'dotted', label: 'fair share' },
    ]);
    expect(unit).toBe('Mbit/s, mean over 0.2 s; band: lowest to highest 0.1 s');
    expect(scale.ticks).toEqual([0, 2.5, 5, 7.5, 10]);
  });

  it('shows a value above the capacity instead of cutting it off', () => {
    const above = new Map([[0, { throughput_bps: { mean: [1.2e7] } }]]);
    const series = { ...grid, timeSeconds: [0.2], flows: above };
    expect(pane([stageRun({ series })], 'throughput').scale.max).toBeGreaterThan(12);
  });
});

describe('the other panes', () => {
  it('count windows and the queue in packets, with BDP and buffer', () => {
    const window = pane([stageRun()], 'window');
    expect(window.lines.map(({ isArea, values }) => [isArea, values])).toEqual([
      [true, [40, 50]],
      [false, [50, 60]],
    ]);
    expect(window.references[0]).toMatchObject({ value: 43.75, hue: 0, label: 'BDP 43.8' });
    const queue = pane([stageRun()], 'queue');
    expect(queue.references[0]).toMatchObject({ value: 312, label: 'buffer 312' });
  });

  it('have one reference where every group has the same, and one of each where they differ', () => {
    const [flow] = stageRun().flows;
    if (flow === undefined) throw new Error('no flow');
    const twin = { ...flow, index: 1, groupIndex: 1, label: 'twin' };
    const alike = pane([stageRun({ flows: [flow, twin] })], 'window');
    expect(alike.references.map(({ label, hue }) => [label, hue])).toEqual([['BDP 43.8', 'ink']]);
    const mouse = { ...twin, bdpBytes: 25_000 };
    const different = pane([stageRun({ flows: [flow, mouse] })], 'window');
    expect(different.references.map(({ label, hue }) => [label, hue])).toEqual([
      ['BDP 43.8', 0],
      ['BDP 25', 1],
    ]);
  });

  it('take the queue’s highest value in a bucket, not the mean of the highest ones', () => {
    const [peak, mean] = pane([stageRun()], 'queue').lines;
    expect(peak).toMatchObject({ isArea: true, values: [45, 50] });
    expect(mean).toMatchObject({ isArea: false, values: [20, 30], label: 'mean' });
  });

  it('draw the queue of several seeds with their lowest and highest', () => {
    const bandText = 'mean of 20 seeds, band: lowest to highest';
    const options = { curves: 'flows', isGoodput: false, hasSsthresh: false, bandText } as const;
    const [queue] = buildPanes(['queue'], [stageRun()], options);
    expect(queue?.lines).toHaveLength(1);
    expect(queue?.lines[0]).toMatchObject({ isArea: false, band: { min: [0, 0], max: [25, 35] } });
    expect(queue?.unit).toContain(bandText);
  });

  it('show RTT over propagation and one packet’s transmission, and keep gaps', () => {
    const { lines, references } = pane([stageRun()], 'rtt');
    expect(lines[0]?.values).toEqual([60, null]);
    // 1,000 bytes take 0.8 ms at 10 Mbit/s.
    expect(references[0]?.value).toBeCloseTo(35.8, 9);
    expect(references[0]).toMatchObject({ hue: 0, label: 'base 35.8' });
  });

  it('go by the whole path: every link’s transmission, and the slowest link', () => {
    const link = {
      index: 0,
      rateBps: 1e7,
      fastestBps: 1e7,
      hasSteadyRate: true,
      hasSteadyDelay: true,
    };
    const narrow = { ...link, index: 1, rateBps: 1e6, fastestBps: 1e6 };
    const [flow] = stageRun().flows;
    if (flow === undefined) throw new Error('no flow');
    const over = (...path: PathLink[]) => stageRun({ flows: [{ ...flow, path }] });
    // 1,000 bytes take 8 ms at 1 Mbit/s.
    expect(pane([over(narrow, link)], 'rtt').references[0]?.value).toBeCloseTo(43.8, 9);
    expect(pane([over(narrow, link)], 'window').references[0]?.value).toBeCloseTo(4.375, 9);
    // The policer of a link of 10 Mbit/s lets 2 pass.
    const policed = { ...link, tokenBps: 2e6 };
    expect(pane([over(policed)], 'window').references[0]?.value).toBeCloseTo(8.75, 9);
    const traced = { ...narrow, fastestBps: null, hasSteadyRate: false };
    expect(pane([over(traced)], 'rtt').references[0]?.value).toBeCloseTo(35, 9);
    const back = stageRun({ flows: [{ ...flow, path: [link], ackSeconds: 0.005 }] });
    expect(pane([back], 'rtt').references[0]?.value).toBeCloseTo(40.8, 9);
    const moved = { ...narrow, hasSteadyRate: false, hasSteadyDelay: false };
    expect(pane([over(moved, link)], 'rtt').references).toEqual([]);
    expect(pane([over(moved, link)], 'window').references).toEqual([]);
    const series = { ...grid, link: { ...grid.link, capacity_bps: { mean: [2e7, 5e5] } } };
    const changing = stageRun({
      series,
      flows: [{ ...flow, path: [narrow, { ...link, hasSteadyRate: false }] }],
    });
    const bdp = pane([changing], 'window').lines.find(({ name }) => name === 'BDP');
    expect(bdp?.values.map((value) => value?.toFixed(4))).toEqual(['4.3750', '2.1875']);
    const beside = stageRun({ series, flows: [{ ...flow, path: [narrow] }] });
    expect(pane([beside], 'window').references[0]?.value).toBeCloseTo(4.375, 9);
  });

  it('have no buffer line while the buffer is unknown', () => {
    const facts = { ...stageRun().facts, bufferBytes: null };
    expect(pane([stageRun({ facts })], 'queue').references).toEqual([]);
  });
});

describe('two runs', () => {
  const current = stageRun({ label: 'FaiRTT' });
  const baseline = stageRun({ id: 'two', role: 'baseline' });

  it('draw the baseline dashed and below, without a band, and name each run', () => {
    const { lines } = pane([current, baseline], 'throughput');
    expect(lines.map(({ style, label }) => [style, label])).toEqual([
      ['dashed', 'elephant, BBRv2'],
      ['solid', 'elephant, FaiRTT'],
    ]);
    expect(lines[0]?.band).toBeNull();
    expect(lines.map(({ hue }) => hue)).toEqual([0, 0]);
  });

  it('share a reference that they agree on and name it where they do not', () => {
    const shallow = { ...baseline.facts, bufferBytes: 31_000 };
    expect(pane([current, baseline], 'queue').references).toHaveLength(1);
    const apart = pane([current, { ...baseline, facts: shallow }], 'queue').references;
    expect(apart.map(({ label }) => label)).toEqual(['buffer, FaiRTT 312', 'buffer, BBRv2 31']);
  });

  it('get equal axes when they stand side by side', () => {
    const empty = stageRun({ series: { ...grid, timeSeconds: [], flows: new Map(), link: {} } });
    const stages = [current, empty].map((run) => ({ panes: buildPanes(['window'], [run]) }));
    const scales = withSharedScales(stages).map(({ panes }) => panes[0]?.scale.max);
    expect(scales[0]).toBe(scales[1]);
    expect(scales[0]).toBeGreaterThan(60);
  });
});

describe('many flows', () => {
  const flows = Array.from({ length: 12 }, (_, index) => ({
    index,
    groupIndex: index < 6 ? 0 : 1,
    label: `flow ${index}`,
    baseRttSeconds: 0.035,
    bdpBytes: 43_750,
  }));
  const rates = new Map(
    flows.map(({ index }) => [index, { throughput_bps: { mean: [index * 1e5, 5e5] } }]),
  );
  const facts = { ...stageRun().facts, fairShareBps: 1e7 / 12 };
  const many = stageRun({ flows, facts, series: { ...grid, flows: rates } });

  it('label the highest and the lowest of each group, thinner and without bands', () => {
    const { lines } = pane([many], 'throughput');
    expect(lines).toHaveLength(12);
    expect(lines.flatMap(({ label }) => label ?? [])).toEqual([
      'flow 0',
      'flow 5',
      'flow 6',
      'flow 11',
    ]);
    expect(lines.every(({ band, widthPx, name }) => !band && widthPx < 2 && name)).toBe(true);
  });

  it('label the extremes of all flows where only some are drawn, not those of the lines', () => {
    const extremes = [
      { metric: 'throughput_bps', groupIndex: 0, highest: 2, lowest: 3 },
      { metric: 'throughput_bps', groupIndex: 1, highest: 7, lowest: 10 },
    ];
    const { lines } = pane([{ ...many, extremes }], 'throughput');
    expect(lines.flatMap(({ label }) => label ?? [])).toEqual([
      'flow 2',
      'flow 3',
      'flow 7',
      'flow 10',
    ]);
  });

  it('fill the scale; the capacity is noted above it', () => {
    const { scale, references } = pane([many], 'throughput');
    expect(scale.max).toBeLessThan(2);
    expect(references[0]).toMatchObject({ value: 10, label: 'capacity' });
  });

  it('are drawn as the mean of their group in the band of its flows', () => {
    const groups = [0, 1].map((groupIndex) => ({
      groupIndex,
      label: `group ${groupIndex}`,
      firstIndex: 6 * groupIndex,
      count: 6,
      baseRttSeconds: 0.035,
      bdpBytes: 43_750,
    }));
    const column = {
      throughput_bps: { mean: [5e5, 5e5], min: [1.25e5, 2.5e5], max: [7.5e5, 1e6] },
    };
    const series = { ...grid, flows: new Map(), groups: new Map([[1, column]]) };
    const run = stageRun({ flows: [], groups, facts, series });
    const [built] = buildPanes(['throughput'], [run], {
      curves: 'groups',
      isGoodput: false,
      hasSsthresh: false,
    });
    const line = built?.lines.find(({ key }) => key === 'one:g1:throughput_bps');
    expect(line).toMatchObject({ label: 'group 1', mark: { groupIndex: 1, flowIndex: null } });
    expect(line?.band?.min[1]).toBeCloseTo(0.25, 9);
    expect(line?.band?.max[0]).toBeCloseTo(0.75, 9);
    expect(built?.unit).toMatch(/band: 10th to 90th percentile; single flows /);
  });

  it('fit means and percentiles of many flows, not the one flow that is far above them', () => {
    const mbps = (value: number) => Array.from(grid.timeSeconds, () => value * 1e6);
    const column = { mean: mbps(2), min: mbps(0.01), max: mbps(60), p10: mbps(1), p90: mbps(3) };
    const groups = [
      {
        groupIndex: 0,
        label: 'many',
        firstIndex: 0,
        count: 500,
        baseRttSeconds: 0.02,
        bdpBytes: 1333e3,
      },
    ];
    const facts = { ...stageRun().facts, capacityBps: 1e9, fairShareBps: 2e6 };
    const packets = (value: number) =>
      Array.from(grid.timeSeconds, () => value * facts.packetBytes);
    const windows = {
      mean: packets(12),
      min: packets(1),
      max: packets(905),
      p10: packets(4),
      p90: packets(24),
    };
    const columns = { throughput_bps: column, cwnd_bytes: windows };
    const series = { ...grid, flows: new Map(), groups: new Map([[0, columns]]) };
    const run = stageRun({ flows: [], groups, facts, series });
    const options = { curves: 'groups', isGoodput: false, hasSsthresh: false } as const;
    const [rates, window] = buildPanes(['throughput', 'window'], [run], options);
    expect(rates?.scale.max).toBeLessThan(5);
    expect(rates?.lines[0]?.band).toEqual({ min: mbps(1).map(toMega), max: mbps(3).map(toMega) });
    expect(rates?.unit).toMatch(/single flows 0.01 to 60$/);
    // The BDP of 1,333 packets is named at the top of the pane instead.
    expect(window?.scale.max).toBeLessThan(40);
    expect(window?.references.map(({ label }) => label)).toEqual(['BDP 1,333']);
    expect(window?.unit).toMatch(/single flows 1 to 905/);
  });
});

const toMega = (value: number) => value / 1e6;

describe('goodput', () => {
  it('is held against the payload that the link can carry', () => {
    const facts = { ...stageRun().facts, headerBytes: 50 };
    const [built] = buildPanes(['throughput'], [stageRun({ facts })], {
      curves: 'flows',
      isGoodput: true,
      hasSsthresh: false,
    });
    expect(built?.title).toBe('Goodput');
    expect(built?.references.map(({ value }) => value)).toEqual([9.5, 4.75]);
  });
});

describe('losses', () => {
  it('are ticks in the middle of their bucket with the packets of all its samples', () => {
    const link = {
      ...grid.link,
      dropped_packets: { mean: [0, 1.5], min: [0, 0], max: [0, 3] },
      randomly_lost_packets: { mean: [0, 0] },
    };
    const { ticks, unit } = pane([stageRun({ series: { ...grid, link } })], 'queue');
    expect(ticks).toHaveLength(1);
    expect(ticks?.[0]).toMatchObject({ kind: 'dropped', packets: 3 });
    expect(ticks?.[0]?.timeSeconds).toBeCloseTo(0.3, 9);
    expect(unit).toMatch(/3 dropped by the queue$/);
  });
});

describe('fair shares that differ or change', () => {
  const first = [{ fromSeconds: 0, bps: 9e6 }];
  const second = [
    { fromSeconds: 0, bps: 0 },
    { fromSeconds: 0.2, bps: 1e6 },
  ];
  const run = stageRun();
  const fairShares = [first, second].map((steps, groupIndex) => ({ groupIndex, steps }));

  it('are dotted lines of their groups, and there is no line for all', () => {
    const [pane] = buildPanes(['throughput'], [{ ...run, facts: { ...run.facts, fairShares } }]);
    expect(pane?.references.map(({ label }) => label)).toEqual(['capacity']);
    const lines = pane?.lines.filter(({ name }) => name === 'fair share');
    expect(lines?.map(({ hue, style, values }) => [hue, style, values])).toEqual([
      [0, 'dotted', [9, 9]],
      // Nothing while it has nothing to send.
      [1, 'dotted', [null, 1]],
    ]);
  });

  it('are of payload where that is drawn', () => {
    const facts = { ...run.facts, headerBytes: 100, fairShares };
    const options = { curves: 'flows', isGoodput: true, hasSsthresh: false } as const;
    const [pane] = buildPanes(['throughput'], [{ ...run, facts }], options);
    const fair = pane?.lines.find(({ name }) => name === 'fair share');
    expect(fair?.values[0]).toBeCloseTo(8.1, 9);
  });
});

describe('a link that changes', () => {
  const moving = stageRun();
  const link = {
    ...grid.link,
    capacity_bps: { mean: [10e6, 4e6] },
    delay_s: { mean: [0.01, 0.03] },
  };
  const runs = [
    {
      ...moving,
      facts: { ...moving.facts, capacityBps: 8e6, fairShareBps: 4e6, delaySeconds: 0.01 },
      series: { ...grid, link },
    },
  ];

  it('has its capacity and fair share as curves instead of lines', () => {
    const [pane] = buildPanes(['throughput'], runs);
    expect(pane?.references).toEqual([]);
    const [capacity, fair] = pane?.lines ?? [];
    expect(capacity).toMatchObject({ name: 'capacity', hue: 'ink', values: [10, 4] });
    expect(fair).toMatchObject({ name: 'fair share', style: 'dotted', values: [5, 2] });
    const [rates] = buildPanes(['rates'], runs);
    expect(rates?.references).toEqual([]);
    expect(rates?.lines[0]).toMatchObject({ name: 'capacity', values: [10, 4] });
  });

  it('has a base RTT that follows its delay', () => {
    const [pane] = buildPanes(['rtt'], runs);
    // 1,000 bytes take 1 ms at 8 Mbit/s.
    const base = (moving.flows[0]?.baseRttSeconds ?? 0) * 1e3 + 1;
    expect(pane?.references).toEqual([]);
    expect(pane?.lines[0]).toMatchObject({ name: 'base RTT', style: 'dotted' });
    expect(pane?.lines[0]?.values[0]).toBeCloseTo(base);
    expect(pane?.lines[0]?.values[1]).toBeCloseTo(base + 20);
  });
});

describe('a link whose queue writes a delay of its own', () => {
  it('keeps its base RTT', () => {
    const steady = stageRun();
    const link = { ...grid.link, delay_s: { mean: [0.015, 0.02] } };
    const facts = { ...steady.facts, hasDelaySeries: false };
    const [pane] = buildPanes(['rtt'], [{ ...steady, facts, series: { ...grid, link } }]);
    expect(pane?.references.length).toBeGreaterThan(0);
    expect(pane?.lines.filter(({ name }) => name === 'base RTT')).toEqual([]);
  });

  it('has a base RTT that follows a propagation delay under its longer name', () => {
    const steady = stageRun();
    const link = {
      ...grid.link,
      delay_s: { mean: [0.015, 0.02] },
      propagation_delay_s: { mean: [0.01, 0.04] },
    };
    const facts = { ...steady.facts, delaySeconds: 0.01, hasDelaySeries: false };
    const [pane] = buildPanes(['rtt'], [{ ...steady, facts, series: { ...grid, link } }]);
    // 1,000 bytes take 0.8 ms at 10 Mbit/s.
    const base = (steady.flows[0]?.baseRttSeconds ?? 0) * 1e3 + 0.8;
    expect(pane?.references).toEqual([]);
    expect(pane?.lines[0]?.name).toBe('base RTT');
    expect(pane?.lines[0]?.values[0]).toBeCloseTo(base);
    expect(pane?.lines[0]?.values[1]).toBeCloseTo(base + 30);
  });
});

describe('metricsOf', () => {
  const plain = { curves: 'flows', isGoodput: false, hasSsthresh: false } as const;

  it('asks only for what the shown panes and lanes draw', () => {
    expect(metricsOf(['rtt'], [], plain)).toEqual(['rtt_s', 'delay_s', 'propagation_delay_s']);
    expect(metricsOf(['throughput'], [], { ...plain, isGoodput: true })).toEqual([
      'goodput_bps',
      'capacity_bps',
    ]);
    expect(metricsOf(['window'], ['limits'], { ...plain, hasSsthresh: true })).toEqual(
      expect.arrayContaining(['cwnd_bytes', 'ssthresh_bytes', 'limited_cwnd_ratio']),
    );
  });
});
