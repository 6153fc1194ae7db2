/**
 * Where the parts of a path are drawn for replay, and where on them a packet stands. Lengths are
 * one-way delays to scale, as in `path.ts`; the return path has lanes of its own below. Pure.
 */
import {
  pathGeometry,
  type PathGeometry,
  type PathScenario,
} from '@/analysis/scenario/network/path';
import { QUEUE_TRAITS } from '@/generated/kindSeries';

import type { MovingStage } from './state';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

interface CellGrid {
  readonly columns: number;
  readonly rows: number;
  readonly pitchPx: number;
  readonly packetsPerCell: number;
}

/** A queue with places of its own. */
export interface QueuePart {
  readonly queue: Box;
  readonly cells: CellGrid;
  /** Of a dual queue one of the two, of fair queueing the flows of a group; null: all packets. */
  readonly holds: 'L4S' | 'classic' | number | null;
}

interface Lane {
  readonly y: number;
  readonly fromX: number;
  readonly toX: number;
}

export interface ReplayScene {
  readonly width: number;
  readonly height: number;
  readonly geometry: PathGeometry;
  /** The way of a packet from each group to the queue, by group; none of groups not drawn. */
  readonly access: readonly (readonly Point[])[];
  /** The way of its ACKs, from the receiver (`fromX`) to the sender (`toX`). */
  readonly lanes: readonly Lane[];
  readonly queue: Box;
  readonly cells: CellGrid;
  /** Where packets wait: one place for all, or one for each class of a dual queue. */
  readonly parts: readonly QueuePart[];
  /** Where the link begins, at the height of `middleY`. */
  readonly linkX: number;
  readonly middleY: number;
  /** Side of the square of a packet. */
  readonly squarePx: number;
  /** Lowest place of a packet that falls out. */
  readonly floorY: number;
}

interface Heights {
  readonly headPx: number;
  readonly queuePx: number;
  /** Over the queue its rate, under it room to fall. */
  readonly aroundPx: number;
  readonly fallPx: number;
  readonly footPx: number;
  readonly rowPx: number;
}

const USUAL: Heights = { headPx: 10, queuePx: 78, aroundPx: 34, fallPx: 30, footPx: 28, rowPx: 44 };
/** Two drawings below one another and some of the plots fit a screen 900 px high. */
const LOW: Heights = { headPx: 0, queuePx: 62, aroundPx: 28, fallPx: 24, footPx: 22, rowPx: 36 };
const FAN_PX = 210;
const LANE_PX = 13;
const MOST_LANES = 8;
const NARROW_PX = 520;
/** Left of the senders, by the longest name: at 12 px a letter is about 7 px wide. */
const LABEL_RANGE_PX = [100, 170] as const;
const NARROW_LABEL_RANGE_PX = [92, 124] as const;
const LETTER_PX = 7.2;
const SENDER_PX = 20;
const QUEUE_SHARE = 0.4;
const NARROW_QUEUE_PX = 118;
const SMALLEST_QUEUE_PX = 44;
/** Between the wire, the queue and the link, as `path.ts` leaves it. */
const QUEUE_GAP_PX = 16;
const PITCHES_PX = [14, 12, 10, 8, 7, 6, 5, 4, 3] as const;
const SMALLEST_PITCH_PX = 3;
const PADDING_PX = 3;
const SQUARE_RANGE_PX = [3, 9] as const;

