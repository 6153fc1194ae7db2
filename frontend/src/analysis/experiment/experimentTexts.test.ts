import { describe, expect, it } from 'vitest';

import { bareTexts, experimentLine, placeText, namedBase } from './experimentTexts';

const axis = (label: string, texts: readonly string[], unit = '', role: string | null = null) => ({
  label,
  role,
  unit,
  points: texts.map((text) => ({ text })),
});
const base = {
  flows: [{ label: 'elephant' }, { label: 'mouse' }],
  loss: { kind: 'bernoulli', probability: 0.0015 },
};
const AXES = [
  axis('RTT ratio', ['1.0', '1.4']),
  axis('Buffer', ['1 BDP', '10 BDP', '100 BDP'], 'BDP'),
  axis('Algorithm', ['BBRv2', 'FaiRTT'], '', 'arm'),
];

describe('an experiment in words', () => {
  it('is one line of who, how much, and what is lost', () => {
    expect(experimentLine(AXES, 20, base)).toBe(
      'Elephant over mouse, 2 RTT ratios × 3 buffers × 2 algorithms × 20 seeds; loss 0.15%',
    );
  });

  it('says nothing of the base that an axis varies', () => {
    const written = { flows: base.flows, bottleneck: { loss: base.loss } };
    const line = (path: string) => experimentLine([], 2, namedBase([{ paths: [path] }], written));
    expect(line('bottleneck.rate_bps')).toBe('Elephant over mouse, 2 seeds; loss 0.15%');
    expect(line('bottleneck.loss.probability')).toBe('Elephant over mouse, 2 seeds');
    expect(line('bottleneck.loss')).toBe('Elephant over mouse, 2 seeds');
    expect(line('flows.1.label')).toBe('2 seeds; loss 0.15%');
  });

  it('is short for replications alone, and names no pair of three groups', () => {
    const three = { flows: [...base.flows, { label: 'third' }], loss: { kind: 'none' } };
    expect(experimentLine([], 1, three)).toBe('1 seed');
    expect(experimentLine([], 9, three, true)).toBe('up to 9 seeds');
  });
});

describe('texts of points', () => {
  it('lose a unit that all of them have', () => {
    expect(bareTexts(axis('Buffer', ['1 BDP', '10 BDP'], 'BDP'))).toEqual({
      texts: ['1', '10'],
      unit: 'BDP',
    });
    expect(bareTexts(axis('RTT', ['1.0', '25 ms'], 'ms'))).toEqual({
      texts: ['1.0', '25 ms'],
      unit: '',
    });
  });

  it('make a place', () => {
    expect(placeText(AXES, [1, 1, 0], [0, 1])).toBe('RTT ratio 1.4, buffer 10 BDP');
    expect(placeText(AXES, [], [])).toBe('');
  });
});
