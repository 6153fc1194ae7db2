import { describe, expect, it } from 'vitest';

import { result } from '#tests/fixtures';
import { phasesByFlow } from '@/analysis/series/phaseState';

import { delimited, stateFlowColumns, summaryFlowColumns } from './flowColumns';

const flows = [
  { index: 0, groupIndex: 0, label: 'big, "old" one', algorithm: 'bbr2' },
  { index: 1, groupIndex: 1, label: 'mouse', algorithm: 'bbr2' },
];
const [first] = flows;
if (first === undefined) throw new Error('no flow');

describe('the summary of flows', () => {
  const columns = summaryFlowColumns(result(), 1000);
  const column = (key: string) => columns.find((each) => each.key === key);

  it('has a column for every number of a flow', () => {
    const numbers = Object.entries(result().flows[0] ?? {}).flatMap(([key, value]) =>
      typeof value === 'number' && !key.endsWith('_index') ? [key] : [],
    );
    expect(numbers.length).toBeGreaterThan(20);
    expect(columns.map(({ key }) => key)).toEqual(expect.arrayContaining(numbers));
  });

  it('sorts by base units and shows readable ones', () => {
    expect(column('throughput_bps')?.value(first)).toBe(7e6);
    expect(column('throughput_bps')?.text(first)).toEqual({ value: '7.00', unit: 'Mbit/s' });
    const share = result().flows[0]?.retransmit_ratio ?? NaN;
    expect(column('retransmit_ratio')?.text(first).value).toBe(`${(share * 100).toFixed(2)}%`);
  });

  it('has no value of a flow that is not in the result', () => {
    const stranger = { ...first, index: 9 };
    expect(column('throughput_bps')?.value(stranger)).toBeNull();
    expect(column('throughput_bps')?.text(stranger).value).toBe('–');
  });
});

const CWND = { metric: 'cwnd_bytes', name: 'cwnd', meaning: '', kind: 'state' } as const;

describe('the state of flows', () => {
  const phase = {
    flowIndex: 0,
    startSeconds: 1,
    endSeconds: 3,
    phase: 'drain',
    reason: 'full_pipe',
  };
  const columns = stateFlowColumns([CWND], {
    timeSeconds: 2,
    phases: phasesByFlow([phase]),
    packetBytes: 1000,
    read: (index) => (index === 0 ? 50_000 : null),
  });

  it('has the phase with its reason and age, then the variables', () => {
    expect(columns.map(({ text }) => text(first).value)).toEqual([
      'Drain',
      'full pipe',
      '1.00 s of 2.00 s',
      '50.0',
    ]);
  });

  it('is copied with names, units and quotes where they are needed', () => {
    expect(delimited(flows, columns, ',')).toBe(
      'flow,group_index,phase,phase_reason,phase_elapsed_s,cwnd_bytes\n' +
        '"big, ""old"" one",0,drain,full_pipe,1,50000\n' +
        'mouse,1,,,,\n',
    );
    expect(delimited(flows, columns, '\t').split('\n')[2]).toBe('mouse\t1\t\t\t\t');
  });
});
