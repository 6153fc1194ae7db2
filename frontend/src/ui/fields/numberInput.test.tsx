import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import { plainField } from '@/analysis/scenario/fields/plainField';
import type { Field } from '@/analysis/scenario/fields/fields';

import { NumberInput } from './NumberInput';
import { NumberListInput } from './NumberListInput';

let value: unknown;

function Form({ field, accepts }: { field: Field; accepts: (next: unknown) => boolean }) {
  const [now, setNow] = useState<unknown>(0.04);
  value = now;
  return (
    <>
      <NumberInput
        label="RTT"
        field={field}
        value={now}
        factor={field.factor}
        isBad={false}
        onChange={(next) => accepts(next) && setNow(next)}
      />
      <button onClick={() => setNow(0.05)}>50 ms</button>
    </>
  );
}

const RTT = plainField({ unit: 'ms', factor: 1e-3, minimum: 0.001, maximum: 60 });

function show(accepts: (next: unknown) => boolean = () => true, field = RTT) {
  render(<Form field={field} accepts={accepts} />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'RTT' });
  return { input, type: (text: string) => fireEvent.change(input, { target: { value: text } }) };
}

describe('a number field', () => {
  it('keeps a half-typed text, says nothing, and changes nothing', () => {
    const { input, type } = show();
    for (const [text, read] of [
      ['2', 0.002],
      ['22', 0.022],
      ['22,', 0.022],
      ['22,5', 0.0225],
      ['22,5 ', 0.0225],
      ['22,5 mse', 0.0225],
      ['22,5 msec', 0.0225],
    ] as const) {
      type(text);
      expect([input.value, value]).toEqual([text, read]);
      expect(input).not.toBeInvalid();
      expect(screen.queryByRole('alert')).toBeNull();
    }
    fireEvent.blur(input);
    expect(input.value).toBe('22.5');
  });

  it('says what is wrong once it is left, and repairs it by one press', () => {
    const { input, type } = show();
    type('1,234');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.blur(input);
    expect(value).toBe('1,234');
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(/Did you mean 1\.234 ms or 1234 ms\?/);
    fireEvent.click(screen.getByRole('button', { name: 'Set to 1234 ms' }));
    expect([input.value, value]).toEqual(['1234', 1.234]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says its bound in the unit that is typed', () => {
    const { input, type } = show();
    type('2 min');
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(screen.getByRole('alert')).toHaveTextContent(
      '“2 min” is not possible. It must be at most 1 min.',
    );
  });

  it('keeps what a form does not take in view, with the reason', () => {
    const { input, type } = show((next) => typeof next === 'number' && next >= 0.001);
    for (const text of ['0', '0,', '0,2', 'many']) {
      type(text);
      expect([input.value, value]).toEqual([text, 0.04]);
    }
    fireEvent.blur(input);
    expect([input.value, value]).toEqual(['many', 0.04]);
    expect(screen.getByRole('alert')).toHaveTextContent('“many” is not a number.');
    fireEvent.click(screen.getByRole('button', { name: '50 ms' }));
    expect(input.value).toBe('50');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

function List() {
  const [now, setNow] = useState<readonly unknown[]>([0.01]);
  value = now;
  const takes = { unit: 'ms', factor: 1e-3, isWhole: false, minimum: 0, maximum: 60 };
  return <NumberListInput label="RTTs" values={now} takes={takes} onChange={setNow} />;
}

describe('a field of several numbers', () => {
  it('asks whether a comma is a decimal comma', () => {
    render(<List />);
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'RTTs' });
    fireEvent.change(input, { target: { value: '0,5 1,5' } });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.blur(input);
    expect(input).toHaveAccessibleDescription(/is not clear/);
    fireEvent.click(screen.getByRole('button', { name: 'Set to 0.5, 1.5' }));
    expect([input.value, value]).toEqual(['0.5, 1.5', [0.0005, 0.0015]]);
  });
});
