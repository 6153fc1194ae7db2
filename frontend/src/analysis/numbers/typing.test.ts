import { describe, expect, it } from 'vitest';

import { fieldAt, type Field } from '@/analysis/scenario/fields';

import { readTyped, showTyped } from './typing';

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

describe('what is typed', () => {
  it('is a number of the wire', () => {
    expect(readTyped('12.5', field('rtt_s'), 1e-3)).toBe(0.0125);
  });

  it('stays as it is where it is no number, and is shown so', () => {
    expect(readTyped('12 m', field('rtt_s'), 1e-3)).toBe('12 m');
    expect(showTyped('12 m', 1e-3)).toBe('12 m');
  });

  it('may be nothing: the default, null, or a field that is missing', () => {
    expect(readTyped('', field('warmup_s'), 1)).toBeUndefined();
    expect(readTyped(' ', field('stop_s'), 1)).toBeNull();
    expect(readTyped('', field('rtt_s'), 1e-3)).toBe('');
  });
});

it('shows nothing for no value', () => {
  expect(showTyped(null, 1)).toBe('');
  expect(showTyped(undefined, 1)).toBe('');
  expect(showTyped(0.0125, 1e-3)).toBe('12.5');
});
