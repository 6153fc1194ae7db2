import { describe, expect, it } from 'vitest';

import { group, scenario } from '#tests/fixtures';
import { scenarioSchema } from '#tests/scenarioSchema';

import { settingRows } from './settingRows';

const SCENARIOS = [scenario(), scenario()];
const titleOf = (name: string) => ({ bbr2: 'BBRv2', fairtt: 'FaiRTT' })[name] ?? name;

function rows(settings: Parameters<typeof settingRows>[0], scenarios: unknown[] = SCENARIOS) {
  return settingRows(settings, scenarios, scenarioSchema(), titleOf).map(({ name, values }) => [
    name,
    ...values,
  ]);
}

describe('settingRows', () => {
  it('write values with their units', () => {
    expect(rows([{ path: 'bottleneck.rate_bps', values: [1e7, 2.5e7] }])).toEqual([
      ['Rate', '10 Mbit/s', '25 Mbit/s'],
    ]);
  });

  it('name the flow group', () => {
    expect(rows([{ path: 'flows.0.rtt_s', values: [0.035, 0.06] }])).toEqual([
      ['elephant, base RTT', '35 ms', '60 ms'],
    ]);
  });

  it('join what all groups have in common', () => {
    const algorithms = ['bbr2', 'fairtt'];
    expect(
      rows([
        { path: 'flows.0.algorithm.name', values: algorithms },
        { path: 'flows.1.algorithm.name', values: algorithms },
      ]),
    ).toEqual([['Algorithm', 'BBRv2', 'FaiRTT']]);
    expect(rows([{ path: 'flows.1.algorithm.name', values: algorithms }])).toEqual([
      ['mouse, algorithm', 'BBRv2', 'FaiRTT'],
    ]);
  });

  it('give a buffer with its unit, each in its own', () => {
    const sized = (amount: number, unit: string) => {
      const base = scenario();
      return { ...base, bottleneck: { ...base.bottleneck, buffer: { amount, unit } } };
    };
    const scenarios = [sized(10, 'bdp'), sized(64, 'packets')];
    expect(rows([{ path: 'bottleneck.buffer.amount', values: [10, 64] }], scenarios)).toEqual([
      [expect.any(String), '10 BDP of 25 ms', '64 packets'],
    ]);
  });

  it('say which scenario has a group', () => {
    const more = scenario({ flows: [...scenario().flows, group('late', 0.025, 'bbr2')] });
    const settings = [{ path: 'flows.2', values: [null, more.flows[2]] }];
    expect(rows(settings, [scenario(), more])).toEqual([['late', 'absent', 'there']]);
  });
});
