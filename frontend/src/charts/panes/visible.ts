/** A run without the flows that are hidden: pure. */
import { isHidden, type HiddenFlows } from '@/analysis/series/flowMarks';

import { groupFinder } from '../stage/laneRows';
import type { StageRun } from '../model';

/** Curves, lanes and events of hidden flows are left out; what belongs to the link stays. */
export function withoutHidden(run: StageRun, hidden: HiddenFlows): StageRun {
  if (hidden.groups.size + hidden.flows.size === 0) return run;
  const groupOf = groupFinder(run);
  const isShown = (flowIndex: number) =>
    !isHidden(hidden, { groupIndex: groupOf(flowIndex), flowIndex });
  const hiddenOf = (groupIndex: number) =>
    [...hidden.flows].filter((index) => groupOf(index) === groupIndex).length;
  return {
    ...run,
    flows: run.flows.filter(({ index }) => isShown(index)),
    ...(run.groups && {
      groups: run.groups
        .filter(({ groupIndex }) => !hidden.groups.has(groupIndex))
        .map((group) => ({ ...group, count: group.count - hiddenOf(group.groupIndex) })),
    }),
    phases: run.phases.filter(({ flowIndex }) => isShown(flowIndex)),
    events: run.events.filter(({ flowIndex }) => isShown(flowIndex)),
  };
}
