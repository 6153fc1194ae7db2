import { expect, it } from 'vitest';

import {
  amount,
  countOf,
  elapsed,
  percent,
  rough,
  sampledTime,
  short,
  estimateTexts,
} from './shown';

it.each([
  [0, '0'],
  [0.0599, '0.0599'],
  [6.1, '6.1'],
  [6.104, '6.1'],
  [14.26, '14.3'],
  [99.96, '100'],
  [2894.4, '2,894'],
  [-0.203, '-0.203'],
  [1e-13, '0'],
])('%d has three significant digits and is whole from 100 on', (value, text) => {
  expect(short(value)).toBe(text);
});

// As backend/lab_model/english/numbers.py says them.
it.each([
  [0, '0%'],
  [0.00004, '<0.1%'],
  [0.0011, '0.1%'],
  [0.066, '6.6%'],
  [0.05, '5%'],
  [0.55, '55%'],
  [0.9991, '99.9%'],
  [0.99996, '>99.9%'],
  [1, '100%'],
])('a share of %d is %s', (ratio, text) => {
  expect(percent(ratio)).toBe(text);
});

it('says no more of a mean queue than is known of it', () => {
  expect(amount(0.0267)).toBe('0.03');
  expect(amount(0.004)).toBe('less than 0.01');
  expect(amount(0)).toBe('0');
  expect(amount(14.3)).toBe('14.3');
});

it('counts in whole numbers, with the plural of more than one', () => {
  expect(countOf(1, 'seed')).toBe('1 seed');
  expect(countOf(0, 'seed')).toBe('0 seeds');
  expect(countOf(1200, 'seed')).toBe('1,200 seeds');
});

it('writes a time of a curve with no more digits than its samples are apart', () => {
  expect(sampledTime(44, 1)).toBe('44');
  expect(sampledTime(3.2, 0.1)).toBe('3.2');
  expect(sampledTime(0.25, 0.025)).toBe('0.250');
  expect(elapsed(4.34)).toBe('4.3');
  expect(elapsed(61.4)).toBe('61');
});

it('writes two digits of a rough number', () => {
  expect(rough(0.503)).toBe('0.5');
  expect(rough(3.4, 1)).toBe('3');
});

it('gives the ends of an interval the decimals of its mean, with their zeros', () => {
  expect(estimateTexts([0.99, 0.988, 0.993])).toEqual(['0.990', '0.988', '0.993']);
  expect(estimateTexts([1.1e-3, 1.1e-3, 1.11e-3], 1e-3)).toEqual(['1.10', '1.10', '1.11']);
  expect(estimateTexts([12_345, 12_000, 12_700])).toEqual(['12,345', '12,000', '12,700']);
  expect(estimateTexts([0, 0, 0])).toEqual(['0.00', '0.00', '0.00']);
  expect(estimateTexts([9.999, 9.9, 10.1])).toEqual(['10.0', '9.9', '10.1']);
});
