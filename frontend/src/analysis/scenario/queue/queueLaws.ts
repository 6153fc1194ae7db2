/** The picture of each queue discipline: its law, and where on it the queue stands. Pure. */
import {
  formatCount,
  formatPercent,
  formatSetRate,
  joinQuantity,
  toDigits,
  toThreeDigits,
} from '@/analysis/numbers/units';

import type { Parts, QueueRule, RuleFacts, RuleGauge, RuleMark, RuleReader } from './queuePicture';

const BITS_PER_BYTE = 8;
const BYTES_PER_KB = 1e3;

const NOTHING = {
  x: null,
  y: null,
  curves: [],
  lines: [],
  sides: null,
  sticks: [],
  stickWords: '',
  nextStick: null,
  trails: [],
  gauges: [],
  lanes: [],
  now: '',
} satisfies Omit<QueueRule, 'words'>;

const milliseconds = (seconds: number) => toThreeDigits(seconds * 1e3);
const inMs = (seconds: number) => `${milliseconds(seconds)} ms`;
const inKb = (bytes: number) => `${toThreeDigits(bytes / BYTES_PER_KB)} kB`;
const percent = (ratio: number) => formatPercent(ratio, ratio > 0 && ratio < 0.01 ? 2 : 1);
const marked = (isOn: boolean) => (isOn ? 'marked or dropped' : 'dropped');

export function red({ number, isOn, facts, reads, now }: Parts): QueueRule {
  const lower = number('min_threshold_packets');
  const upper = lower * number('max_threshold_ratio');
  const most = now?.('max_probability') ?? number('max_probability');
  const end = isOn('is_gentle') ? 2 * upper : upper;
  const max = end * 1.12;
  const trail = reads.flatMap((read): [number, number][] => {
    const bytes = read('average_queue_bytes');
    const probability = read('drop_probability');
    if (bytes === null || probability === null) return [];
    return [[Math.min(bytes / facts.packetBytes, max), probability]];
  });
  const at = trail.at(-1);
  const ends: RuleMark[] = isOn('is_gentle') ? [{ at: end, text: toThreeDigits(end) }] : [];
  return {
    ...NOTHING,
    words:
      `RED: up to an average queue of ${toThreeDigits(lower)} packets nothing is dropped early, ` +
      `at ${toThreeDigits(upper)} packets ${percent(most)}, from ${toThreeDigits(end)} on all`,
    x: {
      title: 'average queue, packets',
      max,
      marks: [
        { at: lower, text: toThreeDigits(lower) },
        { at: upper, text: toThreeDigits(upper) },
        ...ends,
      ],
    },
    y: {
      title: marked(isOn('ecn')),
      max: 1,
      marks: [
        { at: 1, text: '100%' },
        { at: most, text: formatPercent(most, 0) },
      ],
    },
    curves: [
      {
        points: [
          [0, 0],
          [lower, 0],
          [upper, most],
          [end, 1],
          [max, 1],
        ],
        isDotted: false,
        label: '',
      },
    ],
    lines: [lower, upper],
    trails: [{ points: trail }],
    now:
      at === undefined
        ? ''
        : `Average ${toDigits(at[0])} packets: ${percent(at[1])} ${marked(isOn('ecn'))}.`,
  };
}

const SHOWN_INTERVALS = 5;

/** Drops after the first `first` packets that were dropped: ever closer, until `end`. */
function dropTimes(interval: number, countAfterFirst: number, end: number): number[] {
  const times = [interval];
  for (let count = countAfterFirst; times.length < 100; count += 1) {
    const next = (times.at(-1) ?? 0) + interval / Math.sqrt(count);
    if (next > end) break;
    times.push(next);
  }
  return times;
}

interface Law {
  readonly title: string;
  readonly target: number;
  readonly interval: number;
  /** The count after the first drop. */
  readonly countAfterFirst: number;
  readonly marks: boolean;
}

