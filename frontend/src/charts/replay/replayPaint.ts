/** Paints what moves in replay on a canvas; what stands still is SVG (`ReplayPath.tsx`). */
import { reasonWords } from '@/analysis/series/losses';
import {
  ackMarks,
  fallMarks,
  lostAckMarks,
  movingMarks,
  queueOfPart,
  waitingMarks,
  type CellMark,
  type FallMark,
  type PacketMark,
} from '@/analysis/replay/marks';
import type { Traffic } from '@/analysis/replay/replay';
import type { Point, ReplayScene } from '@/analysis/replay/scene';
import { queueAt } from '@/analysis/replay/state';
import type { Detail } from '@/analysis/replay/windows';

import { HUE_COUNT, withOpacity, type Palette } from '../palette';

/** Of the flows of a group together, from the series. */
export interface GroupShare {
  /** Of the rate of the link. */
  readonly rate: number;
}

export interface Shares {
  readonly groups: readonly GroupShare[];
  /** Mean and longest queue of the sample, as parts of the buffer. */
  readonly queue: number;
  readonly peak: number;
}

export interface ReplayFrame {
  readonly timeSeconds: number;
  readonly detail: Detail;
  /** null: no single packets are there at this moment. */
  readonly traffic: Traffic | null;
  readonly shares: Shares | null;
  /** A packet is drawn with the stretch that it has come in this time. */
  readonly traceSeconds: number;
  /** What is dropped is seen for so long. */
  readonly fallSeconds: number;
}

const ACK_PX = [2, 7] as const;
const BAND_PX = 16;
const LANE_BAND_PX = 6;
const FRAMED_PX = 4.5;
/** Side of the square of headers alone, as a part of that of a packet. */
const BARE_RATIO = 0.5;
const TRACE_OPACITY = 0.3;
const BAND_OPACITY = 0.55;

type Context = CanvasRenderingContext2D;

export function paintReplay(
  context: Context,
  scene: ReplayScene,
  frame: ReplayFrame,
  palette: Palette,
): void {
  context.clearRect(0, 0, scene.width, scene.height);
  const { traffic, detail, shares, timeSeconds, traceSeconds, fallSeconds } = frame;
  if (traffic !== null && detail.isMoving) {
    const size = scene.squarePx;
    const moving = movingMarks(traffic, scene, timeSeconds, traceSeconds);
    const acks = ackMarks(traffic, scene, timeSeconds, traceSeconds);
    if (traceSeconds > 0) {
      paintTraces(context, moving, size, palette);
      paintTraces(context, acks, ACK_PX[0], palette);
    }
    const small = size * BARE_RATIO;
    paintSquares(context, moving.filter(hasData), [size, size], palette);
    paintSquares(context, moving.filter(isBare), [small, small], palette);
    paintMarked(context, moving, size, palette);
    paintSquares(context, acks, ACK_PX, palette);
  } else if (shares !== null) paintBands(context, scene, shares, palette);
  if (traffic !== null && detail.isWaiting) {
    const queue = queueAt(traffic, timeSeconds);
    for (const part of scene.parts) {
      const isLast = part === scene.parts.at(-1);
      const own = queueOfPart(queue, part, traffic.lowLatencyFlows, isLast);
      paintWaiting(context, scene, waitingMarks(own, part, timeSeconds), palette);
    }
    const falls = fallMarks(traffic, scene, timeSeconds, fallSeconds);
    paintFalls(context, scene, falls, palette);
    paintFallWords(context, scene, falls, palette);
    if (detail.isMoving) {
      paintFalls(context, scene, lostAckMarks(traffic, scene, timeSeconds, fallSeconds), palette);
    }
  } else if (shares !== null) paintLevel(context, scene, shares, palette);
}

const isBare = (mark: { readonly isBare?: boolean }) => mark.isBare === true;
const hasData = (mark: { readonly isBare?: boolean }) => !isBare(mark);

function hueOf(groupIndex: number | null, { hues, ink3 }: Palette): string {
  return groupIndex === null ? ink3 : (hues[groupIndex % HUE_COUNT] ?? ink3);
}

