/** A run without the flows that are hidden: pure. */
import { isFlowHidden, type FlowSpan, type HiddenFlows } from '@/state/flowFocus';

import type { StageRun } from './model';

/** Curves, lanes and events of hidden flows are left out; what belongs to the link stays. */
export function withoutHidden(
  run: StageRun,
  hidden: HiddenFlows,
  spans: readonly FlowSpan[],
): StageRun {
  if (hidden.groups.size + hidden.flows.size === 0) return run;
  const isShown = (flowIndex: number) => {
    const span = spans.find(
      ({ firstIndex, count }) => flowIndex >= firstIndex && flowIndex < firstIndex + count,
    );
    return !isFlowHidden(hidden, { groupIndex: span?.groupIndex ?? -1, flowIndex });
  };
  return {
    ...run,
    flows: run.flows.filter(({ index }) => isShown(index)),
    phases: run.phases.filter(({ flowIndex }) => isShown(flowIndex)),
    events: run.events.filter(({ flowIndex }) => isShown(flowIndex)),
  };
}
