import { describe, expect, it } from 'vitest';

import { fromLinked, toLinked } from './linked';
import { placeTrace, type Placed } from './measured';
import type { MeasuredTrace } from './types';

function placed(count: number, changes: Partial<MeasuredTrace> = {}): Placed {
  const time_s = Array.from({ length: count }, (_, index) => (index + 1) / 10);
  const columns = {
    time_s,
    throughput_bps: time_s.map((_, index) => (index % 2 === 0 ? 1e6 : 3e6)),
    retransmitted_packets: time_s.map(() => 1),
  };
  const flow = { label: 'stream 5', algorithm: 'bbr', min_rtt_s: 0.0123, columns };
  const trace: MeasuredTrace = { name: 'a.json', source: 'iperf3', flows: [flow], ...changes };
  return { ...placeTrace(trace, 2), offset_s: -1.25, groups: [1] };
}

describe('a measured trace of a link', () => {
  it('comes out as it went in', () => {
    const given = placed(20);
    const [linked] = toLinked([given]);
    if (linked === undefined) throw new Error('nothing');
    expect(linked.thinned_to_s).toBeNull();
    // The server writes what there is not as null.
    const [flow] = linked.flows;
    if (flow === undefined) throw new Error('no flow');
    const read = { ...linked, flows: [{ ...flow, columns: { ...flow.columns, rtt_s: null } }] };
    expect(fromLinked(read)).toEqual(given);
  });

  it('is thinned where it is too long: means of rates, sums of counts', () => {
    const [linked] = toLinked([placed(50_000)]);
    const columns = linked?.flows[0]?.columns;
    expect(columns?.time_s.length).toBeLessThanOrEqual(20_000);
    expect(columns?.time_s.length).toBeGreaterThan(15_000);
    expect(columns?.time_s.at(-1)).toBe(5000);
    expect(columns?.retransmitted_packets?.reduce((a, b) => (a ?? 0) + (b ?? 0), 0)).toBe(50_000);
    const rate = columns?.throughput_bps?.[0] ?? 0;
    expect(rate).toBeGreaterThan(1e6);
    expect(rate).toBeLessThan(3e6);
    expect(linked?.thinned_to_s).toBeCloseTo(0.3, 6);
  });

  it('has room beside others', () => {
    const linked = toLinked([placed(9000), placed(9000), placed(9000)]);
    const count = linked
      .flatMap(({ flows }) => flows)
      .reduce((sum, { columns }) => sum + 3 * columns.time_s.length, 0);
    expect(count).toBeLessThanOrEqual(60_000);
    expect(new TextEncoder().encode(JSON.stringify(linked)).length).toBeLessThan(1_000_000);
  });

  it('has names that a server takes', () => {
    const [linked] = toLinked([placed(2, { name: `a\u0000b\u202e${'x'.repeat(300)}` })]);
    expect(linked?.name.startsWith('a b x')).toBe(true);
    expect(linked?.name.length).toBeLessThanOrEqual(200);
  });
});
