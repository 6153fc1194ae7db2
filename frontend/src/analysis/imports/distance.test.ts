import { describe, expect, it } from 'vitest';

import { bestFit, distanceOf, type SimulatedRates } from './distance';
import { placeTrace, type Placed } from './measured';
import type { MeasuredTrace } from './types';

const STEP_S = 0.1;
/** A rate that has no equal neighbour: a ramp with a notch. */
const rateAt = (time_s: number) => (time_s > 4 && time_s <= 5 ? 0 : 1e6 * (1 + time_s / 10));
const ends = (count: number, step_s: number) =>
  Array.from({ length: count }, (_, index) => (index + 1) * step_s);
const rates = (...factors: number[]): SimulatedRates => ({
  step_s: STEP_S,
  groups: new Map(
    factors.map((factor, group) => [
      group,
      ends(100, STEP_S).map((time_s) => factor * rateAt(time_s - STEP_S / 2)),
    ]),
  ),
});

/** The same curve seen so many seconds later. */
function seen(later_s: number, step_s: number, factor = 1): MeasuredTrace {
  const time_s = ends(Math.round(8 / step_s), step_s);
  const throughput_bps = time_s.map((time) => factor * rateAt(time - step_s / 2 + later_s));
  const flow = { label: 'a', algorithm: null, min_rtt_s: null };
  return {
    name: 'seen',
    source: 'ss',
    flows: [{ ...flow, columns: { time_s, throughput_bps, rtt_s: time_s.map(() => 0.03) } }],
  };
}

const of = (trace: MeasuredTrace, changes: Partial<Placed> = {}): Placed => ({
  ...placeTrace(trace, 1),
  ...changes,
});
const simulated = (group_index: number, goodput_bps: number, mean_rtt_s: number | null) => ({
  group_index,
  goodput_bps,
  mean_rtt_s,
  retransmitted_packets: 0,
});

describe('the shift that fits best', () => {
  it('is the one by which the same curve was seen later', () => {
    const fit = bestFit(of(seen(1.3, STEP_S)), rates(1));
    expect(fit?.offset_s).toBe(1.3);
    expect(fit?.rate_ratio).toBeCloseTo(0, 6);
  });

  it('is found with steps longer than those of the simulation', () => {
    expect(bestFit(of(seen(1.5, 0.5)), rates(1))?.offset_s).toBeCloseTo(1.5, 1);
  });

  it('leaves at least half of the shorter one to compare, and says what was tried', () => {
    const fit = bestFit(of(seen(0, STEP_S)), rates(1));
    expect(fit).toMatchObject({ from_s: -4, to_s: 6, step_s: STEP_S, fine_step_s: STEP_S });
  });

  it('is the smallest of those that fit equally well', () => {
    const trace = seen(0, STEP_S);
    const flat = trace.flows.map((flow) => ({
      ...flow,
      columns: { ...flow.columns, throughput_bps: flow.columns.time_s.map(() => 1e6) },
    }));
    const level: SimulatedRates = {
      step_s: STEP_S,
      groups: new Map([[0, ends(100, STEP_S).map(() => 2e6)]]),
    };
    const fit = bestFit(of({ ...trace, flows: flat }), level);
    expect(fit?.offset_s).toBe(0);
    expect(fit?.rate_ratio).toBeCloseTo(1 / 3, 12);
    // All of them fit equally well, so that none is the one.
    expect(fit).toMatchObject({ isDistinct: false, alike_s: [-4, 6] });
  });

  it('is distinct where the rates have a mark of their own', () => {
    const fit = bestFit(of(seen(1.3, STEP_S)), rates(1));
    expect(fit?.isDistinct).toBe(true);
    expect(fit?.alike_s[0]).toBeGreaterThan(1);
    expect(fit?.alike_s[1]).toBeLessThan(1.6);
  });

  it('does not hang on where the trace stands now', () => {
    const trace = seen(1.3, STEP_S);
    expect(bestFit(of(trace, { offset_s: 5 }), rates(1))).toEqual(bestFit(of(trace), rates(1)));
  });

  it('is tried in so many steps, however long the trace is', () => {
    const time_s = ends(36_000, 0.1);
    const flow = { label: 'a', algorithm: null, min_rtt_s: null };
    const columns = { time_s, throughput_bps: time_s.map(() => 1e6) };
    const fit = bestFit(of({ name: 'day', source: 'ss', flows: [{ ...flow, columns }] }), rates(1));
    expect(fit?.step_s).toBeCloseTo(3, 9);
    expect(fit?.from_s).toBeCloseTo(-3594, 6);
  });

  it('is none without rates, or beside a flow that is not shown', () => {
    const trace = seen(0, STEP_S);
    const silent = trace.flows.map((flow) => ({
      ...flow,
      columns: { time_s: flow.columns.time_s, rtt_s: flow.columns.rtt_s ?? [] },
    }));
    expect(bestFit(of({ ...trace, flows: silent }), rates(1))).toBeNull();
    expect(bestFit(of(trace, { groups: [null] }), rates(1))).toBeNull();
    expect(bestFit(of({ ...trace, flows: [] }), rates(1))).toBeNull();
  });
});

describe('the distance of a measurement', () => {
  const window = [0, 10] as const;

  it('of rates is the part that did not flow at the same time', () => {
    const trace = seen(0, STEP_S, 3);
    const found = distanceOf(of(trace), [simulated(0, 1e6, 0.02)], window, rates(1));
    expect(found.rate_ratio).toBeCloseTo(0.5, 9);
    expect(found.compared_s).toBeCloseTo(8, 6);
  });

  it('of RTTs is the mean of the differences of the flows', () => {
    const found = distanceOf(of(seen(0, STEP_S)), [simulated(0, 1e6, 0.02)], window, null);
    expect(found.rtt_s).toBeCloseTo(0.01, 12);
    expect(found.rate_ratio).toBeNull();
  });

  it('of shares is what would have to change hands', () => {
    const [flow] = seen(0, STEP_S).flows;
    if (flow === undefined) throw new Error('no flow');
    const trace: MeasuredTrace = { name: 'two', source: 'ss', flows: [flow, flow] };
    const placed = of(trace, { groups: [0, 1] });
    const flows = [simulated(0, 3e6, null), simulated(1, 1e6, null)];
    const found = distanceOf(placed, flows, window, null);
    expect(found.share_points).toBeCloseTo(25, 9);
    expect(found.rtt_s).toBeNull();
    const alone = distanceOf(of(trace, { groups: [0, null] }), flows, window, null);
    expect(alone.share_points).toBeCloseTo(25, 9);
    expect(distanceOf(placed, [], window, null).share_points).toBeNull();
  });

  it('of rates is unknown where too little of the trace lies in the run', () => {
    const trace = of(seen(0, STEP_S), { offset_s: 7 });
    expect(distanceOf(trace, [], window, rates(1)).rate_ratio).toBeNull();
  });
});
