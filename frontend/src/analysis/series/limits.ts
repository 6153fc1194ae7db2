/**
 * What keeps flows from sending more, per group: shares of time from all packets (definitions in
 * docs/model.md, "Why a flow is limited"), and where in the run one of them ruled.
 */
import type { Columns } from './series';

export const LIMITS = ['cwnd', 'pacing', 'recovery', 'receive_window', 'application'] as const;
export type Limit = (typeof LIMITS)[number];

/** Each limit in a label. */
export const limitWords = {
  cwnd: { short: 'window' },
  pacing: { short: 'pacing' },
  recovery: { short: 'recovery' },
  receive_window: { short: 'receiver' },
  application: { short: 'application' },
} satisfies Record<Limit, { short: string }>;

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
