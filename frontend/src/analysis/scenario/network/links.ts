/** The links of a scenario: the bottleneck and those that paths name besides. */

export const BOTTLENECK_ID = 'bottleneck';

import type { GroupAtLink } from '@/analysis/replay/atLink';

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

/** The first link that data passes, the bottleneck as a rule. */
export function firstPassedLink(scenario: WithLinks & WithPaths): number {
  const found = linkNames(scenario).findIndex((id) => flowsOverLink(scenario, id) > 0);
  return Math.max(0, found);
}

/** The bottleneck's rate by the flows over it: where nothing is known of demands and activity. */
export function equalShareBps(
  scenario: WithPaths & { readonly bottleneck: { readonly rate_bps: number } },
): number {
  return scenario.bottleneck.rate_bps / Math.max(1, flowsOverLink(scenario, BOTTLENECK_ID));
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
