/**
 * What keeps flows from sending more, per group: shares of time from all packets (definitions in
 * docs/model.md, "Why a flow is limited"), and where in the run one of them ruled.
 */
import type { Columns } from './series';

export const LIMITS = ['cwnd', 'pacing', 'recovery', 'receive_window', 'application'] as const;
export type Limit = (typeof LIMITS)[number];

/** Each limit in a label, and in a sentence: held by its window. */
export const limitWords = {
  cwnd: { short: 'window', held: 'its window' },
  pacing: { short: 'pacing', held: 'pacing' },
  recovery: { short: 'recovery', held: 'loss recovery' },
  receive_window: { short: 'receiver', held: 'the receiver’s window' },
  application: { short: 'no data', held: 'having nothing to send' },
} satisfies Record<Limit, { short: string; held: string }>;

export const LIMIT_METRICS: readonly string[] = LIMITS.map(metricOf);

export function metricOf(limit: Limit): `limited_${Limit}_ratio` {
  return `limited_${limit}_ratio`;
}

export type FlowLimits = Readonly<Record<`limited_${Limit}_ratio`, number | null>> & {
  readonly group_index: number;
  readonly active_s: number;
};

export interface LimitShare {
  readonly limit: Limit;
  readonly share: number;
}

/** The shares of a group's time: of all its flows, each as long as it was active. Sum to 1. */
export function groupLimits(flows: readonly FlowLimits[], groupIndex: number): LimitShare[] {
  // A result of an earlier core has none.
  const known = flows.filter(
    (flow) => flow.group_index === groupIndex && typeof flow.limited_cwnd_ratio === 'number',
  );
  const total = known.reduce((sum, { active_s }) => sum + active_s, 0);
  if (total === 0) return [];
  return LIMITS.map((limit) => {
    const time = known.reduce((sum, flow) => sum + (flow[metricOf(limit)] ?? 0) * flow.active_s, 0);
    return { limit, share: time / total };
  }).filter(({ share }) => share > 0);
}

/** The largest shares that matter, largest first: one always, others from five per cent. */
export function mainLimits(shares: readonly LimitShare[]): LimitShare[] {
  const SMALLEST_TOLD = 0.05;
  const ordered = [...shares].sort((a, b) => b.share - a.share);
  return ordered.filter(({ share }, place) => place === 0 || share >= SMALLEST_TOLD);
}

export type Stretch = readonly [fromSeconds: number, toSeconds: number];

/** The longest unbroken stretch in which `limit` takes more of the time than any other. */
export function longestStretch(
  timeSeconds: readonly number[],
  bucketSeconds: number,
  columns: Columns | undefined,
  limit: Limit,
): Stretch | null {
  let longest: Stretch | null = null;
  let start: number | null = null;
  timeSeconds.forEach((endSeconds, index) => {
    if (dominantLimit(columns, index) !== limit) {
      start = null;
      return;
    }
    start ??= Math.max(0, endSeconds - bucketSeconds);
    if (longest === null || endSeconds - start > longest[1] - longest[0]) {
      longest = [start, endSeconds];
    }
  });
  return longest;
}

/** The limit with the largest share of a bucket; null where the flow did not exist. */
export function dominantLimit(columns: Columns | undefined, index: number): Limit | null {
  let result: Limit | null = null;
  let most = 0;
  for (const limit of LIMITS) {
    const share = columns?.[metricOf(limit)]?.mean[index] ?? 0;
    if (share > most) {
      result = limit;
      most = share;
    }
  }
  return result;
}
