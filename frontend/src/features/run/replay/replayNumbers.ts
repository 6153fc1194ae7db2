/** The numbers below the drawing at a moment: per flow, or per group where they are many. Pure. */
import { ABSENT } from '@/analysis/numbers/units';
import type { Traffic } from '@/analysis/replay/replay';
import { forEachMoving, numbersOf, queueAt, rowsByFlow } from '@/analysis/replay/state';
import { phaseName } from '@/analysis/series/phases';
import { phaseStateAt, type PhasesByFlow } from '@/analysis/series/phaseState';
import type { StageGroup, StageRun } from '@/charts/model';

export interface NumberRow {
  readonly key: number;
  readonly label: string;
  readonly groupIndex: number;
  readonly flows: ReadonlySet<number>;
}

/** More flows than this are shown by their groups. */
const MOST_FLOWS = 4;
const MOST_ROWS = 6;

export function numberRows({ groups = [], flows: drawn }: StageRun): NumberRow[] {
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  if (all <= MOST_FLOWS && drawn.length === all) {
    return drawn.map(({ index, label, groupIndex }) => {
      return { key: index, label, groupIndex, flows: new Set([index]) };
    });
  }
  return groups.slice(0, MOST_ROWS).map((group) => ({
    key: group.groupIndex,
    label: group.label,
    groupIndex: group.groupIndex,
    flows: members(group),
  }));
}

function members({ firstIndex, count }: StageGroup): ReadonlySet<number> {
  return new Set(Array.from({ length: count }, (_, member) => firstIndex + member));
}

export interface ColumnNumbers {
  readonly cwndPackets: number | null;
  readonly inflightPackets: number | null;
  readonly waiting: number | null;
  readonly moving: number | null;
}

/** Looks at a moment once, however many cells are written. */
export function numbersReader(traffic: Traffic, rows: readonly NumberRow[]) {
  const eventRows = rowsByFlow(traffic);
  let at = NaN;
  let found = new Map<number, ColumnNumbers>();
  return (row: number, timeSeconds: number): ColumnNumbers | undefined => {
    if (timeSeconds !== at) {
      at = timeSeconds;
      found = lookAt(traffic, rows, eventRows, timeSeconds);
    }
    return found.get(row);
  };
}

function lookAt(
  traffic: Traffic,
  rows: readonly NumberRow[],
  eventRows: ReadonlyMap<number, readonly number[]>,
  timeSeconds: number,
): Map<number, ColumnNumbers> {
  const waiting = new Map<number, number>();
  const moving = new Map<number, number>();
  const count = (counts: Map<number, number>, flow: number) =>
    counts.set(flow, (counts.get(flow) ?? 0) + 1);
  for (const { flowIndex } of queueAt(traffic, timeSeconds).known) count(waiting, flowIndex);
  forEachMoving(traffic, timeSeconds, ({ flowIndex }) => count(moving, flowIndex));
  const sum = (counts: Map<number, number>, flows: ReadonlySet<number>) =>
    [...flows].reduce((total, flow) => total + (counts.get(flow) ?? 0), 0);
  return new Map(
    rows.map(({ key, flows }) => {
      const known = [...flows].flatMap(
        (flow) => numbersOf(traffic, eventRows.get(flow), timeSeconds) ?? [],
      );
      return [
        key,
        {
          cwndPackets: mean(known.map(({ cwndPackets }) => cwndPackets)),
          inflightPackets: mean(known.map(({ inflightPackets }) => inflightPackets)),
          waiting: sum(waiting, flows),
          moving: sum(moving, flows),
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
  { flows }: NumberRow,
  timeSeconds: number,
): string {
  const counts = new Map<string, number>();
  for (const flow of flows) {
    const phase = phaseStateAt(phases.get(flow), timeSeconds)?.phase;
    if (phase !== undefined) counts.set(phase, (counts.get(phase) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most === undefined) return ABSENT;
  const name = phaseName(most[0]);
  return flows.size > 1 ? `${name} (${most[1]})` : name;
}
