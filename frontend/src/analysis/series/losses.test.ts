import { describe, expect, it } from 'vitest';

import { result } from '#tests/fixtures';
import {
  lossColumns,
  lossEvents,
  lossLines,
  lostText,
  type LossRow,
  type LossyResult,
} from './losses';

const row = (changes: Partial<LossRow>): LossRow => ({
  flow_index: 0,
  link_index: 0,
  reason: 'buffer_full',
  is_mark: false,
  is_ack: false,
  window_packets: 3,
  first_s: 0.25,
  buckets: [2, 41],
  bucket_packets: [4, 1],
  ...changes,
});

function lossy(rows: readonly LossRow[], changes: Partial<LossyResult> = {}): LossyResult {
  return { ...result(), losses: { bucket_s: 0.1, rows: [...rows] }, ...changes };
}

describe('what was lost', () => {
  const run = lossy([
    row({}),
    row({ flow_index: 1, window_packets: 9 }),
    row({ reason: 'random', window_packets: 20 }),
    row({ reason: 'delay', is_mark: true }),
    row({ reason: 'outage', is_ack: true, link_index: null }),
    row({ reason: 'blue', window_packets: 0 }),
  ]);

  it('has a line for each reason with the packets of the window, flow by flow', () => {
    const columns = lossColumns(run.flows, 3);
    expect(columns.map(({ label }) => label)).toEqual(['elephant', 'mouse']);
    expect(lossLines(run, columns).map(({ kind, why, packets }) => [kind, why, packets])).toEqual([
      ['packets_lost', 'at random', [20, 0]],
      ['packets_lost', 'buffer full', [3, 9]],
      ['packets_marked', 'had waited too long', [3, 0]],
      ['acks_lost', 'outage', [3, 0]],
    ]);
  });

  it('is said in one line with all reasons of lost data', () => {
    expect(lostText(run)).toBe('32: 20 at random, 12 buffer full');
    expect(lostText(lossy([row({})]))).toBe('3, buffer full');
    expect(lostText(lossy([]))).toBe('0');
  });

  it('of several links names the one at which it happened', () => {
    const links = [{ id: 'bottleneck' }, { id: 'narrow' }];
    const at = lossy([row({ link_index: 1 }), row({})], { links });
    expect(lostText(at)).toBe('6: 3 buffer full at narrow, 3 buffer full at bottleneck');
  });

  it('is on the time line with its time, its count and its reason', () => {
    expect(lossEvents(lossy([row({})]))).toEqual([
      {
        timeSeconds: 0.25,
        flowIndex: 0,
        kind: 'packets_lost',
        reason: '4 within 0.1 s: buffer full',
      },
      { timeSeconds: 4.1, flowIndex: 0, kind: 'packets_lost', reason: '1: buffer full' },
    ]);
    expect(lossEvents(result())).toEqual([]);
  });

  it('of many flows is counted group by group, of many groups together', () => {
    const [first, second] = result().flows;
    if (first === undefined || second === undefined) throw new Error('the fixture has two flows');
    const flows = [first, { ...first, flow_index: 2 }, second, { ...second, flow_index: 3 }];
    expect(lossColumns(flows, 3).map(({ label, flows: own }) => [label, [...own]])).toEqual([
      ['elephant', [0, 2]],
      ['mouse', [1, 3]],
    ]);
    expect(lossColumns(flows, 1).map(({ label }) => label)).toEqual(['all flows']);
    expect(lossColumns(flows.slice(0, 2), 3).map(({ label }) => label)).toEqual([
      'elephant 1',
      'elephant 2',
    ]);
  });
});
