/** The numbers beside the drawing at a moment: per flow, or per group where they are many. Pure. */
import { phaseName } from '@/analysis/phases';
import { phaseStateAt, type PhasesByFlow } from '@/analysis/phaseState';
import type { Traffic } from '@/analysis/replay';
import { forEachMoving, numbersOf, queueAt, rowsByFlow } from '@/analysis/replayState';
import { ABSENT } from '@/analysis/units';
import type { StageGroup, StageRun } from '@/charts/model';

export interface NumberColumn {
  readonly key: number;
  readonly label: string;
  readonly groupIndex: number;
  readonly flowIndices: readonly number[];
}

/** More flows than this are shown by their groups. */
const MOST_FLOWS = 4;
const MOST_COLUMNS = 6;

export function numberColumns({ groups = [], flows }: StageRun): NumberColumn[] {
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  if (all <= MOST_FLOWS && flows.length === all) {
    return flows.map(({ index, label, groupIndex }) => {
      return { key: index, label, groupIndex, flowIndices: [index] };
    });
  }
  return groups.slice(0, MOST_COLUMNS).map((group) => ({
    key: group.groupIndex,
    label: group.label,
    groupIndex: group.groupIndex,
    flowIndices: members(group),
  }));
}

function members({ firstIndex, count }: StageGroup): number[] {
  return Array.from({ length: count }, (_, member) => firstIndex + member);
}

export interface ColumnNumbers {
  readonly cwndPackets: number | null;
  readonly inflightPackets: number | null;
  readonly waiting: number | null;
  readonly moving: number | null;
}

/** Looks at a moment once, however many cells are written. */
export function numbersReader(traffic: Traffic, columns: readonly NumberColumn[]) {
  const rows = rowsByFlow(traffic);
  let at = NaN;
  let found = new Map<number, ColumnNumbers>();
  return (column: number, timeSeconds: number): ColumnNumbers | undefined => {
    if (timeSeconds !== at) {
      at = timeSeconds;
      found = lookAt(traffic, columns, rows, timeSeconds);
    }
    return found.get(column);
  };
}

function lookAt(
  traffic: Traffic,
  columns: readonly NumberColumn[],
  rows: ReadonlyMap<number, readonly number[]>,
  timeSeconds: number,
): Map<number, ColumnNumbers> {
  const waiting = new Map<number, number>();
  const moving = new Map<number, number>();
  const count = (counts: Map<number, number>, flow: number) =>
    counts.set(flow, (counts.get(flow) ?? 0) + 1);
  for (const { flowIndex } of queueAt(traffic, timeSeconds).known) count(waiting, flowIndex);
  forEachMoving(traffic, timeSeconds, ({ flowIndex }) => count(moving, flowIndex));
  const sum = (counts: Map<number, number>, flows: readonly number[]) =>
    flows.reduce((total, flow) => total + (counts.get(flow) ?? 0), 0);
  return new Map(
    columns.map(({ key, flowIndices }) => {
      const known = flowIndices.flatMap(
        (flow) => numbersOf(traffic, rows.get(flow), timeSeconds) ?? [],
      );
      return [
        key,
        {
          cwndPackets: mean(known.map(({ cwndPackets }) => cwndPackets)),
          inflightPackets: mean(known.map(({ inflightPackets }) => inflightPackets)),
          waiting: sum(waiting, flowIndices),
          moving: sum(moving, flowIndices),
        },
      ];
    }),
  );
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The phase of a flow, or the one that most flows of a group are in. */
export function phaseWords(
  phases: PhasesByFlow,
  { flowIndices }: NumberColumn,
  timeSeconds: number,
): string {
  const counts = new Map<string, number>();
  for (const flow of flowIndices) {
    const phase = phaseStateAt(phases.get(flow), timeSeconds)?.phase;
    if (phase !== undefined) counts.set(phase, (counts.get(phase) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most === undefined) return ABSENT;
  const name = phaseName(most[0]);
  return flowIndices.length > 1 ? `${name} (${most[1]})` : name;
}
