/** The links of a scenario: the bottleneck and those that paths name besides. */

export const BOTTLENECK_ID = 'bottleneck';

import type { GroupAtLink } from '@/analysis/replay/atLink';
import { QUEUE_TRAITS } from '@/generated/kindSeries';
import { USUAL_TRAFFIC } from '@/generated/kindTitles';

/** What was stored before there were further links says nothing of them. */
interface WithLinks {
  readonly links?: readonly { readonly id: string }[];
}

interface WithPaths {
  readonly flows: readonly { readonly count?: number; readonly path?: readonly string[] }[];
}

/** Their names in paths, the bottleneck first: in the order of their numbers. */
export function linkNames({ links = [] }: WithLinks): string[] {
  return [BOTTLENECK_ID, ...links.map(({ id }) => id)];
}

/** Flows whose data passes the link. */
export function flowsOverLink({ flows }: WithPaths, link: string): number {
  return flows.reduce(
    (sum, { path = [BOTTLENECK_ID], count = 1 }) => (path.includes(link) ? sum + count : sum),
    0,
  );
}

/** The bottleneck's rate by the flows over it: where nothing is known of demands and activity. */
export function equalShareBps(
  scenario: WithPaths & { readonly bottleneck: { readonly rate_bps: number } },
): number {
  return scenario.bottleneck.rate_bps / Math.max(1, flowsOverLink(scenario, BOTTLENECK_ID));
}

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
 * What flows are due by the scenario alone, where nobody else says it: no line where flows are not
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

export interface WithRates {
  readonly bottleneck: { readonly rate_bps: number };
  readonly links?: readonly { readonly rate_bps: number }[];
}

/** The bits of all links together: what decides how many packet events there are in a second. */
export function eventRateBps({ bottleneck, links = [] }: WithRates): number {
  return links.reduce((sum, { rate_bps }) => sum + rate_bps, bottleneck.rate_bps);
}

type Path = readonly string[];

export interface WithGroups extends WithLinks {
  readonly bottleneck: { readonly delay_s: number };
  readonly links?: readonly { readonly id: string; readonly delay_s: number }[];
  readonly flows: readonly { readonly rtt_s: number; readonly path?: Path }[];
}

/** How the data of each group comes to a link; docs/model.md has the delays. */
export function groupsAtLink(scenario: WithGroups, linkIndex: number): GroupAtLink[] {
  const names = linkNames(scenario);
  const delays = [scenario.bottleneck, ...(scenario.links ?? [])].map(({ delay_s }) => delay_s);
  const delayOf = (links: readonly number[]) =>
    links.reduce((sum, link) => sum + (delays[link] ?? 0), 0);
  return scenario.flows.map(({ rtt_s, path = [BOTTLENECK_ID] }) => {
    const links = path.map((name) => names.indexOf(name));
    const place = links.indexOf(linkIndex);
    const before = links.slice(0, Math.max(0, place));
    return {
      passes: place >= 0,
      isLast: place === links.length - 1,
      accessSeconds: Math.max(0, rtt_s / 2 - delayOf(links)) + delayOf(before),
      before: new Set(before),
    };
  });
}
