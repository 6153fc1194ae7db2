import { useMemo } from 'react';

import { drawnFlow } from '@/analysis/imports/measured';
import type { StageFlow, StageRun, TimeRange } from '@/charts/model';
import { useMeasured, type PlacedTrace } from '@/state/measured';

const MOST_POINTS = 1200;
const MOST_NAME_CHARACTERS = 12;
/** No run has so many flows: measured ones are never taken for its own. */
const FIRST_INDEX = 1_000_000;

/** The traces beside a run as runs of a stage, a flow each, since each has times of its own. */
export function useMeasuredRuns(
  current: StageRun | undefined,
  range: TimeRange,
): readonly StageRun[] {
  const placed = useMeasured(current?.id ?? '');
  const [from, to] = range;
  return useMemo(
    () =>
      current === undefined ? [] : placed.flatMap((each) => runsOf(each, current, [from, to])),
    [placed, current, from, to],
  );
}

function runsOf(placed: PlacedTrace, current: StageRun, range: TimeRange): StageRun[] {
  const { trace, offset_s, groups } = placed;
  return trace.flows.flatMap((flow, index) => {
    const group = groups[index];
    if (group == null) return [];
    const drawn = drawnFlow(flow, offset_s, range, MOST_POINTS);
    const flowIndex = FIRST_INDEX + index;
    const { columns } = drawn;
    return [
      {
        id: `${placed.id}:${index}`,
        label: `measured ${shortName(trace.name)}`,
        role: 'other',
        style: 'longdashdot',
        facts: current.facts,
        flows: [{ ...likeGroup(current, group), index: flowIndex }],
        series: {
          timeSeconds: drawn.timeSeconds,
          sampleIntervalSeconds: drawn.stepSeconds,
          bucketSamples: 1,
          // All sources count payload: what is drawn is the same in both panes of rates.
          flows: new Map([[flowIndex, { ...columns, goodput_bps: columns.throughput_bps }]]),
          link: {},
        },
        phases: [],
        events: [],
        simulatedSeconds: current.simulatedSeconds,
        isPale: false,
        isMeasured: true,
      } satisfies StageRun,
    ];
  });
}

/** Beside a curve there is room for so much; the whole name stands in the list of traces. */
function shortName(name: string): string {
  return name.length <= MOST_NAME_CHARACTERS ? name : `${name.slice(0, MOST_NAME_CHARACTERS - 1)}…`;
}

/** The flow that it stands for gives its hue, its name and its references. */
function likeGroup(current: StageRun, groupIndex: number): StageFlow {
  const flow = current.flows.find((each) => each.groupIndex === groupIndex);
  const group = current.groups?.find((each) => each.groupIndex === groupIndex);
  return {
    index: 0,
    groupIndex,
    label: group?.label ?? flow?.label ?? '',
    baseRttSeconds: flow?.baseRttSeconds ?? group?.baseRttSeconds ?? 0,
    bdpBytes: flow?.bdpBytes ?? group?.bdpBytes ?? 0,
  };
}
