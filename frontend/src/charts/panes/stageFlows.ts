/** Which flows of a scenario have a curve of their own, by how curves are drawn. Pure. */
import { flowCount, groupLabel } from '@/analysis/scenario/describe';
import type { FlowMark } from '@/analysis/series/flowMarks';

import type { FlowExtremes, StageFlow } from '../model';
import { stageGroups, type GroupedScenario } from './stageGroups';

/** A curve for each flow, for each group, or for each flow on a small plot of its own. */
type CurveMode = 'flows' | 'groups' | 'small';

/** More curves than this say nothing; each group then shows its first ones. */
const MOST_FLOWS_DRAWN = 24;
/** Lines for which there is time, if every flow is asked for. */
export const MOST_LINES = 100;
/** So many flows are drawn one by one where nothing else is said. */
const FEW_FLOWS = 12;
/** From so many groups on small plots beside one another say more than hues. */
const MANY_GROUPS = 5;

/** How runs are drawn unless the user chooses: by the one with the most flows. */
export function usualCurves(runs: readonly { readonly scenario: GroupedScenario }[]): CurveMode {
  const scenarios = runs.map(({ scenario }) => scenario);
  if (scenarios.every((each) => flowCount(each) <= FEW_FLOWS)) return 'flows';
  return scenarios.some(({ flows }) => flows.length >= MANY_GROUPS) ? 'small' : 'groups';
}

/** One flow, by its number. */
export function stageFlow(scenario: GroupedScenario, index: number): StageFlow | null {
  const group = stageGroups(scenario).findLast(({ firstIndex }) => firstIndex <= index);
  const settings = scenario.flows[group?.groupIndex ?? -1];
  if (group === undefined || settings === undefined) return null;
  const { groupIndex, firstIndex, count, ...rest } = group;
  if (index >= firstIndex + count) return null;
  const name = groupLabel(settings.label, groupIndex);
  const label = count > 1 ? `${name} ${index - firstIndex + 1}` : name;
  return { ...rest, index, groupIndex, label };
}

/** The flows to draw, numbered through as the core does, group after group. */
export function drawnFlows(scenario: GroupedScenario, most = MOST_FLOWS_DRAWN): StageFlow[] {
  const mostOfGroup = Math.max(1, Math.floor(most / scenario.flows.length));
  return stageGroups(scenario).flatMap(({ firstIndex, count }) =>
    Array.from(
      { length: Math.min(count, mostOfGroup) },
      (_, member) => firstIndex + member,
    ).flatMap((index) => stageFlow(scenario, index) ?? []),
  );
}

/**
 * Flows with a curve of their own: all or, where they are too many, as many of each group, spread
 * over it, and the extremes of all of them; what is pinned always. With curves of groups only what
 * is pinned.
 */
export function curveFlows(
  scenario: GroupedScenario,
  mode: CurveMode,
  pinned: FlowMark | null,
  extremes: readonly FlowExtremes[] = [],
): StageFlow[] {
  const extra = pinned?.flowIndex == null ? null : stageFlow(scenario, pinned.flowIndex);
  if (mode !== 'flows') return extra === null ? [] : [extra];
  const groups = stageGroups(scenario);
  const mostOfGroup = Math.max(1, Math.floor(MOST_LINES / groups.length));
  const indices = groups.flatMap(({ firstIndex, count }) => {
    const shown = Math.min(count, mostOfGroup);
    return Array.from(
      { length: shown },
      (_, place) => firstIndex + Math.floor((place * count) / shown),
    );
  });
  const outer = extremes.flatMap(({ highest, lowest }) => [highest, lowest]);
  const chosen = new Set([...indices, ...outer, ...(extra === null ? [] : [extra.index])]);
  return [...chosen].sort((a, b) => a - b).flatMap((index) => stageFlow(scenario, index) ?? []);
}