export function replayScene(
  path: PathScenario,
  bufferPackets: number,
  width: number,
  isLow = false,
): ReplayScene {
  const { headPx, queuePx, aroundPx, fallPx, footPx, rowPx } = isLow ? LOW : USUAL;
  const isNarrow = width < NARROW_PX;
  const rows = Math.min(path.groups.length, MOST_LANES);
  const least = queuePx + 2 * aroundPx;
  // Groups that are too many for names are a fan of thin lines.
  const senders = path.groups.length > MOST_LANES ? FAN_PX : Math.max(rows * rowPx, least);
  const most = isNarrow ? NARROW_QUEUE_PX : Math.round(width * QUEUE_SHARE);
  const cells = cellGrid(most, bufferPackets, queuePx);
  const queueWidth = boxWidth(cells) + QUEUE_GAP_PX;
  const endWidth = isNarrow ? 14 : 78;
  const letters = Math.max(...path.groups.map(({ label }) => label.length));
  const range = isNarrow ? NARROW_LABEL_RANGE_PX : LABEL_RANGE_PX;
  const labelWidth = clamp(letters * LETTER_PX + SENDER_PX, range[0], range[1]);
  const sizes = { width, height: senders, labelWidth, queueWidth, endWidth };
  const geometry = shifted(pathGeometry(path, sizes), headPx);
  const { middleY, queueX, endX } = geometry;
  const linkX = geometry.joinX + queueWidth;
  const lanesY = headPx + senders + LANE_PX;
  const queue = {
    x: queueX,
    y: middleY - queuePx / 2,
    width: geometry.queueWidth,
    height: queuePx,
  };
  const pxPerSecond = (endX - linkX) / Math.max(path.delaySeconds, 1e-9);
  const spacing = (pxPerSecond * path.packetBytes * 8) / path.rateBps;
  return {
    width,
    height: lanesY + rows * LANE_PX + footPx,
    geometry,
    access: accessWays(path, geometry),
    lanes: byGroup(path, (group, place) => ({
      y: lanesY + (place % MOST_LANES) * LANE_PX,
      fromX: endX,
      toX: startOf(geometry, group).x,
    })),
    queue,
    cells,
    parts: partsOf(path, queue, cells),
    linkX,
    middleY,
    squarePx: clamp(spacing * 0.75, ...SQUARE_RANGE_PX),
    floorY: queue.y + queue.height + fallPx,
  };
}

/** Without the packets that `path.ts` spreads out evenly, and so much lower. */
function shifted(geometry: PathGeometry, byPx: number): PathGeometry {
  return {
    ...geometry,
    middleY: geometry.middleY + byPx,
    squares: [],
    squareHues: [],
    branches: geometry.branches.map((branch) => ({ ...branch, y: branch.y + byPx, squares: [] })),
  };
}

/** Of many groups not each has a branch: the nearest one that is drawn stands for it. */
function startOf({ branches }: PathGeometry, group: number): Point {
  const drawn = branches.findLast(({ hue }) => hue <= group) ?? branches[0];
  return { x: drawn?.startX ?? 0, y: drawn?.y ?? 0 };
}

/** As `PathBranches` draws them, and on to the queue. */
function accessWays(path: PathScenario, geometry: PathGeometry): Point[][] {
  const { joinX, queueX, middleY } = geometry;
  return byGroup(path, (group) => {
    const start = startOf(geometry, group);
    const bendX = Math.min(Math.max(start.x + 2, joinX - 14), joinX);
    return [start, { x: bendX, y: start.y }, { x: joinX, y: middleY }, { x: queueX, y: middleY }];
  });
}

/** By the numbers of the groups; only some of them may be drawn. */
function byGroup<T>({ groups }: PathScenario, make: (group: number, place: number) => T): T[] {
  const made: T[] = [];
  groups.forEach(({ hue }, place) => (made[hue ?? place] = make(hue ?? place, place)));
  return made;
}

/** The largest squares at which the whole buffer has room; else several packets are one square. */
function cellGrid(mostPx: number, bufferPackets: number, heightPx: number): CellGrid {
  const gridOf = (pitchPx: number) => {
    const rows = Math.floor((heightPx - 2 * PADDING_PX) / pitchPx);
    const columns = Math.floor((mostPx - 2 * PADDING_PX) / pitchPx);
    return { pitchPx, rows, columns: Math.min(columns, Math.ceil(bufferPackets / rows)) };
  };
  const fitting = PITCHES_PX.map(gridOf).find(
    ({ rows, columns }) => rows * columns >= bufferPackets,
  );
  const grid = fitting ?? gridOf(SMALLEST_PITCH_PX);
  const packetsPerCell = Math.max(1, Math.ceil(bufferPackets / (grid.rows * grid.columns)));
  return { ...grid, packetsPerCell };
}

