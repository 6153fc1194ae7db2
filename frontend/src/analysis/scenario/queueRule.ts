/**
 * How a queue discipline decides whom it drops or marks, as a small picture: its rule from the
 * parameters, and where it stands from the series of a run. Pure.
 */
import { cobalt, codel, dualpi2, fqCodel, pie, red, step } from './queueLaws';
import { policer } from './policerLaw';
import type { Parts, QueueRule, QueueSetting, RuleFacts, RuleReader } from './queuePicture';

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
