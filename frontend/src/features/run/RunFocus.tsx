import { useMemo } from 'react';

import type { Scenario } from '@/api/types';
import type { FlowSpan } from '@/analysis/series/flowMarks';
import { FlowFocusProvider, useFlowFocusOf, type FocusAddress } from '@/state/flowFocus';

interface RunFocusProps {
  /** The current run's; flows of other runs are hidden and highlighted by the same numbers. */
  readonly scenario: Scenario | undefined;
  readonly address: FocusAddress;
  readonly children: React.ReactNode;
}

/** One choice of flows for the whole page: plots, lanes, tables, rails. */
export function RunFocus({ scenario, address, children }: RunFocusProps) {
  const spans = useMemo(() => flowSpans(scenario), [scenario]);
  const focus = useFlowFocusOf(spans, address);
  return <FlowFocusProvider value={focus}>{children}</FlowFocusProvider>;
}

const NO_SPANS: FlowSpan[] = [];

function flowSpans(scenario: Scenario | undefined): FlowSpan[] {
  if (scenario === undefined) return NO_SPANS;
  let firstIndex = 0;
  return scenario.flows.map(({ count }, groupIndex) => {
    const span = { groupIndex, firstIndex, count };
    firstIndex += count;
    return span;
  });
}