function lawPicture({ title, target, interval, countAfterFirst, marks }: Law) {
  const end = SHOWN_INTERVALS * interval;
  const sticks = dropTimes(interval, countAfterFirst, end);
  return {
    ...NOTHING,
    words:
      `${title}: once packets have waited longer than ${inMs(target)} for ${inMs(interval)}, ` +
      `one is ${marked(marks)}, then others at growing frequency`,
    x: {
      title: 'time above the target, ms',
      max: end,
      marks: [
        { at: interval, text: milliseconds(interval) },
        { at: end, text: milliseconds(end) },
      ],
    },
    sticks,
    stickWords: marks ? 'a line: a mark or drop' : 'a line: a drop',
  };
}

function delayGauge(title: string, limits: readonly RuleMark[], value: number | null): RuleGauge {
  const most = Math.max(...limits.map(({ at }) => at));
  return {
    title,
    max: 3 * most,
    limits,
    value,
    valueText: value === null ? '' : inMs(value),
  };
}

export function codel({ number, isOn, now }: Parts): QueueRule {
  const target = number('target_s');
  const interval = number('interval_s');
  const threshold = number('ce_threshold_s');
  const marks = isOn('ecn');
  const picture = lawPicture({ title: 'CoDel', target, interval, countAfterFirst: 1, marks });
  const between = now?.('drop_interval_s') ?? null;
  const count = between === null ? null : Math.max(1, Math.round((interval / between) ** 2));
  const act = marks ? 'marks or drops' : 'drops';
  const sojourn = now?.('sojourn_s') ?? null;
  const marking = [{ at: threshold, text: `above ${inMs(threshold)}` }];
  return {
    ...picture,
    nextStick: count !== null && count < picture.sticks.length ? count : null,
    gauges: [
      delayGauge('delay', [{ at: target, text: `target ${inMs(target)}` }], sojourn),
      // On a scale of its own: both names beside their lines would lie over each other.
      ...(threshold > 0 ? [delayGauge('marked', marking, sojourn)] : []),
    ],
    now:
      now === null
        ? ''
        : between === null
          ? 'Not dropping.'
          : `Dropping: it ${act} every ${inMs(between)}, the count is ${formatCount(count)}.`,
  };
}

/** The target is at least one and a half packets, and the interval grows with it (sch_cake.c). */
export function cobalt({ number, isOn, facts, now }: Parts): QueueRule {
  const packetSeconds = (facts.packetBytes * 8) / facts.rateBps;
  const asked = number('target_s');
  const target = Math.max(asked, 1.5 * packetSeconds);
  const interval = Math.max(number('interval_s') + target - asked, 2 * target);
  const step = number('blue_up_ratio');
  const marks = isOn('ecn');
  const picture = lawPicture({ title: 'COBALT', target, interval, countAfterFirst: 2, marks });
  const blue = now?.('drop_probability') ?? null;
  const count = now?.('drop_count') ?? null;
  const limits = [{ at: target, text: `target ${inMs(target)}` }];
  const isNext = count !== null && count >= 2 && count - 1 < picture.sticks.length;
  return {
    ...picture,
    words: `${picture.words}; BLUE drops with a probability that grows when the buffer overflows`,
    nextStick: isNext ? Math.round(count - 1) : null,
    gauges: [
      delayGauge('delay', limits, now?.('sojourn_s') ?? null),
      {
        title: 'BLUE',
        max: 1,
        limits: [{ at: 0, text: `${percent(step)} per overflow` }],
        value: blue,
        valueText: blue === null ? '' : percent(blue),
      },
    ],
    now:
      count === null || blue === null
        ? ''
        : `CoDel’s count is ${formatCount(count)}; BLUE drops ${percent(blue)}.`,
  };
}

/** Of the scale's top that a trail may take: the names stand above it. */
const HIGHEST_OF_SCALE = 0.7;
const PROBABILITY_SCALES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];
const TARGETS_SHOWN = 3;

