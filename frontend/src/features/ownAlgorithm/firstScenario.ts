/** The scenario that an own algorithm is first seen in. Pure. */
import { groupLabel } from '@/analysis/scenario/describe';
import type { Scenario } from '@/api/types';

/** The given one, with the algorithm `name` in its first group and a name that says so. */
export function withAlgorithm(scenario: Scenario, name: string, title: string): Scenario {
  const flows = scenario.flows.map((group, index) =>
    index === 0 ? { ...group, algorithm: { name, parameters: {} } } : group,
  );
  const label = groupLabel(scenario.flows[0]?.label ?? '', 0);
  return { ...scenario, name: `${scenario.name}, ${label} with ${title}`, flows };
}
