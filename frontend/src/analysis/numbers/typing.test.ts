import { describe, expect, it } from 'vitest';

import { fieldAt, type Field } from '@/analysis/scenario/fields/fields';

import { readTyped, showTyped, takesOf } from './typing';

const schema = {
  type: 'object',
  properties: {
    rtt_s: { type: 'number' },
    warmup_s: { type: 'number', default: 0 },
    stop_s: { anyOf: [{ type: 'number' }, { type: 'null' }], default: null },
  },
};

function field(name: string): Field {
  const found = fieldAt(schema, name, {});
  if (found === null) throw new Error(`The schema has no ${name}.`);
  return found;
}

const read = (text: string, name: string, factor: number) =>
  readTyped(text, field(name), takesOf(field(name), { factor }));

describe('what is typed', () => {
  it('is a number of the wire', () => {
    expect(read('12.5', 'rtt_s', 1e-3)).toBe(0.0125);
  });

  it('stays as it is where it is no number, and is shown so', () => {
    expect(read('12 m', 'rtt_s', 1e-3)).toBe('12 m');
    expect(showTyped('12 m', 1e-3)).toBe('12 m');
  });

  it('may be nothing: the default, null, or a field that is missing', () => {
    expect(read('', 'warmup_s', 1)).toBeUndefined();
    expect(read(' ', 'stop_s', 1)).toBeNull();
    expect(read('', 'rtt_s', 1e-3)).toBe('');
  });
});

it('shows nothing for no value', () => {
  expect(showTyped(null, 1)).toBe('');
  expect(showTyped(undefined, 1)).toBe('');
  expect(showTyped(0.0125, 1e-3)).toBe('12.5');
});

it('takes the unit that the name of a parameter ends in', () => {
  const parameter = (name: string) => ({ ...field('warmup_s'), path: `parameters.${name}` });
  const readIn = (name: string, text: string) => {
    const own = parameter(name);
    return readTyped(text, own, takesOf(own, { unit: '', factor: 1 }));
  };
  expect(readIn('probe_rtt_duration_s', '200 ms')).toBe(0.2);
  expect(readIn('max_pacing_rate_bps', '10 Mbit/s')).toBe(10_000_000);
  expect(readIn('c_packets_per_s', '200 ms')).toBe('200 ms');
  expect(readIn('cwnd_gain_ratio', '2,5')).toBe(2.5);
});
