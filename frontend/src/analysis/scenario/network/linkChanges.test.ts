import { describe, expect, it } from 'vitest';

import { changeLine, changeTexts, delayCurve, outagesOf, rateCurve } from './linkChanges';
import { delayShifts, seenAtLink, traceRateBps } from './linkPreview';

const scenario = (bottleneck: object) => ({
  duration_s: 20,
  bottleneck: { rate_bps: 10e6, delay_s: 0.01, ...bottleneck },
});

describe('rateCurve', () => {
  it('is nothing for a link that does not change', () => {
    expect(rateCurve(scenario({}))).toBeNull();
    expect(rateCurve(scenario({ rate_schedule: [], trace: { opportunities_ms: [] } }))).toBeNull();
    expect(rateCurve({})).toBeNull();
  });

  it('has the corners of steps and ramps', () => {
    const rate_schedule = [
      { at_s: 5, rate_bps: 2e6, ramp_s: 1 },
      { at_s: 10, rate_bps: 8e6 },
    ];
    expect(
      rateCurve(scenario({ rate_schedule }))?.map(({ timeSeconds, value }) => [timeSeconds, value]),
    ).toEqual([
      [0, 10e6],
      [5, 10e6],
      [6, 2e6],
      [10, 2e6],
      [10, 8e6],
      [20, 8e6],
    ]);
  });

  it('says what a trace that holds does after its end', () => {
    const trace = { opportunities_ms: [500, 1000, 1500, 2000], after_end: 'hold' };
    const [, text] = changeTexts(scenario({ trace }))[0] ?? [];
    expect(text).toMatch(/; after 2 s as in its last second$/);
    const repeats = changeTexts(scenario({ trace: { ...trace, after_end: 'repeat' } }));
    expect(repeats[0]?.[1]).not.toContain('last second');
  });

  it('counts the opportunities of a trace', () => {
    const trace = { opportunities_ms: [10, 20, 150, 200] };
    const values = rateCurve(scenario({ trace }))?.map(({ value }) => value);
    expect(values).toEqual([240_000, 240_000, 120_000, 120_000]);
  });
});

describe('words', () => {
  it('says every change', () => {
    const changes = scenario({
      rate_schedule: [{ at_s: 5, rate_bps: 2e6 }],
      delay_schedule: [{ at_s: 5, delay_s: 0.03 }],
      jitter_s: 0.005,
      jitter_reorders: true,
      outages: [{ at_s: 3, duration_s: 2 }],
    });
    expect(changeTexts(changes)).toEqual([
      ['Rate over time', '2 Mbit/s to 10 Mbit/s'],
      ['Delay over time', '10 ms to 30 ms'],
      ['Jitter', 'up to 5 ms, packets overtake'],
      ['Outages', '1, 2 s in all'],
    ]);
    expect(changeLine(changes)).toBe('changes: rate, delay, jitter, outages');
    const lossy = scenario({
      jitter_s: 0.005,
      jitter_distribution: 'normal',
      jitter_correlation_ratio: 0.25,
      loss_schedule: [
        { at_s: 2, probability: 0.03, direction: 'data' },
        { at_s: 4, probability: 0, direction: 'data' },
      ],
    });
    expect(changeTexts(lossy)).toEqual([
      ['Jitter', 'up to 5 ms, normally distributed, correlation 0.25'],
      ['Loss over time', 'up to 3%'],
    ]);
    expect(changeLine(scenario({}))).toBe('');
    expect(delayCurve(changes)?.at(-1)?.value).toBe(0.03);
  });
});

describe('a preview', () => {
  it('has the outages within the run', () => {
    const outages = [
      { at_s: 3, duration_s: 2 },
      { at_s: 19, duration_s: 5, direction: 'ack' },
      { at_s: 30, duration_s: 1 },
      { at_s: '' },
    ];
    expect(outagesOf(scenario({ outages }))).toEqual([
      { fromSeconds: 3, toSeconds: 5 },
      { fromSeconds: 19, toSeconds: 20 },
    ]);
  });

  it('says by how much base RTTs move', () => {
    const delay_schedule = [
      { at_s: 5, delay_s: 0.03 },
      { at_s: 8, delay_s: 0.004 },
    ];
    const [least, most] = delayShifts(scenario({ delay_schedule })) ?? [];
    expect(least).toBeCloseTo(-0.006, 9);
    expect(most).toBeCloseTo(0.02, 9);
    expect(delayShifts(scenario({}))).toBeNull();
  });

  it('can be of a further link', () => {
    const link = { rate_bps: 4e6, rate_schedule: [{ at_s: 1, rate_bps: 1e6 }] };
    expect(changeLine(seenAtLink(scenario({}), link))).toBe('changes: rate');
  });
});

describe('traceRateBps', () => {
  it('is the mean over the period', () => {
    expect(traceRateBps([0, 3, 3, 10])).toBe(4_800_000);
    expect(traceRateBps([])).toBe(0);
  });
});
