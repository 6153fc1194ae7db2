/** Phase lanes and event marks as SVG path data: thousands of intervals, one path per form. */
import { inWords, phaseForm, type PhaseForm } from '@/analysis/phases';

import { xOf, type Box, type StageGeometry } from './geometry';
import type { PhaseInterval, StageEvent, TimeRange } from './model';

/**
 * Phases shorter than a pixel keep their true width and so become a tint as dense as they are; a
 * pause in sending must be seen however short it is.
 */
const SMALLEST_PX = 0.2;
const SMALLEST_INK_PX = 3;

type Shares = readonly [top: number, bottom: number];
const SHARES: Record<Exclude<PhaseForm, 'line'>, Shares> = {
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

export function lanePaths(
  phases: readonly PhaseInterval[],
  range: TimeRange,
  geometry: StageGeometry,
  row: Box,
): LanePaths {
  const hue: string[] = [];
  const ink: string[] = [];
  const heightPx = row.bottom - row.top;
  for (const { startSeconds, endSeconds, phase } of phases) {
    if (endSeconds < range[0] || startSeconds > range[1]) continue;
    const form = phaseForm(phase);
    if (form === 'line') continue;
    const [top, bottom] = SHARES[form];
    const from = Math.max(geometry.left, xOf(startSeconds, range, geometry));
    const to = Math.min(geometry.right, xOf(endSeconds, range, geometry));
    const width = Math.max(form === 'ink' ? SMALLEST_INK_PX : SMALLEST_PX, to - from);
    const y = row.top + top * heightPx;
    const block = `M${from.toFixed(1)} ${y}h${width.toFixed(1)}v${(bottom - top) * heightPx}h${(-width).toFixed(1)}z`;
    (form === 'ink' ? ink : hue).push(block);
  }
  return { hue: hue.join(''), ink: ink.join('') };
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

/** The symbol says the kind, the hue the flow. Ends of episodes and probes are in the table only. */
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
