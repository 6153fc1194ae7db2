/**
 * How a queue discipline decides whom it drops or marks, as a small picture: its rule from the
 * parameters, and where it stands from the series of a run. Pure.
 */
import { QUEUE_SERIES, QUEUE_TRAITS, type QueueTraits } from '@/generated/kindSeries';

import { cobalt, codel, dualpi2, fqCodel, pie, policer, red, step } from './queueLaws';
import type { Parts, QueueRule, QueueSetting, RuleFacts, RuleReader } from './queuePicture';

interface Picture {
  /** What a discipline writes of itself if its law is this one (`observe()`). */
  readonly own: readonly string[];
  /** What the picture reads of every link besides. */
  readonly ofLink?: readonly string[];
  readonly isOf?: (traits: QueueTraits) => boolean;
  readonly draw: (parts: Parts) => QueueRule;
}

const PICTURES: readonly Picture[] = [
  { own: ['average_queue_bytes', 'drop_probability', 'max_probability'], draw: red },
  { own: ['sojourn_s', 'drop_interval_s'], draw: codel },
  { own: ['sojourn_s', 'drop_probability', 'drop_count'], draw: cobalt },
  { own: ['drop_probability', 'delay_s', 'burst_allowance_s'], draw: pie },
  {
    own: [
      'base_probability',
      'classic_probability',
      'l4s_probability',
      'classic_delay_s',
      'l4s_delay_s',
    ],
    draw: dualpi2,
  },
  {
    own: ['sojourn_s'],
    ofLink: ['queue_bytes', 'queue_max_bytes'],
    isOf: ({ canMark, dropsEarly }) => canMark && !dropsEarly,
    draw: step,
  },
  {
    own: ['active_queue_count', 'delay_dropped_packets', 'overflow_dropped_packets'],
    draw: fqCodel,
  },
  { own: ['token_bytes', 'policed_packets'], draw: policer },
];

function pictureOf(kind: string): Picture | undefined {
  const traits = QUEUE_TRAITS[kind];
  if (traits === undefined) return undefined;
  const written = new Set(QUEUE_SERIES[kind]?.map(({ name }) => name));
  return PICTURES.find(
    ({ own, isOf }) => own.every((name) => written.has(name)) && (isOf?.(traits) ?? true),
  );
}

/** The link's series that the picture of a discipline reads. */
export function ruleMetrics(kind: string): readonly string[] {
  const picture = pictureOf(kind);
  return picture === undefined ? [] : [...picture.own, ...(picture.ofLink ?? [])];
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
  const known = typeof queue.kind === 'string' ? pictureOf(queue.kind) : undefined;
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