export function pie({ number, isOn, reads, now }: Parts): QueueRule {
  const target = number('target_s');
  const max = TARGETS_SHOWN * target;
  const trail = reads.flatMap((read): [number, number][] => {
    const delay = read('delay_s');
    const probability = read('drop_probability');
    return delay === null || probability === null ? [] : [[Math.min(delay, max), probability]];
  });
  const highest = Math.max(0, ...trail.map(([, y]) => y));
  const top = PROBABILITY_SCALES.find((each) => highest <= HIGHEST_OF_SCALE * each) ?? 1;
  const at = trail.at(-1);
  const delay = now?.('delay_s') ?? null;
  const burst = now?.('burst_allowance_s') ?? 0;
  return {
    ...NOTHING,
    words:
      `PIE: while packets wait longer than ${inMs(target)} the probability of a drop rises, ` +
      'while they wait less it falls',
    x: {
      title: 'delay, ms',
      max,
      marks: [
        { at: target, text: `target ${milliseconds(target)}` },
        { at: max, text: milliseconds(max) },
      ],
    },
    y: {
      title: marked(isOn('ecn')),
      max: top,
      marks: trail.length === 0 ? [] : [{ at: top, text: formatPercent(top, 0) }],
    },
    lines: [target],
    sides: ['falls', 'rises'],
    trails: [{ points: trail }],
    now:
      at === undefined
        ? ''
        : burst > 0
          ? `A burst may pass for ${inMs(burst)}.`
          : `Delay ${inMs(delay ?? 0)}: ${percent(at[1])} ${marked(isOn('ecn'))}.`,
  };
}

/**
 * A step that is shorter than a packet on the wire marks every packet behind another one,
 * however short the queue.
 */
function belowPacket(stepSeconds: number, { packetBytes, rateBps }: RuleFacts): string {
  const packetSeconds = (packetBytes * 8) / rateBps;
  if (!(stepSeconds < packetSeconds)) return '';
  return (
    `. The step of ${inMs(stepSeconds)} is shorter than the transmission of one packet ` +
    `(${inMs(packetSeconds)}): every packet that waits behind another is marked. ` +
    `Set it above ${inMs(packetSeconds)}`
  );
}

export function dualpi2({ number, facts, reads, now }: Parts): QueueRule {
  const coupling = number('coupling_ratio');
  const target = number('target_s');
  const step = number('step_s');
  const full = 1 / coupling;
  const max = Math.min(1, 1.25 * full);
  const trailOf = (metric: string) => ({
    points: reads.flatMap((read): [number, number][] => {
      const base = read('base_probability');
      const probability = read(metric);
      return base === null || probability === null ? [] : [[Math.min(base, max), probability]];
    }),
  });
  const classic = trailOf('classic_probability');
  const l4s = trailOf('l4s_probability');
  const squares = Array.from({ length: 21 }, (_, index): [number, number] => {
    const base = (index / 20) * max;
    return [base, base * base];
  });
  const [, classicNow = null] = classic.points.at(-1) ?? [];
  const [, l4sNow = null] = l4s.points.at(-1) ?? [];
  return {
    ...NOTHING,
    words:
      `DualPI2: classic packets are dropped with the square of the base probability, packets of ` +
      `L4S marked with ${toThreeDigits(coupling)} times it${belowPacket(step, facts)}`,
    x: {
      title: 'base probability',
      max,
      marks: [{ at: full, text: formatPercent(full, 0) }],
    },
    y: { title: 'dropped or marked', max: 1, marks: [{ at: 1, text: '100%' }] },
    curves: [
      {
        points: [
          [0, 0],
          [full, 1],
          [max, 1],
        ],
        isDotted: true,
        label: 'L4S',
      },
      { points: squares, isDotted: false, label: 'classic' },
    ],
    trails: [classic, l4s],
    gauges: [
      delayGauge('L4S', [{ at: step, text: `step ${inMs(step)}` }], now?.('l4s_delay_s') ?? null),
      delayGauge(
        'classic',
        [{ at: target, text: `target ${inMs(target)}` }],
        now?.('classic_delay_s') ?? null,
      ),
    ],
    now:
      classicNow === null || l4sNow === null
        ? ''
        : `Classic ${percent(classicNow)} dropped or marked, L4S ${percent(l4sNow)} marked.`,
  };
}

