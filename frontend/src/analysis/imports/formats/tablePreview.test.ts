// The columns of a table, as a person sees and chooses them.
import { expect, it } from 'vitest';

import { previewOf, wordsOf } from './tablePreview';
import { readText } from '@/analysis/imports/trace';

const TEXT = 't_ms,a,b\n0,9.5,40\n100,9.4,41\n200,9.6,42\n300,9.5,43\n';

it('shows the first rows, and what each column is taken for', () => {
  const preview = previewOf(TEXT);
  expect(preview?.names).toEqual(['t_ms', 'a', 'b']);
  expect(preview?.rows).toHaveLength(3);
  expect(preview?.guesses).toMatchObject([{ role: 'time', unit: 'ms' }, null, null]);
  expect(previewOf('Hello.\nThis is prose.\n')).toBeNull();
});

it('reads what was chosen, which names alone do not say', () => {
  expect(() => readText('a.csv', TEXT)).toThrow(/Which columns are time and values is not clear/);
  const columns = wordsOf([
    { role: 'time', unit: 'ms' },
    { role: 'rate', unit: 'Mbit/s' },
    { role: 'rtt', unit: 'ms' },
  ]);
  expect(columns).toBe('time=1:ms,rate=2:Mbit/s,rtt=3:ms');
  const read = readText('a.csv', TEXT, { columns });
  const [flow] = read.kind === 'measurement' ? read.trace.flows : [];
  expect(flow?.columns.throughput_bps?.[0]).toBe(9.5e6);
  expect(flow?.min_rtt_s).toBe(0.04);
});
