/** Phase lanes and event marks as SVG path data: thousands of intervals, one path per form. */
import { inWords, phaseForm, type PhaseForm } from '@/analysis/phases';

import { xOf, type Box, type StageGeometry } from './geometry';
import type { PhaseInterval, StageEvent, TimeRange } from './model';

/** A pause in sending must be seen however short it is. */
const SMALLEST_INK_PX = 3;

type BlockForm = Exclude<PhaseForm, 'line'>;
type Shares = readonly [top: number, bottom: number];
const SHARES: Record<BlockForm, Shares> = {
  full: [0, 1],
  upper: [0, 0.5],
  lower: [0.5, 1],
  ink: [0, 1],
};

export interface LanePaths {
  /** In the flow's hue. */
  readonly hue: string;
  /** In ink: the flow stops sending. */
  readonly ink: string;
}

/**
 * A lane as two paths. Phases of a pixel or more are blocks. Shorter ones are summed up per pixel
 * column, which is then filled as far as they cover it: a tint as dense as the phases are, and no
 * more shapes than pixels, however long the run.
 */
export function lanePaths(
  phases: readonly PhaseInterval[],
  range: TimeRange,
  geometry: StageGeometry,
  row: Box,
): LanePaths {
  const hue: string[] = [];
  const ink = new Map<number, string>();
  const coverage = new Map<string, number>();
  for (const { startSeconds, endSeconds, phase } of phases) {
    if (endSeconds < range[0] || startSeconds > range[1]) continue;
    const form = phaseForm(phase);
    if (form === 'line') continue;
    const from = Math.max(geometry.left, xOf(startSeconds, range, geometry));
    const to = Math.min(geometry.right, xOf(endSeconds, range, geometry));
    if (form === 'ink') {
      const width = Math.max(SMALLEST_INK_PX, to - from);
      ink.set(Math.round(from), block('ink', from, width, row));
    } else if (to - from >= 1) {
      hue.push(block(form, from, to - from, row));
    } else {
      const column = `${form} ${Math.floor(from)}`;
      coverage.set(column, (coverage.get(column) ?? 0) + to - from);
    }
  }
  for (const [column, width] of coverage) {
    const [form, x] = column.split(' ') as [BlockForm, string];
    hue.push(block(form, Number(x), Math.min(1, width), row));
  }
  return { hue: hue.join(''), ink: [...ink.values()].join('') };
}

function block(form: BlockForm, x: number, width: number, row: Box): string {
  const [top, bottom] = SHARES[form];
  const heightPx = row.bottom - row.top;
  const y = row.top + top * heightPx;
  const w = width.toFixed(2);
  return `M${x.toFixed(1)} ${y}h${w}v${(bottom - top) * heightPx}h-${w}z`;
}

export interface EventMark {
  readonly key: string;
  readonly flowIndex: number;
  readonly path: string;
  readonly x: number;
  /** The cause in words, where there is room for it; else null. */
  readonly text: string | null;
}

/** Events nearer than this to one of the same flow and kind share its mark. */
const MERGE_PX = 4;
const TEXT_ROOM_PX = 110;

const HIDDEN_KINDS = new Set(['recovery_end', 'start', 'stop', 'tail_loss_probe']);

/** Symbol: the kind; hue: the flow. Ends of episodes and probes are only in the table. */
export function eventMarks(
  events: readonly StageEvent[],
  range: TimeRange,
  geometry: StageGeometry,
  row: Box,
): EventMark[] {
  const middle = (row.top + row.bottom) / 2;
  const lastX = new Map<string, number>();
  const marks: EventMark[] = [];
  const causes: (string | null)[] = [];
  events.forEach((event, index) => {
    if (HIDDEN_KINDS.has(event.kind)) return;
    if (event.timeSeconds < range[0] || event.timeSeconds > range[1]) return;
    const x = xOf(event.timeSeconds, range, geometry);
    const lane = `${event.flowIndex}:${event.kind}`;
    if (x - (lastX.get(lane) ?? -Infinity) < MERGE_PX) return;
    lastX.set(lane, x);
    const path = symbolPath(event.kind, x, middle);
    marks.push({ key: `${lane}:${index}`, flowIndex: event.flowIndex, path, x, text: null });
    causes.push(NAMELESS_KINDS.has(event.kind) ? null : inWords(event.reason || event.kind));
  });
  return withTexts(marks, causes, geometry.right);
}

/** Kinds that come in crowds and say no more than their symbol. */
const NAMELESS_KINDS = new Set(['recovery_start']);

/** A mark is named if the next one, and the edge, are far enough away to read it. */
function withTexts(
  marks: readonly EventMark[],
  causes: readonly (string | null)[],
  right: number,
): EventMark[] {
  const named = marks.map((mark, index) => ({ mark, cause: causes[index] ?? null }));
  named.sort((a, b) => a.mark.x - b.mark.x);
  return named.map(({ mark, cause }, place) => {
    const end = named[place + 1]?.mark.x ?? right;
    return end - mark.x > TEXT_ROOM_PX ? { ...mark, text: cause } : mark;
  });
}

function symbolPath(kind: string, x: number, y: number): string {
  if (kind === 'probe_rtt') return `M${x - 5} ${y - 5}h10l-5 10z`;
  if (kind === 'rto') return `M${x - 5} ${y + 5}h10l-5 -10z`;
  if (kind.startsWith('recovery')) return `M${x - 0.75} ${y - 5}h1.5v10h-1.5z`;
  return `M${x - 4} ${y - 4}h8v8h-8z`;
}