export function step({ number, text, facts, now }: Parts): QueueRule {
  const isByPackets = text('threshold') !== 'sojourn';
  const threshold = isByPackets ? number('threshold_packets') : number('threshold_s');
  const shown = isByPackets ? toThreeDigits(threshold) : milliseconds(threshold);
  const max = 2.5 * threshold;
  const value = isByPackets ? packetsOf(now, facts) : (now?.('sojourn_s') ?? null);
  const what = isByPackets ? 'packets that wait' : 'wait of the packet, ms';
  return {
    ...NOTHING,
    words:
      'Step marking: of flows with ECN every packet is marked ' +
      (isByPackets
        ? `while more than ${shown} wait`
        : `that has waited longer than ${shown} ms${belowPacket(threshold, facts)}`),
    x: { title: what, max, marks: [{ at: threshold, text: shown }] },
    y: { title: 'marked', max: 1, marks: [{ at: 1, text: '100%' }] },
    curves: [
      {
        points: [
          [0, 0],
          [threshold, 0],
          [threshold, 1],
          [max, 1],
        ],
        isDotted: false,
        label: '',
      },
    ],
    lines: [threshold],
    trails:
      value === null
        ? []
        : [{ points: [[Math.min(value, max), value > threshold ? 1 : 0] as const] }],
    now:
      value === null
        ? ''
        : isByPackets
          ? `On average ${toDigits(value)} packets wait.`
          : `The last packet waited ${inMs(value)}.`,
  };
}

function packetsOf(now: RuleReader | null, { packetBytes }: RuleFacts): number | null {
  const bytes = now?.('queue_bytes') ?? null;
  return bytes === null ? null : bytes / packetBytes;
}

const MOST_LANES = 6;

export function fqCodel({ number, facts, now }: Parts): QueueRule {
  const target = number('target_s');
  const quantum = number('quantum_bytes');
  const lanes = facts.groups.slice(0, MOST_LANES).map(({ groupIndex, label, count }) => ({
    groupIndex,
    label: count > 1 ? `${formatCount(count)} × ${label}` : label,
    packets: facts.waitingOf?.(groupIndex) ?? null,
  }));
  const left = facts.groups.length - lanes.length;
  const active = now?.('active_queue_count') ?? null;
  const late = now?.('delay_dropped_packets') ?? 0;
  const overflow = now?.('overflow_dropped_packets') ?? 0;
  return {
    ...NOTHING,
    words:
      `FQ-CoDel: ${formatCount(number('queue_count'))} queues by hash of the flow, in turn ` +
      `${formatCount(quantum)} bytes each; CoDel with a target of ${inMs(target)} in every one` +
      (left > 0 ? `. ${left} more groups` : ''),
    lanes,
    now:
      active === null
        ? ''
        : `${formatCount(active)} ${Math.round(active) === 1 ? 'queue holds' : 'queues hold'} packets. ` +
          `Dropped so far: ${formatCount(late)} for their delay, ${formatCount(overflow)} for a full buffer.`,
  };
}

/** The picture of a policer: its bucket, how it empties while too much comes, and its tokens. */
export function policer({ number, facts, now }: Parts): QueueRule {
  const tokenBps = number('token_rate_ratio') * facts.rateBps;
  // At least one packet (policer.cpp).
  const bucket = Math.max((tokenBps * number('bucket_s')) / BITS_PER_BYTE, facts.packetBytes);
  const tokens = now?.('token_bytes') ?? null;
  const policed = now?.('policed_packets') ?? null;
  return {
    ...NOTHING,
    words:
      `Policer: what comes faster than ${joinQuantity(formatSetRate(tokenBps))} takes tokens from ` +
      `a bucket of ${inKb(bucket)}; once that is empty it is dropped`,
    gauges: [
      {
        title: 'tokens',
        max: 1.25 * bucket,
        limits: [{ at: bucket, text: 'full' }],
        value: tokens,
        valueText: tokens === null ? '' : inKb(tokens),
      },
    ],
    now:
      tokens === null || policed === null
        ? ''
        : `${inKb(tokens)} of tokens in a bucket of ${inKb(bucket)}; ` +
          `${formatCount(policed)} ${policed === 1 ? 'packet' : 'packets'} dropped so far.`,
  };
}
