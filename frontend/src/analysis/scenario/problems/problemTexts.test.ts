import { expect, it } from 'vitest';

import { plainField } from '@/analysis/scenario/fields/plainField';
import { problemTexts } from './problemTexts';

const delay = plainField({ title: 'Propagation delay', unit: 'ms', factor: 1e-3 });
const rate = plainField({ title: 'Propagation delay', unit: 'Mbit/s', factor: 1e6 });

it('says values and bounds in the unit of the field, not in SI', () => {
  const path = 'bottleneck.delay_s';
  const message = `${path} is 20; it must be at most 10 s`;
  expect(problemTexts({ path, message, line: 1, bound: 10 }, delay, 20)).toEqual({
    what: '20000 ms is not possible.',
    rest: 'It must be at most 10000 ms.',
  });
  const ofRate = 'bottleneck.rate_bps is 5e+11; it must be at most 400000000000 bit/s';
  const problem = { path: 'bottleneck.rate_bps', message: ofRate, line: 1, bound: 4e11 };
  expect(problemTexts(problem, rate, 5e11)).toEqual({
    what: '500 Gbit/s is not possible.',
    rest: 'It must be at most 400 Gbit/s.',
  });
});

it('says so too before the server has answered', () => {
  const path = 'bottleneck.delay_s';
  const said = (reason: string) =>
    problemTexts({ path, message: `${path}: ${reason}`, line: 1 }, delay, 20).rest;
  expect(said('20 is greater than 10.')).toBe('It must be at most 10000 ms.');
  expect(said('-1 is less than 0.')).toBe('It must be at least 0 ms.');
  expect(said('0 is less than or equal to 0.')).toBe('It must be above 0 ms.');
});

it('leaves other sentences as they are', () => {
  const message = "duration_s is '12 s'; it must be a number";
  expect(problemTexts({ path: 'duration_s', message, line: 1 }, delay, '12 s')).toEqual({
    what: '12 s is not possible.',
    rest: 'It must be a number.',
  });
  const missing = { path: 'flows', message: 'flows is missing; it has no default', line: 1 };
  expect(problemTexts(missing, null, undefined)).toEqual({
    what: 'flows',
    rest: ' is missing; it has no default',
  });
});
