/** The flow groups of a scenario as a stage draws them. Pure. */
import { groupLabel } from '@/analysis/scenario/describe';

import type { StageGroup } from '../model';

/** What of a scenario its groups are made of. */
export interface GroupedScenario {
  readonly bottleneck: { readonly rate_bps: number };
  readonly flows: readonly {
    readonly label: string;
    readonly count: number;
    readonly rtt_s: number;
  }[];
}

/** Every group with the numbers of its flows. */
export function stageGroups(scenario: GroupedScenario): StageGroup[] {
  let firstIndex = 0;
  return scenario.flows.map(({ label, count, rtt_s }, groupIndex) => {
    const name = groupLabel(label, groupIndex);
    const group = {
      groupIndex,
      label: count > 1 ? `${count} × ${name}` : name,
      firstIndex,
      count,
      baseRttSeconds: rtt_s,
      bdpBytes: (scenario.bottleneck.rate_bps * rtt_s) / 8,
    };
    firstIndex += count;
    return group;
  });
}
