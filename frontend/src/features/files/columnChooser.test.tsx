import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { ColumnChooser } from './ColumnChooser';

it('asks for a column of times and one of values, then reads with them', () => {
  const file = new File([''], 'a.csv');
  const onChoose = vi.fn();
  const preview = { names: ['x', 'y'], rows: [['0', '9.5']], guesses: [null, null] };
  render(<ColumnChooser table={{ file, preview }} onChoose={onChoose} />);
  const read = screen.getByRole('button', { name: 'Read with these columns' });
  const choose = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
  expect(read.hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('status').textContent).toBe('Choose the column of times.');
  choose('What x is', 'time');
  expect(screen.getByRole('status').textContent).toMatch(/a column of values/);
  choose('What y is', 'time');
  expect(screen.getByRole('status').textContent).toBe('Two columns are time: choose one.');
  choose('What y is', 'rate');
  choose('Unit of y', 'KiB/s');
  expect(screen.getByRole('status').textContent).toBe('');
  fireEvent.click(read);
  expect(onChoose).toHaveBeenCalledWith(file, 'time=1:s,rate=2:KiB/s');
});