/** One change of colour for each of them, however many marks there are. */
function byHue<T extends { readonly groupIndex: number | null }>(
  marks: readonly T[],
  palette: Palette,
): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const mark of marks) {
    const hue = hueOf(mark.groupIndex, palette);
    const own = found.get(hue);
    if (own === undefined) found.set(hue, [mark]);
    else own.push(mark);
  }
  return found;
}

function paintTraces(
  context: Context,
  marks: readonly PacketMark[],
  widthPx: number,
  palette: Palette,
): void {
  context.lineWidth = widthPx;
  for (const [hue, own] of byHue(marks, palette)) {
    context.strokeStyle = withOpacity(hue, TRACE_OPACITY);
    context.beginPath();
    for (const { x, y, fromX, fromY } of own) {
      context.moveTo(fromX, fromY);
      context.lineTo(x, y);
    }
    context.stroke();
  }
}

function paintSquares(
  context: Context,
  marks: readonly PacketMark[],
  [width, height]: readonly [number, number],
  palette: Palette,
): void {
  for (const [hue, own] of byHue(marks, palette)) {
    context.fillStyle = hue;
    for (const { x, y } of own) context.fillRect(x - width / 2, y - height / 2, width, height);
  }
  outline(
    context,
    marks
      .filter(({ isRetransmission }) => isRetransmission)
      .map(({ x, y }) => ({ x: x - width / 2, y: y - height / 2 })),
    width,
    palette,
  );
}

/** What the queue has marked has a spot of ink in it. */
function paintMarked(
  context: Context,
  marks: readonly PacketMark[],
  sizePx: number,
  palette: Palette,
): void {
  const marked = marks.filter(({ isMarked }) => isMarked);
  paintSpots(context, marked, sizePx, palette);
}

function paintSpots(
  context: Context,
  centres: readonly Point[],
  sizePx: number,
  palette: Palette,
): void {
  const spot = Math.max(MARKED_PX, sizePx * MARKED_RATIO);
  context.fillStyle = palette.ink;
  for (const { x, y } of centres) context.fillRect(x - spot / 2, y - spot / 2, spot, spot);
}

/** What was sent again has a frame of ink around it. */
function outline(context: Context, corners: readonly Point[], sizePx: number, palette: Palette) {
  // Around a smaller square nothing would be left of its colour.
  if (sizePx < FRAMED_PX) return;
  context.strokeStyle = palette.ink;
  context.lineWidth = 1;
  for (const { x, y } of corners) context.strokeRect(x - 0.5, y - 0.5, sizePx + 1, sizePx + 1);
}

function paintWaiting(
  context: Context,
  scene: ReplayScene,
  marks: readonly CellMark[],
  palette: Palette,
): void {
  const size = cellSize(scene);
  for (const [hue, own] of byHue(marks, palette)) {
    context.fillStyle = hue;
    for (const mark of own) {
      const side = isBare(mark) ? size * BARE_RATIO : size;
      context.fillRect(mark.x + (size - side) / 2, mark.y + (size - side) / 2, side, side);
    }
  }
  const again = marks.filter(({ isRetransmission }) => isRetransmission);
  outline(context, again, size, palette);
  const marked = marks.filter(({ isMarked }) => isMarked);
  paintSpots(
    context,
    marked.map(({ x, y }) => ({ x: x + size / 2, y: y + size / 2 })),
    size,
    palette,
  );
}

/** A square of the queue without the gap to the next one. */
export function cellSize({ cells }: Pick<ReplayScene, 'cells'>): number {
  return cells.pitchPx - (cells.pitchPx > 5 ? 1.5 : cells.pitchPx > 3 ? 1 : 0.5);
}

/** Are squares anywhere so large that those sent again have a frame? */
export function hasFrames(scene: ReplayScene): boolean {
  const isEach = scene.cells.packetsPerCell === 1;
  return scene.squarePx >= FRAMED_PX || (isEach && cellSize(scene) >= FRAMED_PX);
}

