import { describe, expect, it } from 'vitest';

import { scenario } from '#tests/fixtures';
import { coreAlgorithms } from '#tests/registry';
import { scenarioSchema } from '#tests/scenarioSchema';

import type { Axis, AxisValues } from './definition';
import { axesInWords, axisLabel, moveTexts, pointsInWords, pointTexts } from './axisTexts';

const known = { schema: scenarioSchema(), scenario: scenario(), algorithms: coreAlgorithms };
const list = (...values: unknown[]): AxisValues => ({ kind: 'list', values });
const axis = (path: string, values: AxisValues, label = ''): Axis => ({
  label,
  moves: [{ path, values }],
});

describe('an axis in words', () => {
  it('is called by its label, else by its field and group', () => {
    expect(axisLabel(axis('duration_s', list(1)), known)).toBe('Duration');
    expect(axisLabel(axis('flows.1.rtt_s', list(1)), known)).toBe('Base RTT of mouse');
    expect(axisLabel(axis('flows.*.rtt_s', list(1)), known)).toBe('Base RTT of every flow');
    expect(axisLabel(axis('flows.*.rtt_s', list(1), 'RTT'), known)).toBe('RTT');
  });

  it('has its values in the unit that people read', () => {
    const rtt = axis('flows.0.rtt_s', list(0.025, 0.1));
    expect(pointTexts(rtt, known)).toEqual(['25 ms', '100 ms']);
    expect(moveTexts(rtt, 0, known)).toEqual(['25', '100']);
    expect(pointTexts(axis('bottleneck.buffer.amount', list(0.5)), known)).toEqual(['0.5 BDP']);
  });

  it('names algorithms by title, with what is set', () => {
    const arms = axis(
      'flows.*.algorithm',
      list({ name: 'bbr2' }, { name: 'fairtt', parameters: { cwnd_gain_ratio: 2 } }),
    );
    expect(pointTexts(arms, known)).toEqual(['BBRv2', 'FaiRTT (cwnd gain ratio 2)']);
  });

  it('names modules by title, and where two have one by their digits too', () => {
    const module = (digits: string, title: string) => ({
      name: `wasm:${digits.repeat(32)}`,
      title,
      parameters: [],
    });
    const own = [module('ab', 'Mine'), module('cd', 'Mine'), module('ef', 'Other')];
    const given = { ...known, algorithms: [...coreAlgorithms, ...own] };
    const names = [...own.map(({ name }) => name), `wasm:${'00'.repeat(32)}`];
    const texts = ['Mine wasm:abababab', 'Mine wasm:cdcdcdcd', 'Other', 'wasm:00000000'];
    const whole = names.map((name) => ({ name }));
    expect(pointTexts(axis('flows.*.algorithm', list(...whole)), given)).toEqual(texts);
    expect(pointTexts(axis('flows.*.algorithm.name', list(...names)), given)).toEqual(texts);
  });

  it('says once what several paths have in common', () => {
    const both: Axis = {
      label: '',
      moves: [
        { path: 'flows.0.count', values: list(1, 9) },
        { path: 'flows.1.count', values: list(9, 1) },
      ],
    };
    expect(pointTexts(both, known)).toEqual(['1 / 9', '9 / 1']);
    const same: Axis = {
      label: '',
      moves: [
        { path: 'flows.0.count', values: list(1, 9) },
        { path: 'flows.1.count', values: list(1, 9) },
      ],
    };
    expect(pointTexts(same, known)).toEqual(['1', '9']);
  });

  it('names few points and gives the range of many', () => {
    expect(pointsInWords(['BBRv2', 'FaiRTT'])).toBe('BBRv2, FaiRTT');
    const buffers = ['0.5 BDP', '1 BDP', '2 BDP', '5 BDP', '100 BDP'];
    expect(pointsInWords(buffers)).toBe('0.5 to 100 BDP, 5 values');
    const axes = [
      { label: 'Algorithm', points: [{ text: 'BBRv2' }, { text: 'FaiRTT' }] },
      { label: 'Buffer', points: buffers.map((text) => ({ text })) },
    ];
    expect(axesInWords(axes, 20)).toBe(
      'Algorithm: BBRv2, FaiRTT × Buffer: 0.5 to 100 BDP, 5 values × 20 seeds',
    );
  });
});
