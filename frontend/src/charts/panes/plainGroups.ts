/** Plain stages of runs whose groups may have several flows. Pure. */
import type { StageRun } from '../model';
import type { PaneOptions } from './panes';
import { plainStage, type PlainParts, type PlainScenario } from './plainStage';
import { stageGroups } from './stageGroups';

/** Which series such a stage draws: of every flow, or of groups where some have several flows. */
export function plainSubjects({ flows }: PlainScenario) {
  const hasGroups = flows.some(({ count }) => count > 1);
  const flowIndices = hasGroups ? [] : flows.map((_, index) => index);
  return { hasGroups, flowIndices };
}

export function plainOptions({ groups }: StageRun): PaneOptions {
  const curves = groups === undefined ? 'flows' : 'groups';
  return { curves, isGoodput: false, hasSsthresh: false };
}

/** Where a group has several flows, groups are drawn: their mean, and the range of their flows. */
export function groupedStage(parts: PlainParts): StageRun {
  const stage = plainStage(parts);
  const { scenario } = parts;
  return plainSubjects(scenario).hasGroups
    ? { ...stage, flows: [], groups: stageGroups(scenario) }
    : stage;
}
