import { describe, expect, it } from 'vitest';

import { elephant, stageRunWith } from '#tests/stageRun';

import type { StageRun } from '../model';
import { variablePanes } from './variablePanes';

const mouse = { index: 1, groupIndex: 1, label: 'mouse', baseRttSeconds: 0.02, bdpBytes: 25_000 };

/** Only the elephant's algorithm has an upper bound of inflight. */
function stageRun(changes: Partial<StageRun> = {}): StageRun {
  return stageRunWith({
    flows: [elephant, mouse],
    series: {
      timeSeconds: [0.2, 0.4],
      sampleIntervalSeconds: 0.1,
      bucketSamples: 2,
      flows: new Map([
        [0, { inflight_hi_bytes: { mean: [50_000, 60_000] }, cwnd_bytes: { mean: [1000, 2000] } }],
        [1, { cwnd_bytes: { mean: [3000, null] } }],
      ]),
      link: {},
    },
    ...changes,
  });
}

const variable = (metric: string, name: string, flow: typeof elephant | null = null) => ({
  metric,
  name,
  flow,
});

describe('panes of state variables', () => {
  it('puts variables of one unit into one pane, distinguished by style', () => {
    const [pane, ...others] = variablePanes(
      [variable('inflight_hi_bytes', 'inflight hi'), variable('cwnd_bytes', 'cwnd')],
      [stageRun()],
      'flows',
    );
    expect(others).toEqual([]);
    expect(pane?.unit).toBe(
      'packets, mean over 0.2 s of a value each 0.1 s: inflight hi solid, cwnd dotted',
    );
    expect(pane?.lines.map(({ name, style, hue }) => [name, style, hue])).toEqual([
      ['elephant inflight hi', 'solid', 0],
      ['elephant cwnd', 'dotted', 0],
      ['mouse cwnd', 'dotted', 1],
    ]);
    expect(pane?.lines[0]?.values).toEqual([50, 60]);
    expect(pane?.references.map(({ label }) => label)).toEqual(['BDP 43.8', 'BDP 25']);
  });

  it('gives every unit its own pane, rates with capacity and fair share', () => {
    const panes = variablePanes(
      [variable('pacing_rate_bps', 'pacing rate'), variable('pacing_gain_ratio', 'pacing gain')],
      [stageRun()],
      'flows',
    );
    expect(panes.map(({ id, shortUnit }) => [id, shortUnit])).toEqual([
      ['variables-bps', 'Mbit/s'],
      ['variables-plain', ''],
    ]);
    expect(panes[0]?.references.map(({ label, value }) => [label, value])).toEqual([
      ['capacity', 10],
      ['fair share', 5],
    ]);
  });

  it('draws no line at the fair share where shares differ', () => {
    const facts = { ...stageRun().facts, fairShares: [] };
    const [pane] = variablePanes(
      [variable('pacing_rate_bps', 'pacing rate')],
      [stageRun({ facts })],
      'flows',
    );
    expect(pane?.references.map(({ label }) => label)).toEqual(['capacity']);
  });

  it('draws one flow where one was chosen, also one without a curve of its own', () => {
    const [pane] = variablePanes(
      [variable('cwnd_bytes', 'cwnd', mouse)],
      [stageRun({ flows: [elephant] })],
      'flows',
    );
    expect(pane?.lines.map(({ name }) => name)).toEqual(['mouse cwnd']);
    expect(pane?.title).toBe('Cwnd');
  });

  it('draws what the queue of the link writes, in ink', () => {
    const run = stageRun();
    const link = { sojourn_s: { mean: [0.005, null] } };
    const chosen = { ...variable('sojourn_s', 'sojourn'), isOfQueue: true };
    const [pane] = variablePanes(
      [chosen, { ...chosen, metric: 'no_such_s' }],
      [{ ...run, series: { ...run.series, link } }],
      'flows',
    );
    expect(pane?.lines.map(({ name, hue, values }) => [name, hue, values])).toEqual([
      ['sojourn', 'ink', [5, null]],
    ]);
  });

  it('says whose they are where several runs are compared', () => {
    const [pane] = variablePanes(
      [variable('cwnd_bytes', 'cwnd')],
      [stageRun(), stageRun({ id: 'two', label: 'FaiRTT', role: 'baseline' })],
      'flows',
    );
    expect(pane?.unit).toBe('packets, mean over 0.2 s of a value each 0.1 s; of BBRv2');
    expect(pane?.lines).toHaveLength(2);
  });
});
