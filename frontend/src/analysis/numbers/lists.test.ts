import { describe, expect, it } from 'vitest';

import { isListBegun, readNumbers } from './lists';
import type { Takes } from './reading';

const RTT: Takes = { unit: 'ms', factor: 1e-3, isWhole: false, minimum: 0, maximum: 60 };
const COUNT: Takes = { unit: '', factor: 1, isWhole: true, minimum: 1, maximum: null };

describe('several numbers', () => {
  it.each([
    ['10, 20, 40', [0.01, 0.02, 0.04]],
    ['10,20,40', [0.01, 0.02, 0.04]],
    ['10 20\n40', [0.01, 0.02, 0.04]],
    ['10; 20; 40', [0.01, 0.02, 0.04]],
    ['0,5; 1; 1,5', [0.0005, 0.001, 0.0015]],
    ['0.5, 1.5', [0.0005, 0.0015]],
    ['10 ms, 0.02 s, 40', [0.01, 0.02, 0.04]],
    ['10 20 40 ms', [0.01, 0.02, 0.04]],
    ['100,200,300', [0.1, 0.2, 0.3]],
    ['10, none', [0.01, null]],
    ['10, x', [0.01, 'x']],
    ['', []],
  ])('%s', (text, values) => {
    expect(readNumbers(text, RTT, { none: null })).toEqual({ values, meanings: [] });
  });

  it('may be written with decimal commas or with commas between them, which is asked', () => {
    const { values, meanings } = readNumbers('0,5 1,5', RTT);
    expect(values).toEqual(['0,5 1,5']);
    expect(meanings).toEqual([
      { values: [0.0005, 0.0015], text: '0.5, 1.5' },
      { values: [0, 0.005, 0.001, 0.005], text: '0, 5, 1, 5' },
    ]);
    for (const each of meanings) {
      expect(readNumbers(each.text, RTT)).toEqual({ values: each.values, meanings: [] });
    }
    expect(readNumbers('10,20', COUNT).meanings[1]?.values).toEqual([10, 20]);
  });

  it('are not wrong while they are typed', () => {
    const whole = '10,20,40 ms';
    for (let length = 1; length <= whole.length; length += 1) {
      const text = whole.slice(0, length);
      const isGood = readNumbers(text, RTT).values.every((value) => typeof value === 'number');
      expect([text, isGood || isListBegun(text, RTT)]).toEqual([text, true]);
    }
    expect(isListBegun('10, x, 2', RTT)).toBe(false);
  });
});