function paintFalls(
  context: Context,
  scene: ReplayScene,
  marks: readonly FallMark[],
  palette: Palette,
): void {
  const size = Math.max(6, scene.squarePx);
  for (const { x, y, groupIndex, progress } of marks) {
    context.globalAlpha = 1 - progress ** 3;
    context.fillStyle = hueOf(groupIndex, palette);
    context.fillRect(x - size / 2, y - size / 2, size, size);
    context.strokeStyle = palette.ink;
    context.lineWidth = 1.5;
    const half = size / 2 + 1;
    context.beginPath();
    context.moveTo(x - half, y - half);
    context.lineTo(x + half, y + half);
    context.moveTo(x + half, y - half);
    context.lineTo(x - half, y + half);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** How many fall out, and why. */
function paintFallWords(
  context: Context,
  scene: ReplayScene,
  marks: readonly FallMark[],
  palette: Palette,
): void {
  const of = (fate: string) => marks.filter((mark) => mark.fate === fate);
  const dropped = of('dropped');
  const lost = of('lost');
  context.font = `500 12px ${palette.font}`;
  context.fillStyle = palette.ink;
  context.textAlign = 'left';
  const y = scene.queue.y + scene.queue.height + 18;
  if (dropped.length > 0) {
    const x = scene.queue.x + FALLEN_PX;
    const fits = (words: string) => x + context.measureText(words).width < scene.width;
    const whole = `× ${fallWords(dropped, 'dropped')}`;
    const words = fits(whole) ? whole : `× ${fallWords(dropped, '')}`;
    const isBeside = fits(words);
    context.textAlign = isBeside ? 'left' : 'right';
    context.fillText(words, isBeside ? x : scene.width, isBeside ? y : scene.floorY + 10);
  }
  if (lost.length === 0) return;
  const isBehind = scene.width - scene.linkX - FALLEN_PX > LOSS_TEXT_PX;
  context.textAlign = isBehind ? 'left' : 'right';
  const x = isBehind ? scene.linkX + FALLEN_PX : scene.width;
  const line = dropped.length > 0 && !isBehind ? y + 15 : y;
  context.fillText(`× ${fallWords(lost, 'lost')}`, x, line);
}

/** `12 dropped: buffer full`, or with several reasons how many of each. */
function fallWords(marks: readonly FallMark[], done: string): string {
  const counts = new Map<string, number>();
  for (const { reason } of marks) {
    const why = reason === null ? '' : reasonWords(reason);
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  const parts = [...counts].map(([why, count]) =>
    counts.size === 1 ? why : `${String(count)} ${why}`,
  );
  const what = done === '' ? String(marks.length) : `${String(marks.length)} ${done}`;
  const why = parts.filter(Boolean).join(', ');
  return why === '' ? what : `${what}: ${why}`;
}

const MARKED_PX = 2;
const MARKED_RATIO = 0.45;
/** What has fallen is so wide. */
const FALLEN_PX = 86;
const LOSS_TEXT_PX = 130;

/** Each group's part of the link as a band; no single packet is meant. */
function paintBands(
  context: Context,
  scene: ReplayScene,
  { groups }: Shares,
  palette: Palette,
): void {
  const { access, lanes, linkX, geometry, middleY } = scene;
  const total = groups.reduce((sum, { rate }) => sum + rate, 0);
  let top = middleY - (Math.min(1, total) * BAND_PX) / 2;
  groups.forEach(({ rate }, group) => {
    const height = rate * BAND_PX;
    context.fillStyle = withOpacity(hueOf(group, palette), 0.85);
    context.fillRect(linkX, top, geometry.endX - linkX, height);
    top += height;
    context.strokeStyle = withOpacity(hueOf(group, palette), BAND_OPACITY);
    context.lineWidth = Math.max(0.5, height);
    context.beginPath();
    (access[group] ?? []).forEach(({ x, y }, index) => {
      if (index === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.stroke();
    const lane = lanes[group];
    if (lane === undefined) return;
    context.fillRect(
      lane.toX,
      lane.y - (rate * LANE_BAND_PX) / 2,
      lane.fromX - lane.toX,
      rate * LANE_BAND_PX,
    );
  });
}

/** How full the buffer is: the mean of the sample in ink, the longest queue as a line. */
function paintLevel(
  context: Context,
  { queue }: ReplayScene,
  { queue: mean, peak }: Shares,
  palette: Palette,
): void {
  const right = queue.x + queue.width;
  context.fillStyle = withOpacity(palette.ink2, 0.75);
  context.fillRect(right - queue.width * mean, queue.y, queue.width * mean, queue.height);
  context.fillStyle = palette.ink;
  context.fillRect(right - queue.width * Math.min(1, peak), queue.y, 1.5, queue.height);
}
