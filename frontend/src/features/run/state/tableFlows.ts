/** The flows that tables list: all of a scenario, or those that the page shows. */
import { useMemo } from 'react';

import { groupLabel } from '@/analysis/scenario/describe';
import type { Scenario } from '@/api/types';
import { isHidden } from '@/analysis/series/flowMarks';
import { useFlowFocus } from '@/state/flowFocus';

export interface TableFlow {
  readonly index: number;
  readonly groupIndex: number;
  readonly label: string;
  readonly algorithm: string;
}

/** Numbered through as the core does, group after group; members of a group carry their number. */
export function allFlows(scenario: Scenario): TableFlow[] {
  let first = 0;
  return scenario.flows.flatMap(({ label, count, algorithm }, groupIndex) => {
    const name = groupLabel(label, groupIndex);
    const members = Array.from({ length: count }, (_, member) => ({
      index: first + member,
      groupIndex,
      label: count > 1 ? `${name} ${member + 1}` : name,
      algorithm: algorithm.name,
    }));
    first += count;
    return members;
  });
}

export function useShownFlows(scenario: Scenario): readonly TableFlow[] {
  const { hidden } = useFlowFocus();
  return useMemo(
    () =>
      allFlows(scenario).filter(
        ({ groupIndex, index }) => !isHidden(hidden, { groupIndex, flowIndex: index }),
      ),
    [scenario, hidden],
  );
}

/**
 * One flow of each group before the others, then in their order; where all have room, as they are.
 */
export function firstOfGroups(flows: readonly TableFlow[], most: number): TableFlow[] {
  if (flows.length <= most) return [...flows];
  const seen = new Set<number>();
  const isFirst = ({ groupIndex }: TableFlow) => !seen.has(groupIndex) && seen.add(groupIndex);
  const firsts = flows.filter(isFirst);
  return [...firsts, ...flows.filter((flow) => !firsts.includes(flow))];
}
