/** State variables with a plot of their own: as the address has them, and as they are drawn. */
import { useMemo } from 'react';

import { useAlgorithms } from '@/api/catalog';
import type { Run } from '@/api/types';
import type { DrawnVariable } from '@/charts/variablePanes';

import { flowStateVariables, type StateVariable } from './stateVariables';
import { stageFlow } from './view';

export interface VariableChoice {
  readonly metric: string;
  /** null: every flow or group that has a curve. */
  readonly flowIndex: number | null;
}

const CHOICE = /^([a-z][a-z0-9_]*)(?::(\d{1,5}))?$/;
/** Styles that one pane has. */
export const MOST_VARIABLES = 8;

/** `pacing_gain_ratio.inflight_hi_bytes:2`; what is no variable is left out. */
export function readVariables(list: string | undefined): VariableChoice[] {
  const found = (list?.split('.') ?? []).flatMap((word) => {
    const [, metric, flow] = CHOICE.exec(word) ?? [];
    return metric === undefined
      ? []
      : [{ metric, flowIndex: flow === undefined ? null : Number(flow) }];
  });
  return found.slice(0, MOST_VARIABLES);
}

export function writeVariable({ metric, flowIndex }: VariableChoice): string {
  return flowIndex === null ? metric : `${metric}:${flowIndex}`;
}

/** Every variable that the flows of a run have. */
export function useRunVariables(run: Run | undefined): StateVariable[] {
  const { data: algorithms } = useAlgorithms();
  return useMemo(() => {
    const names = new Set(run?.scenario.flows.map(({ algorithm }) => algorithm.name));
    return flowStateVariables((algorithms ?? []).filter(({ name }) => names.has(name)));
  }, [run, algorithms]);
}

/** The chosen ones that this run has, with the names of their flows. */
export function useDrawnVariables(
  run: Run | undefined,
  choices: readonly VariableChoice[],
): DrawnVariable[] {
  const variables = useRunVariables(run);
  return useMemo(
    () =>
      choices.flatMap(({ metric, flowIndex }): DrawnVariable[] => {
        const variable = variables.find((each) => each.metric === metric);
        if (variable === undefined || run === undefined) return [];
        if (flowIndex === null) return [{ metric, name: variable.name, flow: null }];
        const flow = stageFlow(run.scenario, flowIndex);
        return flow === null ? [] : [{ metric, name: variable.name, flow }];
      }),
    [run, choices, variables],
  );
}
