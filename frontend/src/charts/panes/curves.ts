/** The lines of a pane: one for each flow, or for each group, of every run. Pure. */
import { bandOf, scaledColumn, type Column, type Columns } from '@/analysis/series/series';

import type { Curves, LineStyle, PaneLine, StageRun } from '../model';

export const WIDTH = { rate: 2, rtt: 1.75, cwnd: 1.5, baseline: 1.5, queue: 1.5 } as const;
export const PALE_OPACITY = 0.35;
const AREA_OPACITY = 0.16;
/** The gutter has room for so many labels; beyond that a pane labels the groups' extremes. */
const MOST_LABELS = 8;
/** Bands over one another are no bands any more. */
const MOST_BANDS = 4;
/** From so many lines on they are drawn thinner, and from the next on thinner again. */
const MANY_LINES = 8;
const VERY_MANY_LINES = 32;

interface LineSpec {
  readonly metric: string;
  readonly factor: number;
  readonly widthPx: number;
  /** What a line is called; null: it has no name of its own (an area, an estimate). */
  readonly label: ((flow: string, run: string | null) => string) | null;
  readonly isArea?: boolean;
  readonly isDotted?: boolean;
}

/** Something that has one line of its own. */
interface Subject {
  readonly key: string;
  readonly groupIndex: number;
  readonly flowIndex: number | null;
  readonly label: string;
  readonly columns: Columns | undefined;
}

export function styleOf(run: StageRun): LineStyle {
  return run.style ?? (run.role === 'baseline' ? 'dashed' : 'solid');
}

export function flowLabel(flow: string, run: string | null): string {
  return run === null ? flow : `${flow}, ${run}`;
}

/** Lines of all runs; the current run's come last, so that they lie above. */
export function subjectLines(
  runs: readonly StageRun[],
  curves: Curves,
  spec: LineSpec,
): PaneLine[] {
  const ordered = [...runs].sort(
    (a, b) => Number(a.role === 'current') - Number(b.role === 'current'),
  );
  const lineCount = ordered.reduce((sum, run) => sum + subjectsOf(run, curves).length, 0);
  const lines = ordered.flatMap((run) => {
    const subjects = subjectsOf(run, curves).filter(
      // What was not measured has no line, and no name in the gutter.
      ({ columns }) => run.isMeasured !== true || columns?.[spec.metric] !== undefined,
    );
    const hasBands = run.role === 'current' || run.isMeasured === true;
    const ofFlows = hasBands && subjects.length <= MOST_BANDS;
    return subjects.map((subject) =>
      subjectLine(run, subject, spec, {
        hasBand: curves === 'groups' ? runs.length <= 2 && subject.flowIndex === null : ofFlows,
        isCompared: runs.length > 1,
        widthPx: spec.widthPx * thinning(lineCount),
      }),
    );
  });
  return lineCount <= MOST_LABELS ? lines : onlyExtremesLabelled(lines, runs, spec.metric);
}

/** With groups, flows that are drawn nevertheless (the pinned one) come on top of them. */
export function subjectsOf(run: StageRun, curves: Curves): Subject[] {
  const flows = run.flows.map(({ index, groupIndex, label }) => ({
    key: String(index),
    groupIndex,
    flowIndex: index,
    label,
    columns: run.series.flows.get(index),
  }));
  if (curves === 'flows' || run.groups === undefined) return flows;
  const groups = run.groups.map(({ groupIndex, label }) => ({
    key: `g${groupIndex}`,
    groupIndex,
    flowIndex: null,
    label,
    columns: run.series.groups?.get(groupIndex),
  }));
  return [...groups, ...flows];
}

interface LineOptions {
  readonly hasBand: boolean;
  readonly isCompared: boolean;
  readonly widthPx: number;
}

