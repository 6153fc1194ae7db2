/** Variables with a plot of their own: as the address has them, and as they are drawn. */
import { useMemo } from 'react';

import { useDeclaringAlgorithms } from '@/api/algorithms/modules';
import type { Run } from '@/api/types';
import { stageFlow } from '@/charts/panes/stageFlows';
import type { DrawnVariable } from '@/charts/panes/variablePanes';

import {
  flowStateVariables,
  ownVariables,
  queueVariables,
  type StateVariable,
} from '../state/stateVariables';

export interface VariableChoice {
  readonly metric: string;
  /** null: every flow or group that has a curve. */
  readonly flowIndex: number | null;
  /** Of the queue of the link that is shown, not of flows. */
  readonly isOfQueue?: boolean;
}

const OF_QUEUE = 'queue';
const CHOICE = /^([a-z][a-z0-9_]*)(?::(\d{1,5}|queue))?$/;
/** Styles that one pane has. */
export const MOST_VARIABLES = 8;

/** `pacing_gain_ratio.inflight_hi_bytes:2.sojourn_s:queue`; what is no variable is left out. */
export function readVariables(list: string | undefined): VariableChoice[] {
  const found = (list?.split('.') ?? []).flatMap((word) => {
    const [, metric, whose] = CHOICE.exec(word) ?? [];
    if (metric === undefined) return [];
    if (whose === OF_QUEUE) return [{ metric, flowIndex: null, isOfQueue: true }];
    return [{ metric, flowIndex: whose === undefined ? null : Number(whose) }];
  });
  return found.slice(0, MOST_VARIABLES);
}

export function writeVariable({ metric, flowIndex, isOfQueue }: VariableChoice): string {
  if (isOfQueue === true) return `${metric}:${OF_QUEUE}`;
  return flowIndex === null ? metric : `${metric}:${flowIndex}`;
}

/** Every variable that the flows of a run have: of all, of their algorithms and their traffic. */
export function useRunVariables(run: Run | undefined): StateVariable[] {
  const algorithms = useDeclaringAlgorithms(run?.scenario);
  return useMemo(() => {
    const flows = run?.scenario.flows ?? [];
    const names = new Set(flows.map(({ algorithm }) => algorithm.name));
    return [
      ...flowStateVariables(algorithms.filter(({ name }) => names.has(name))),
      ...ownVariables(flows),
    ];
  }, [run, algorithms]);
}

/** The variables of a link's queue; an unknown link has none. */
export function variablesOfQueue(run: Run | undefined, linkIndex: number): StateVariable[] {
  if (run === undefined) return [];
  const { bottleneck, links } = run.scenario;
  return queueVariables((links[linkIndex - 1] ?? bottleneck).queue.kind);
}

/** The chosen ones that this run has, with the names of their flows. */
export function useDrawnVariables(
  run: Run | undefined,
  choices: readonly VariableChoice[],
  linkIndex: number,
): DrawnVariable[] {
  const variables = useRunVariables(run);
  return useMemo(() => {
    const ofQueue = variablesOfQueue(run, linkIndex);
    return choices.flatMap(({ metric, flowIndex, isOfQueue = false }): DrawnVariable[] => {
      const variable = (isOfQueue ? ofQueue : variables).find((each) => each.metric === metric);
      if (variable === undefined || run === undefined) return [];
      const { name } = variable;
      if (isOfQueue || flowIndex === null) return [{ metric, name, flow: null, isOfQueue }];
      const flow = stageFlow(run.scenario, flowIndex);
      return flow === null ? [] : [{ metric, name, flow }];
    });
  }, [run, choices, variables, linkIndex]);
}
