/** The flow groups of a scenario as a stage draws them. Pure. */
import { groupLabel } from '@/analysis/scenario/describe';
import { BOTTLENECK_ID } from '@/analysis/scenario/network/links';
import { QUEUE_TRAITS } from '@/generated/kindSeries';

import type { PathLink, StageGroup } from '../model';

interface GroupedLink {
  readonly rate_bps: number;
  readonly rate_schedule?: readonly { readonly rate_bps: number }[];
  readonly delay_schedule?: readonly unknown[];
  readonly trace?: { readonly opportunities_ms?: readonly unknown[] };
  readonly queue?: { readonly kind: string; readonly [parameter: string]: unknown };
}

/** What of a scenario its groups are made of; defaults may be left out. */
export interface GroupedScenario {
  readonly bottleneck: GroupedLink;
  readonly links?: readonly (GroupedLink & { readonly id: string })[];
  readonly flows: readonly {
    readonly label: string;
    readonly count: number;
    readonly rtt_s: number;
    readonly path?: readonly string[];
    readonly return_path?: readonly string[];
  }[];
  /** Of an ACK all its bytes. */
  readonly header_bytes?: number;
}

/** Every group with the numbers of its flows. */
export function stageGroups(scenario: GroupedScenario): StageGroup[] {
  let firstIndex = 0;
  const links = pathLinks(scenario);
  return scenario.flows.map(({ label, count, rtt_s, path: names, return_path }, groupIndex) => {
    const name = groupLabel(label, groupIndex);
    const path = (names ?? [BOTTLENECK_ID]).flatMap((id) => links.get(id) ?? []);
    const back = (return_path ?? []).flatMap((id) => links.get(id) ?? []);
    const group = {
      groupIndex,
      label: count > 1 ? `${count} × ${name}` : name,
      firstIndex,
      count,
      baseRttSeconds: rtt_s,
      bdpBytes: (Math.min(...path.map(({ rateBps, tokenBps }) => tokenBps ?? rateBps)) * rtt_s) / 8,
      path,
      ackSeconds: back.reduce(
        (sum, { fastestBps }) =>
          sum + (fastestBps === null ? 0 : (8 * (scenario.header_bytes ?? 0)) / fastestBps),
        0,
      ),
      hasSteadyReturnPath: back.every(({ hasSteadyDelay }) => hasSteadyDelay),
    };
    firstIndex += count;
    return group;
  });
}

function pathLinks({ bottleneck, links = [] }: GroupedScenario): ReadonlyMap<string, PathLink> {
  return new Map(
    [{ ...bottleneck, id: BOTTLENECK_ID }, ...links].map((link, index) => [
      link.id,
      {
        index,
        rateBps: link.rate_bps,
        ...tokensOf(link),
        fastestBps: fastestOf(link),
        hasSteadyRate: fastestOf(link) !== null && (link.rate_schedule ?? []).length === 0,
        hasSteadyDelay: (link.delay_schedule ?? []).length === 0,
      },
    ]),
  );
}

/** Of a queue that lets a share of the rate pass. */
function tokensOf({ rate_bps, queue }: GroupedLink): Pick<PathLink, 'tokenBps'> {
  const share = queue?.[QUEUE_TRAITS[queue.kind]?.passingShare ?? ''];
  return typeof share === 'number' ? { tokenBps: share * rate_bps } : {};
}

function fastestOf({ rate_bps, rate_schedule = [], trace }: GroupedLink): number | null {
  if ((trace?.opportunities_ms ?? []).length > 0) return null;
  return Math.max(rate_bps, ...rate_schedule.map((step) => step.rate_bps));
}
