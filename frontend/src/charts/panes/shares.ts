/** What flows are due, as plots draw it; apart from what the first page loads. Pure. */
import {
  BOTTLENECK_ID,
  equalShareBps,
  firstPassedLink,
  groupsAtLink,
  type WithGroups,
} from '@/analysis/scenario/network/links';
import { QUEUE_TRAITS } from '@/generated/kindSeries';
import { USUAL_TRAFFIC } from '@/generated/kindTitles';

import type { FairShare, StageFacts } from '../model';

export type Due = Partial<Pick<StageFacts, 'fairShareBps' | 'fairShares'>>;

/** What bounds or delays what flows are due; defaults may be left out. */
export interface WithDemands {
  readonly bottleneck?: {
    readonly rate_bps?: number;
    readonly rate_schedule?: readonly unknown[];
    readonly trace?: { readonly opportunities_ms?: readonly unknown[] };
    readonly queue?: { readonly kind?: string };
  };
  readonly flows?: readonly {
    readonly count?: number;
    readonly path?: readonly string[];
    readonly start_s?: number;
    readonly stop_s?: number | null;
    readonly traffic?: { readonly kind?: string };
    readonly receiver?: {
      readonly window_bytes?: number | null;
      readonly read_rate_bps?: number | null;
    };
  }[];
}

/** Nothing but the bottleneck bounds any flow, so that all that send are due the same. */
export function areDueAlike({ bottleneck, flows = [] }: WithDemands): boolean {
  const isPoliced = QUEUE_TRAITS[bottleneck?.queue?.kind ?? '']?.delaysExcess === false;
  return (
    !isPoliced &&
    flows.every(
      ({ path = [BOTTLENECK_ID], traffic, receiver }) =>
        path.join() === BOTTLENECK_ID &&
        (traffic?.kind ?? USUAL_TRAFFIC) === USUAL_TRAFFIC &&
        receiver?.window_bytes == null &&
        receiver?.read_rate_bps == null,
    )
  );
}

/** They are, over any time: all flows are there together. */
export function haveEqualShares(scenario: WithDemands): boolean {
  const times = (scenario.flows ?? []).map(
    ({ start_s = 0, stop_s }) => `${start_s} ${stop_s ?? ''}`,
  );
  return areDueAlike(scenario) && new Set(times).size <= 1;
}

/** The bottleneck sends at one rate, all the time. */
export function hasSteadyRate({ bottleneck }: WithDemands): boolean {
  const { rate_schedule: schedule = [], trace } = bottleneck ?? {};
  return schedule.length === 0 && (trace?.opportunities_ms ?? []).length === 0;
}

interface PlainShares {
  readonly fairShareBps: number;
  readonly fairShares?: readonly {
    readonly groupIndex: null;
    readonly steps: readonly { readonly fromSeconds: number; readonly bps: number }[];
  }[];
}

/**
 * What flows are due by the scenario alone, where it is not given: no line where flows are not
 * due alike, and steps where they start or stop one after another.
 */
export function plainShares(
  scenario: Parameters<typeof equalShareBps>[0] & WithDemands,
): PlainShares {
  const fairShareBps = equalShareBps(scenario);
  if (!areDueAlike(scenario)) return { fairShareBps, fairShares: [] };
  const { flows = [] } = scenario as WithDemands;
  const times = flows.flatMap(({ start_s = 0, stop_s }) => [start_s, stop_s ?? Infinity]);
  const changes = [...new Set(times)].filter(Number.isFinite).sort((a, b) => a - b);
  const [first = 0] = changes;
  if (changes.length < 2) return { fairShareBps };
  if (!hasSteadyRate(scenario)) return { fairShareBps, fairShares: [] };
  const steps = [...(first > 0 ? [0] : []), ...changes].map((fromSeconds) => {
    const active = flows.filter(
      ({ start_s = 0, stop_s }) => start_s <= fromSeconds && fromSeconds < (stop_s ?? Infinity),
    );
    const count = active.reduce((sum, flow) => sum + (flow.count ?? 1), 0);
    return { fromSeconds, bps: count === 0 ? 0 : scenario.bottleneck.rate_bps / count };
  });
  return { fairShareBps, fairShares: [{ groupIndex: null, steps }] };
}

/** What follows from a scenario: what a flow of each group is due from each time on. */
export interface Shares {
  readonly groups: readonly {
    readonly fair_share_steps: readonly {
      readonly from_s: number;
      readonly fair_share_bps: number;
    }[];
  }[];
}

/** With more of these lines than this they are not drawn. */
const MOST_FAIR_SHARES = 4;

/** What the flows over a link are due: one number, or lines where it differs or changes. */
export function dueOf(scenario: WithGroups, { groups }: Shares, linkIndex: number): Due {
  const wanted = groupsAtLink(scenario, linkIndex);
  // Of a link that no data passes another one is drawn.
  const passing = wanted.some(({ passes }) => passes)
    ? wanted
    : groupsAtLink(scenario, firstPassedLink(scenario));
  const shares = groups.flatMap(({ fair_share_steps }, groupIndex) => {
    const steps = fair_share_steps.map(({ from_s, fair_share_bps }) => ({
      fromSeconds: from_s,
      bps: fair_share_bps,
    }));
    return passing[groupIndex]?.passes === true ? [{ groupIndex, steps }] : [];
  });
  const alike = new Map<string, FairShare>();
  for (const share of shares) {
    const key = JSON.stringify(share.steps);
    alike.set(key, alike.has(key) ? { ...share, groupIndex: null } : share);
  }
  const fairShares = [...alike.values()];
  const [first, second] = fairShares;
  if (first === undefined || fairShares.length > MOST_FAIR_SHARES) return { fairShares: [] };
  const [always, changed] = first.steps;
  if (second !== undefined || always === undefined) return { fairShares };
  return changed === undefined
    ? { fairShareBps: always.bps }
    : { fairShares: [{ ...first, groupIndex: null }] };
}
