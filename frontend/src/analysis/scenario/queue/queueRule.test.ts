import { describe, expect, it } from 'vitest';

import { coreQueue, coreQueueMetrics } from '#tests/registry';
import { QUEUE_TRAITS } from '@/generated/kindSeries';
import { linkSeriesMetrics } from '@/generated/seriesMetrics';

import type { QueueRule } from './queuePicture';
import { queueRule, ruleMetrics } from './queueRule';

const FACTS = {
  packetBytes: 1500,
  rateBps: 10e6,
  groups: [
    { groupIndex: 0, label: 'elephant', count: 1 },
    { groupIndex: 2, label: 'mice', count: 20 },
  ],
};

type Sample = Readonly<Record<string, number>>;

/** Drawn with the core's defaults, at the last of some samples of the link. */
function drawn(name: string, samples: readonly Sample[] = [], changes = {}, facts = {}): QueueRule {
  const reads = samples.map((sample) => (metric: string) => sample[metric] ?? null);
  const rule = queueRule(coreQueue(name, changes), { ...FACTS, ...facts }, reads);
  if (rule === null) throw new Error(`nothing is drawn of ${name}`);
  return rule;
}

describe('the picture of a queue', () => {
  it('is there for all that drop early or mark, and reads only what the core writes', () => {
    for (const [name, own] of coreQueueMetrics) {
      const rule = queueRule(coreQueue(name), FACTS);
      const { dropsEarly = true, canMark = true } = QUEUE_TRAITS[name] ?? {};
      if (dropsEarly || canMark) expect(rule, name).not.toBeNull();
      const known = [...own, ...Object.keys(linkSeriesMetrics)];
      expect(ruleMetrics(name).filter((metric) => !known.includes(metric))).toEqual([]);
      expect(ruleMetrics(name).length > 0, name).toBe(rule !== null);
      expect(rule?.now ?? '').toBe('');
    }
  });

  it('is missing while a number is, and where there is no rule', () => {
    expect(queueRule(coreQueue('codel', { target_s: '' }), FACTS)).toBeNull();
    expect(queueRule({ kind: 'unheard-of' }, FACTS)).toBeNull();
    expect(queueRule(coreQueue('droptail'), FACTS)).toBeNull();
  });

  it('of RED has the marking curve, and where on it the average is', () => {
    const rule = drawn('red', [{ average_queue_bytes: 15_000, drop_probability: 0.05 }]);
    expect(rule.curves[0]?.points.slice(0, 4)).toEqual([
      [0, 0],
      [5, 0],
      [15, 0.1],
      [30, 1],
    ]);
    expect(rule.trails[0]?.points).toEqual([[10, 0.05]]);
    expect(rule.now).toBe('Average 10.0 packets: 5.0% dropped.');
  });

  it('of RED jumps where it is not gentle, and follows a maximum that adapts', () => {
    const steep = drawn('red', [], { is_gentle: false });
    expect(steep.curves[0]?.points[3]).toEqual([15, 1]);
    const adapted = drawn('red', [{ max_probability: 0.4 }], { is_adaptive: true });
    expect(adapted.curves[0]?.points[2]).toEqual([15, 0.4]);
  });

  it('of CoDel has drops at intervals over the root of their number, and which one is next', () => {
    const calm = drawn('codel', [{ sojourn_s: 0.002 }]);
    const expected = [
      0.1,
      0.2,
      0.2 + 0.1 / Math.sqrt(2),
      0.2 + 0.1 / Math.sqrt(2) + 0.1 / Math.sqrt(3),
    ];
    calm.sticks.slice(0, 4).forEach((at, index) => expect(at).toBeCloseTo(expected[index] ?? 0, 9));
    expect([calm.nextStick, calm.now]).toEqual([null, 'Not dropping.']);
    expect(calm.gauges[0]?.value).toBe(0.002);
    const dropping = drawn('codel', [{ sojourn_s: 0.02, drop_interval_s: 0.1 / Math.sqrt(2) }]);
    expect(dropping.nextStick).toBe(2);
    expect(dropping.now).toBe('Dropping: it drops every 70.7 ms, the count is 2.');
  });

  it('of CoDel says that it marks, and has the threshold of marks on a scale of its own', () => {
    const rule = drawn('codel', [{ sojourn_s: 0.002 }], { ecn: true, ce_threshold_s: 0.001 });
    expect(rule.stickWords).toBe('a line: a mark or drop');
    expect(rule.words).toContain('one is marked or dropped');
    expect(rule.gauges.map(({ title, limits, value }) => [title, limits[0]?.text, value])).toEqual([
      ['delay', 'target 5 ms', 0.002],
      ['marked', 'above 1 ms', 0.002],
    ]);
  });

  it('of COBALT counts the first drop, and its target is a packet and a half at least', () => {
    const rule = drawn('cobalt', [{ sojourn_s: 0.01, drop_probability: 0.25, drop_count: 3 }]);
    expect(rule.sticks[1]).toBeCloseTo(0.1 + 0.1 / Math.sqrt(2), 9);
    expect(rule.gauges.map(({ value }) => value)).toEqual([0.01, 0.25]);
    expect(rule.now).toBe('CoDel’s count is 3; BLUE drops 25.0%.');
    // A packet takes 12 ms at 1 Mbit/s: the target is 18 ms and the interval 13 ms longer.
    const slow = drawn('cobalt', [], {}, { rateBps: 1e6 });
    expect(slow.gauges[0]?.limits[0]?.at).toBeCloseTo(0.018, 9);
    expect(slow.sticks[0]).toBeCloseTo(0.113, 9);
  });

  it('of PIE has the probability against the delay, on a scale that holds what was', () => {
    const rule = drawn('pie', [
      { delay_s: 0.01, drop_probability: 0.03 },
      { delay_s: 0.03, drop_probability: 0.15 },
    ]);
    expect(rule.lines).toEqual([0.015]);
    expect(rule.y?.max, 'above the trail is room for two words').toBe(0.5);
    expect(rule.trails[0]?.points).toEqual([
      [0.01, 0.03],
      [0.03, 0.15],
    ]);
    expect(rule.now).toBe('Delay 30 ms: 15.0% dropped.');
    const burst = drawn('pie', [{ delay_s: 0, drop_probability: 0, burst_allowance_s: 0.15 }]);
    expect(burst.now).toBe('A burst may pass for 150 ms.');
  });

  it('of DualPI2 has the square and the coupling', () => {
    const rule = drawn('dualpi2', [
      {
        base_probability: 0.2,
        classic_probability: 0.04,
        l4s_probability: 0.4,
        classic_delay_s: 0.016,
        l4s_delay_s: 0.0005,
      },
    ]);
    const [l4s, classic] = rule.curves;
    expect(l4s?.points[1]).toEqual([0.5, 1]);
    expect(classic?.points.at(-1)).toEqual([0.625, 0.625 ** 2]);
    expect(rule.trails.map(({ points }) => points.at(-1))).toEqual([
      [0.2, 0.04],
      [0.2, 0.4],
    ]);
    expect(rule.gauges.map(({ title, value }) => [title, value])).toEqual([
      ['L4S', 0.0005],
      ['classic', 0.016],
    ]);
  });

  it('of step marking has its threshold in packets or in time', () => {
    const packets = drawn('step', [{ queue_bytes: 150_000 }]);
    expect([packets.lines, packets.trails[0]?.points]).toEqual([[65], [[100, 1]]]);
    const wait = drawn('step', [{ sojourn_s: 0.0005 }], { threshold: 'sojourn' });
    expect([wait.lines, wait.trails[0]?.points]).toEqual([[0.001], [[0.0005, 0]]]);
  });

  it.each([
    ['dualpi2', {}],
    ['step', { threshold: 'sojourn' }],
  ])('of %s warns of a step shorter than a packet', (kind, own) => {
    const slow = drawn(kind, [], own, { rateBps: 1e7, packetBytes: 1500 });
    expect(slow.words).toContain('shorter than the transmission of one packet (1.2 ms)');
    const fast = drawn(kind, [], own, { rateBps: 2e7, packetBytes: 1500 });
    expect(fast.words).not.toContain('shorter');
  });

  it('of a policer has its bucket, which holds a packet at least', () => {
    const rule = drawn('policer', [{ token_bytes: 15_000, policed_packets: 1 }]);
    // Tokens of 5 Mbit/s for 0.1 s.
    expect(rule.gauges[0]?.limits[0]?.at).toBe(62_500);
    expect(rule.gauges[0]?.value).toBe(15_000);
    expect(rule.now).toBe('15 kB of tokens in a bucket of 62.5 kB; 1 packet dropped so far.');
    const least = drawn('policer', [], { bucket_s: 0.0001 });
    expect(least.gauges[0]?.limits[0]?.at).toBe(1500);
    expect(least.words).toContain('faster than 5 Mbit/s');
  });

  it('of FQ-CoDel has a queue for each group, with what waits of it', () => {
    const sample = {
      active_queue_count: 1,
      delay_dropped_packets: 7,
      overflow_dropped_packets: 2,
    };
    const waitingOf = (groupIndex: number) => (groupIndex === 2 ? 12 : null);
    const rule = drawn('fq_codel', [sample], {}, { waitingOf });
    expect(rule.lanes).toEqual([
      { groupIndex: 0, label: 'elephant', packets: null },
      { groupIndex: 2, label: '20 × mice', packets: 12 },
    ]);
    expect(rule.now).toBe(
      '1 queue holds packets. Dropped so far: 7 for their delay, 2 for a full buffer.',
    );
  });
});
