/** Events as marks, or as columns where there are too many to distinguish. Pure. */
import { inWords, phaseName } from '@/analysis/series/phases';
import { LOSS_EVENTS } from '@/analysis/series/losses';
import { coordinate } from '@/analysis/numbers/shown';

import { xOf, type Box, type StageGeometry } from './geometry';
import type { StageEvent, TimeRange } from '../model';

export const EVENT_KINDS = {
  recovery_start: 'loss recovery',
  rto: 'timeout',
  ecn_reduction: 'window reduced after an ECN mark',
  window_probe: 'the receiver’s window is closed: the sender probes it',
  handshake_timeout: 'handshake unanswered: retransmitted',
  ...LOSS_EVENTS,
} as Readonly<Record<string, string>>;

interface EventMark {
  readonly key: string;
  readonly flowIndex: number;
  readonly path: string;
  readonly x: number;
  /** The cause in words, where there is room for it; else null. */
  readonly text: string | null;
  /** Comes in crowds: drawn behind the others. */
  readonly isCrowd: boolean;
}

/** Events nearer than this to one of the same flow and kind share its mark. */
const MERGE_PX = 4;
const TEXT_ROOM_PX = 110;

const HIDDEN_KINDS = new Set(['recovery_end', 'start', 'stop', 'tail_loss_probe']);
/** Kinds that come in crowds and say no more than their symbol. */
const CROWD_KINDS = new Set(['recovery_start', 'ecn_reduction', ...Object.keys(LOSS_EVENTS)]);

/** Ends of episodes and probes are only in the table. */
export function isMarked({ kind }: StageEvent): boolean {
  return !HIDDEN_KINDS.has(kind);
}

/** Done by the network, not by a sender. */
function isLoss({ kind }: StageEvent): boolean {
  return Object.hasOwn(LOSS_EVENTS, kind);
}

/** Symbol: the kind; hue: the flow. */
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
    if (!isMarked(event)) return;
    if (event.timeSeconds < range[0] || event.timeSeconds > range[1]) return;
    const x = xOf(event.timeSeconds, range, geometry);
    const lane = `${event.flowIndex}:${event.kind}`;
    if (x - (lastX.get(lane) ?? -Infinity) < MERGE_PX) return;
    lastX.set(lane, x);
    marks.push({
      key: `${lane}:${index}`,
      flowIndex: event.flowIndex,
      path: symbolPath(event, x, middle, geometry.zoom),
      x,
      text: null,
      isCrowd: CROWD_KINDS.has(event.kind),
    });
    causes.push(CROWD_KINDS.has(event.kind) ? null : causeOf(event));
  });
  return withTexts(marks, causes, geometry);
}

/** A mark is named if the next one, and the edge, are far enough away to read it. */
function withTexts(
  marks: readonly EventMark[],
  causes: readonly (string | null)[],
  { right, zoom }: StageGeometry,
): EventMark[] {
  const named = marks.map((mark, index) => ({ mark, cause: causes[index] ?? null }));
  named.sort((a, b) => a.mark.x - b.mark.x);
  // Crowds are pale and stand behind words.
  const others = named.filter(({ mark }) => !mark.isCrowd);
  return named.map(({ mark, cause }) => {
    const next = others[others.findIndex((other) => other.mark === mark) + 1];
    const end = mark.isCrowd ? mark.x : (next?.mark.x ?? right);
    return end - mark.x > TEXT_ROOM_PX * zoom ? { ...mark, text: cause } : mark;
  });
}

function symbolPath({ kind, isPause }: StageEvent, x: number, y: number, zoom: number): string {
  const r = 5 * zoom;
  if (isPause === true) return `M${x - r} ${y - r}h${2 * r}l${-r} ${2 * r}z`;
  if (kind === 'rto') return `M${x - r} ${y + r}h${2 * r}l${-r} ${-2 * r}z`;
  if (kind === 'packets_lost') return `M${x - 1} ${y + 2}h2v${r}h-2z`;
  if (kind === 'packets_marked') return `M${x - 1} ${y - 2}h2v${-r}h-2z`;
  if (kind === 'acks_lost') return `M${x - 1} ${y - 1}h2v2h-2z`;
  if (kind === 'ecn_reduction') return `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`;
  if (kind.startsWith('recovery')) return `M${x - 0.75} ${y - r}h1.5v${2 * r}h-1.5z`;
  return `M${x - 4 * zoom} ${y - 4 * zoom}h${8 * zoom}v${8 * zoom}h${-8 * zoom}z`;
}

