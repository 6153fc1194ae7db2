import { describe, expect, it } from 'vitest';

import { presets, scenario } from '#tests/fixtures';

import {
  armScenarios,
  BUFFER_SCALE,
  comparableOf,
  LOSS_SCALE,
  RTT_SCALE,
  settingOf,
  viewOf,
} from './setting';

const [first, second] = presets();

describe('the controls of the first page', () => {
  it('start where the preset stands, on stops of their sliders', () => {
    const start = first && comparableOf(first)?.start;
    expect(start).toEqual({
      algorithms: ['bbr2', 'fairtt'],
      elephantRttMs: 35,
      bufferBdp: 10,
      lossProbability: 0.0015,
    });
    expect(RTT_SCALE.stops).toContain(start?.elephantRttMs);
    expect(BUFFER_SCALE.stops).toContain(start?.bufferBdp);
    expect(LOSS_SCALE.stops).toContain(start?.lossProbability);
  });

  it('make the scenarios of the preset again when nothing was moved', () => {
    const found = first && comparableOf(first);
    if (!found) throw new Error('no comparison');
    const arms = armScenarios(found.base, found.start);
    expect(arms).toEqual(found.preset.variants.map((variant) => variant.scenario));
  });

  it('change the first flow, the buffer and the loss of both scenarios', () => {
    const arms = armScenarios(scenario(), {
      algorithms: ['cubic', 'bbr'],
      elephantRttMs: 50,
      bufferBdp: 0.5,
      lossProbability: 0,
    });
    expect(arms.map(({ flows }) => flows.map(({ rtt_s }) => rtt_s))).toEqual([
      [0.05, 0.025],
      [0.05, 0.025],
    ]);
    expect(arms[1].flows.map(({ algorithm }) => algorithm.name)).toEqual(['bbr', 'bbr']);
    expect(arms[0].bottleneck.buffer.amount).toBe(0.5);
    expect(arms[0].bottleneck.loss).toEqual({ kind: 'none' });
  });

  it('do not fit a preset with one variant', () => {
    expect(second && comparableOf(second)).toBeNull();
  });

  it('go into an address and come back from it', () => {
    const start = first && comparableOf(first)?.start;
    if (!start) throw new Error('no comparison');
    const moved = {
      algorithms: ['cubic', 'bbr1'],
      elephantRttMs: 50,
      bufferBdp: 0.5,
      lossProbability: 0,
    } as const;
    expect(viewOf(moved)).toEqual({ pair: 'cubic.bbr1', rtt: 50, buffer: 0.5, loss: 0 });
    expect(settingOf(viewOf(moved), start)).toEqual(moved);
    expect(settingOf({}, start)).toEqual(start);
  });

  it('ignore what no control could have set', () => {
    const start = first && comparableOf(first)?.start;
    if (!start) throw new Error('no comparison');
    const broken = { pair: 'bbr2.bbr2', rtt: 5, buffer: 1e6, loss: 0.4 };
    expect(settingOf(broken, start)).toEqual(start);
    expect(settingOf({ pair: 'bbr2' }, start)).toEqual(start);
  });
});
