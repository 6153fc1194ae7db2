import { describe, expect, it } from 'vitest';

import { opening } from '#tests/firstPage';

import {
  armScenarios,
  averagedOf,
  BUFFER_SCALE,
  comparableOf,
  knownCase,
  LOSS_SCALE,
  RTT_SCALE,
  settingOf,
  viewOf,
} from './setting';

const found = comparableOf(opening());
if (found === null) throw new Error('no comparison');
const [leading, paper] = found.cases;
const start = leading.setting;

describe('the controls of the first page', () => {
  it('start where the leading case stands, on stops of their sliders', () => {
    expect(start).toEqual({
      algorithms: ['bbr2', 'fairtt'],
      elephantRttMs: 35,
      bufferBdp: 10,
      lossProbability: 0,
    });
    for (const { setting } of found.cases) {
      expect(RTT_SCALE.stops).toContain(setting.elephantRttMs);
      expect(BUFFER_SCALE.stops).toContain(setting.bufferBdp);
      expect(LOSS_SCALE.stops).toContain(setting.lossProbability);
    }
  });

  it('make the scenarios of every case again, so that its seeds are known', () => {
    opening().forEach((item, index) => {
      const { setting } = found.cases[index] ?? leading;
      expect(armScenarios(found, setting)).toEqual(item.scenarios);
    });
  });

  it('know a case however the controls got there, and nothing else', () => {
    expect(knownCase(found, { ...start, lossProbability: 0.0015 })).toBe(paper);
    expect(knownCase(found, { ...start, elephantRttMs: 36 })).toBeNull();
    expect(knownCase(found, { ...start, algorithms: ['fairtt', 'bbr2'] })).toBeNull();
  });

  it('change the first flow, the buffer and the loss of both scenarios', () => {
    const arms = armScenarios(found, {
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

  it('leave out the start-up of the leading case, but keep the window of a known one', () => {
    const cases = opening().map((item, index) => ({
      ...item,
      scenarios: item.scenarios.map((each) => ({ ...each, warmup_s: index === 0 ? 5 : 0 })),
    }));
    const mixed = comparableOf(cases);
    if (mixed === null) throw new Error('no comparison');
    const warmups = (setting: typeof start) =>
      armScenarios(mixed, setting).map(({ warmup_s }) => warmup_s);
    expect(warmups({ ...start, elephantRttMs: 89, bufferBdp: 9 })).toEqual([5, 5]);
    expect(warmups(start)).toEqual([5, 5]);
    expect(warmups({ ...start, lossProbability: 0.0015 })).toEqual([0, 0]);
    expect(averagedOf(mixed, { ...start, elephantRttMs: 89 })).toEqual([5, 10]);
  });

  it('do not fit a case with one algorithm', () => {
    const alone = opening().map((item) => ({ ...item, scenarios: item.scenarios.slice(0, 1) }));
    expect(comparableOf(alone)).toBeNull();
  });

  it('go into an address and come back from it', () => {
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
    const broken = { pair: 'bbr2.bbr2', rtt: 5, buffer: 1e6, loss: 0.4 };
    expect(settingOf(broken, start)).toEqual(start);
    expect(settingOf({ pair: 'bbr2' }, start)).toEqual(start);
  });
});