function causeOf({ kind, reason }: StageEvent): string {
  return inWords(reason || kind);
}

/** `elephant: ProbeRTT, min rtt expired` */
export function eventWords(event: StageEvent, nameOf: (flowIndex: number) => string): string {
  const kind = EVENT_KINDS[event.kind] ?? phaseName(event.kind);
  const words = event.reason === '' ? kind : `${kind}, ${inWords(event.reason)}`;
  return `${nameOf(event.flowIndex)}: ${words}`;
}

/** All of so few are named; of more, so many that at least two are left to be counted. */
const MOST_AT_CURSOR = 3;

/** What happened within so many seconds of a time, in words: the first few, then how many more. */
export function wordsAt(
  events: readonly StageEvent[],
  nameOf: (flowIndex: number) => string,
  timeSeconds: number,
  reachSeconds: number,
): string | null {
  const near = events.filter(
    (event) => isMarked(event) && Math.abs(event.timeSeconds - timeSeconds) <= reachSeconds,
  );
  if (near.length === 0) return null;
  const words = [...new Set(near.map((event) => eventWords(event, nameOf)))];
  if (words.length <= MOST_AT_CURSOR) return words.join('; ');
  const more = words.length - (MOST_AT_CURSOR - 1);
  return `${words.slice(0, MOST_AT_CURSOR - 1).join('; ')}; ${more} others`;
}

/** A character at 11 px is about so wide. */
const CHARACTER_PX = 6;
export const WORDS_PAD_PX = 6;
/** Between the cursor and its words. */
const BESIDE_PX = 10;

/**
 * The words of a moment at `x`, on the side of the cursor where they fit and always inside of the
 * drawing: where they are too long for one line, each event has its own.
 */
export function placedWords(words: string, x: number, { left, width, zoom }: StageGeometry) {
  const characterPx = CHARACTER_PX * zoom;
  const most = Math.max(8, Math.floor((width - left - 2 * WORDS_PAD_PX) / characterPx));
  const lines = (words.length > most ? words.split('; ') : [words]).map((line) =>
    line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line,
  );
  const longest = Math.max(...lines.map(({ length }) => length));
  const boxWidth = longest * characterPx + 2 * WORDS_PAD_PX;
  const isRight = x + BESIDE_PX + boxWidth <= width;
  const wanted = isRight ? x + BESIDE_PX : x - BESIDE_PX - boxWidth;
  return { lines, width: boxWidth, left: Math.max(left, Math.min(wanted, width - boxWidth)) };
}

/** Columns of this width can be distinguished. */
const COLUMN_PX = 4;

/**
 * How many events there are in each column of pixels, as heights of the row: the highest column
 * fills it. Empty where there is none.
 */
export function densityPath(
  events: readonly StageEvent[],
  range: TimeRange,
  geometry: StageGeometry,
  row: Box,
): { readonly path: string; readonly most: number } {
  const counts = new Map<number, number>();
  for (const event of events) {
    if (!isMarked(event) || isLoss(event)) continue;
    if (event.timeSeconds < range[0] || event.timeSeconds > range[1]) continue;
    const x = xOf(event.timeSeconds, range, geometry) - geometry.left;
    const column = Math.floor(x / COLUMN_PX);
    counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  const heightPx = row.bottom - row.top;
  const bars = [...counts].map(([column, count]) => {
    const bar = Math.max(1.5, (count / most) * heightPx);
    const x = geometry.left + column * COLUMN_PX;
    const h = coordinate(bar);
    return `M${coordinate(x)} ${row.bottom}v-${h}h${COLUMN_PX - 1}v${h}z`;
  });
  return { path: bars.join(''), most };
}
