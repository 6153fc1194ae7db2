/**
 * How a queue discipline decides whom it drops or marks, as a small picture: its rule from the
 * parameters, and where it stands from the series of a run. Pure.
 */
import { formatCount, formatSetRate, joinQuantity, toThreeDigits } from '@/analysis/numbers/units';

import { cobalt, codel, dualpi2, fqCodel, pie, red, step } from './queueLaws';
import type { Parts, QueueRule, QueueSetting, RuleFacts, RuleReader } from './queuePicture';

const BITS_PER_BYTE = 8;
const BYTES_PER_KB = 1e3;

const inKb = (bytes: number) => `${toThreeDigits(bytes / BYTES_PER_KB)} kB`;

/** The picture of a policer: its bucket, how it empties while too much comes, and what is in it. */
function policer({ number, facts, now }: Parts): QueueRule {
  const tokenBps = number('token_rate_ratio') * facts.rateBps;
  // At least one packet (policer.cpp).
  const bucket = Math.max((tokenBps * number('bucket_s')) / BITS_PER_BYTE, facts.packetBytes);
  const tokens = now?.('token_bytes') ?? null;
  const policed = now?.('policed_packets') ?? null;
  return {
    words:
      `Policer: what comes faster than ${joinQuantity(formatSetRate(tokenBps))} takes tokens from ` +
      `a bucket of ${inKb(bucket)}; once that is empty it is dropped`,
    x: null,
    y: null,
    curves: [],
    lines: [],
    sides: null,
    sticks: [],
    stickWords: '',
    nextStick: null,
    trails: [],
    gauges: [
      {
        title: 'tokens',
        max: 1.25 * bucket,
        limits: [{ at: bucket, text: 'full' }],
        value: tokens,
        valueText: tokens === null ? '' : inKb(tokens),
      },
    ],
    lanes: [],
    now:
      tokens === null || policed === null
        ? ''
        : `${inKb(tokens)} of tokens in a bucket of ${inKb(bucket)}; ` +
          `${formatCount(policed)} ${policed === 1 ? 'packet' : 'packets'} dropped so far.`,
  };
}

interface Known {
  readonly metrics: readonly string[];
  readonly draw: (parts: Parts) => QueueRule;
}

const RULES: Readonly<Record<string, Known | undefined>> = {
  red: { metrics: ['average_queue_bytes', 'drop_probability', 'max_probability'], draw: red },
  codel: { metrics: ['sojourn_s', 'drop_interval_s'], draw: codel },
  cobalt: { metrics: ['sojourn_s', 'drop_probability', 'drop_count'], draw: cobalt },
  pie: { metrics: ['drop_probability', 'delay_s', 'burst_allowance_s'], draw: pie },
  dualpi2: {
    metrics: [
      'base_probability',
      'classic_probability',
      'l4s_probability',
      'classic_delay_s',
      'l4s_delay_s',
    ],
    draw: dualpi2,
  },
  step: { metrics: ['sojourn_s', 'queue_bytes', 'queue_max_bytes'], draw: step },
  fq_codel: {
    metrics: ['active_queue_count', 'delay_dropped_packets', 'overflow_dropped_packets'],
    draw: fqCodel,
  },
  policer: { metrics: ['token_bytes', 'policed_packets'], draw: policer },
};

/** The link's series that the picture of a discipline reads. */
export function ruleMetrics(kind: string): readonly string[] {
  return RULES[kind]?.metrics ?? [];
}

interface LinkQueue {
  readonly queue: { readonly kind: string };
}

/** What the pictures of the queues of a scenario read of their link. */
export function ruleMetricsOf(scenario: {
  readonly bottleneck: LinkQueue;
  readonly links: readonly LinkQueue[];
}): string[] {
  return [scenario.bottleneck, ...scenario.links].flatMap(({ queue }) => [
    ...ruleMetrics(queue.kind),
  ]);
}

/** null: the discipline drops what finds no room and nothing else, or a number is missing. */
export function queueRule(
  queue: QueueSetting,
  facts: RuleFacts,
  reads: readonly RuleReader[] = [],
): QueueRule | null {
  const known = typeof queue.kind === 'string' ? RULES[queue.kind] : undefined;
  if (known === undefined) return null;
  let isWhole = true;
  const number = (name: string) => {
    const value = queue[name];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    isWhole = false;
    return NaN;
  };
  const rule = known.draw({
    number,
    isOn: (name) => queue[name] === true,
    text: (name) => queue[name],
    facts,
    reads,
    now: reads.at(-1) ?? null,
  });
  return isWhole ? rule : null;
}