function subjectLine(
  run: StageRun,
  subject: Subject,
  spec: LineSpec,
  options: LineOptions,
): PaneLine {
  const column: Column = scaledColumn(subject.columns?.[spec.metric], spec.factor);
  const isPlain = spec.isArea !== true && spec.isDotted !== true;
  const opacity = run.isPale ? PALE_OPACITY : 1;
  const style = styleOf(run);
  const name = spec.label?.(subject.label, options.isCompared ? run.label : null) ?? null;
  return {
    key: `${run.id}:${subject.key}:${spec.metric}`,
    hue: subject.groupIndex,
    style: spec.isDotted === true ? 'dotted' : style,
    widthPx: style === 'solid' ? options.widthPx : Math.min(options.widthPx, WIDTH.baseline),
    opacity: spec.isArea === true ? AREA_OPACITY * opacity : opacity,
    timeSeconds: run.series.timeSeconds,
    values: column.mean,
    band: options.hasBand && isPlain ? bandOf(column) : null,
    isArea: spec.isArea === true,
    label: name,
    name,
    mark: { groupIndex: subject.groupIndex, flowIndex: subject.flowIndex },
  };
}

function thinning(lineCount: number): number {
  if (lineCount > VERY_MANY_LINES) return 0.4;
  return lineCount > MANY_LINES ? 0.6 : 1;
}

/**
 * Of each run and group the lowest and the highest keep their label: of all its flows where not all
 * of them are drawn, else the lines with the lowest and the highest mean.
 */
function onlyExtremesLabelled(
  lines: readonly PaneLine[],
  runs: readonly StageRun[],
  metric: string,
): PaneLine[] {
  const known = knownExtremes(runs, metric);
  const sets = new Map<string, { line: PaneLine; mean: number }[]>();
  for (const line of lines) {
    const mean = meanOf(line);
    if (line.name === null || mean === null) continue;
    if (isNeither(line, known)) continue;
    const set = `${line.style}:${line.hue}`;
    sets.set(set, [...(sets.get(set) ?? []), { line, mean }]);
  }
  const kept = new Set<string>();
  const perSet = sets.size * 2 <= MOST_LABELS ? 2 : 1;
  for (const set of sets.values()) {
    const sorted = [...set].sort(
      (a, b) => rank(b.line, known) - rank(a.line, known) || b.mean - a.mean,
    );
    const [highest] = sorted;
    const lowest = sorted.at(-1);
    if (highest !== undefined) kept.add(highest.line.key);
    if (lowest !== undefined && perSet > 1) kept.add(lowest.line.key);
  }
  return lines.map((line) => (kept.has(line.key) ? line : { ...line, label: null }));
}

interface KnownExtremes {
  readonly runIds: readonly string[];
  readonly all: ReadonlySet<string>;
  readonly highest: ReadonlySet<string>;
}

/** Keys of the lines that are extremes of all flows; null: they have to be found from the lines. */
function knownExtremes(runs: readonly StageRun[], metric: string): KnownExtremes | null {
  const found = runs.flatMap(({ id, extremes = [] }) =>
    extremes.filter((each) => each.metric === metric).map((each) => ({ id, ...each })),
  );
  if (found.length === 0) return null;
  const key = (id: string, flowIndex: number) => `${id}:${flowIndex}:${metric}`;
  const highest = new Set(found.map((each) => key(each.id, each.highest)));
  const runIds = [...new Set(found.map(({ id }) => id))];
  return {
    runIds,
    highest,
    all: new Set([...highest, ...found.map((each) => key(each.id, each.lowest))]),
  };
}

/** Of a run of which the extremes are known, a flow that is none of them. */
function isNeither({ key, mark }: PaneLine, known: KnownExtremes | null): boolean {
  if (known === null || mark?.flowIndex == null || known.all.has(key)) return false;
  return known.runIds.some((id) => key.startsWith(`${id}:`));
}

function rank(line: PaneLine, known: KnownExtremes | null): number {
  return known?.highest.has(line.key) === true ? 1 : 0;
}

function meanOf({ values }: PaneLine): number | null {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === null) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}
