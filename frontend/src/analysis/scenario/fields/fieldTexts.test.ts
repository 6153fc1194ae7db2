import { describe, expect, it } from 'vitest';

import { fieldAt, type Field } from './fields';
import { boundsText, helpText, requirementText, valueText, withoutPath } from './fieldTexts';

const schema = {
  type: 'object',
  properties: {
    rate_bps: {
      type: 'integer',
      minimum: 1000,
      maximum: 4e11,
      'x-display-unit': 'Mbit/s',
      'x-per-display-unit': 1e6,
    },
    delay_s: {
      type: 'number',
      description: 'One way.',
      default: 0.01,
      maximum: 5,
      minimum: 0,
      'x-display-unit': 'ms',
      'x-per-display-unit': 0.001,
    },
    amount: { type: 'number', exclusiveMinimum: 0 },
    quantum: { type: 'string', enum: ['ns3', 'two_words'] },
    stop_s: { type: 'number', minimum: 1 },
  },
};

function field(name: string): Field {
  const found = fieldAt(schema, name, {});
  if (found === null) throw new Error(`The schema has no ${name}.`);
  return found;
}

describe('a value in words', () => {
  it('has the unit that people read', () => {
    expect(valueText(field('delay_s'), 0.0125)).toBe('12.5 ms');
    expect(valueText(field('rate_bps'), 4e11)).toBe('400 Gbit/s');
    expect(valueText(field('amount'), 2)).toBe('2');
  });

  it('may be no number', () => {
    expect(valueText(field('quantum'), 'ns3')).toBe('as ns-3 does');
    expect(valueText(field('quantum'), 'two_words')).toBe('two words');
    expect(valueText({ ...field('quantum'), titles: { ns3: 'ns-3' } }, 'ns3')).toBe('ns-3');
    expect(valueText(field('delay_s'), 'abc')).toBe('abc');
    expect(valueText(null, null)).toBe('none');
    expect(valueText(null, true)).toBe('yes');
  });
});

it('says the bounds and the default', () => {
  expect(boundsText(field('rate_bps'))).toBe('1 kbit/s to 400 Gbit/s.');
  expect(boundsText(field('amount'))).toBe('Above 0.');
  expect(boundsText(field('stop_s'))).toBe('From 1.');
  expect(boundsText(field('quantum'))).toBe('');
  expect(helpText(field('delay_s'))).toBe('One way. 0 ms to 5000 ms. Default: 10 ms.');
});

it('takes the requirement out of a sentence', () => {
  const message = 'flows.1.rtt_s is 0.015 s; it must be at least 0.02 s';
  expect(requirementText(message)).toBe('It must be at least 0.02 s.');
  expect(requirementText('bottleneck is missing; it has no default')).toBeNull();
});

it('takes the path off a sentence', () => {
  expect(withoutPath('bottleneck is missing', 'bottleneck')).toBe(' is missing');
  expect(withoutPath('This is wrong.', '')).toBe(' This is wrong.');
});