function boxWidth({ columns, pitchPx }: CellGrid): number {
  return Math.max(SMALLEST_QUEUE_PX, columns * pitchPx + 2 * PADDING_PX);
}

/** With more groups the rows would be too low to be distinguished. */
const MOST_FAIR_PARTS = 4;

function partsOf({ queueKind, groups }: PathScenario, queue: Box, cells: CellGrid): QueuePart[] {
  const order = QUEUE_TRAITS[queueKind ?? '']?.order;
  if (order === 'class') return dualParts(queue, cells);
  const isSplit = groups.length > 1 && groups.length <= Math.min(MOST_FAIR_PARTS, cells.rows);
  if (order !== 'flow' || !isSplit) return [{ queue, cells, holds: null }];
  const rows = Math.max(1, Math.floor(cells.rows / groups.length));
  const height = queue.height / groups.length;
  return groups.map(({ hue }, place) => ({
    queue: { ...queue, y: queue.y + place * height, height },
    cells: { ...cells, rows },
    holds: hue ?? place,
  }));
}

/** A short queue holds little: a third of the rows is its, one row parts the two. */
const L4S_SHARE = 1 / 3;

function dualParts(queue: Box, cells: CellGrid): QueuePart[] {
  const { rows, pitchPx } = cells;
  const upper = Math.max(1, Math.floor((rows - 1) * L4S_SHARE));
  const lower = Math.max(1, rows - 1 - upper);
  const upperPx = upper * pitchPx + 2 * PADDING_PX;
  const partOf = (holds: 'L4S' | 'classic', y: number, height: number, own: number) => {
    return { queue: { ...queue, y, height }, cells: { ...cells, rows: own }, holds };
  };
  return [
    partOf('L4S', queue.y, upperPx, upper),
    partOf('classic', queue.y + upperPx, queue.height - upperPx, lower),
  ];
}

/** Where the square of the queue's n-th place is, its head at the right, columns from the top. */
export function cellPlace(
  { queue, cells }: Pick<QueuePart, 'queue' | 'cells'>,
  index: number,
): Point {
  const { pitchPx, rows } = cells;
  const column = Math.floor(index / rows);
  return {
    x: queue.x + queue.width - PADDING_PX - (column + 1) * pitchPx,
    y: queue.y + (queue.height - rows * pitchPx) / 2 + (index % rows) * pitchPx,
  };
}

/** Where a packet stands that is under way. */
export function placeOn(
  scene: ReplayScene,
  group: number,
  stage: MovingStage,
  progress: number,
): Point {
  const { access, queue, linkX, middleY, geometry } = scene;
  if (stage === 'access') return along(access[group] ?? [], progress);
  const [from, to] = stage === 'service' ? [queue.x + queue.width, linkX] : [linkX, geometry.endX];
  return { x: from + (to - from) * progress, y: middleY };
}

/** Where an ACK stands. */
export function ackPlace({ lanes }: ReplayScene, group: number, progress: number): Point {
  const lane = lanes[group];
  if (lane === undefined) return { x: 0, y: 0 };
  return { x: lane.fromX + (lane.toX - lane.fromX) * progress, y: lane.y };
}

/** The share of a way at which the straight stretch begins that holds `progress`. */
export function stretchStart(way: readonly Point[], progress: number): number {
  const lengths = way.slice(1).map((point, index) => distance(way[index] ?? point, point));
  const total = lengths.reduce((sum, each) => sum + each, 0);
  let before = 0;
  for (const length of lengths) {
    if (progress * total <= before + length) break;
    before += length;
  }
  return total > 0 ? before / total : 0;
}

/** The point at a share of the length of a way. */
export function along(way: readonly Point[], progress: number): Point {
  const lengths = way.slice(1).map((point, index) => distance(way[index] ?? point, point));
  let left = lengths.reduce((sum, each) => sum + each, 0) * progress;
  for (const [index, length] of lengths.entries()) {
    const from = way[index];
    const to = way[index + 1];
    if (from === undefined || to === undefined) break;
    if (left <= length && length > 0) {
      const share = left / length;
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    }
    left -= length;
  }
  return way.at(-1) ?? { x: 0, y: 0 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
