/** Packets as drawn at a moment: squares with their place and group. Pure. */
import type { Transmission, Traffic } from './replay';
import { accessSeconds, backSeconds } from './replay';
import {
  ackPlace,
  cellPlace,
  placeOn,
  stretchStart,
  type Point,
  type QueuePart,
  type ReplayScene,
} from './scene';
import { endedBetween, forEachAck, forEachMoving, type WaitingQueue } from './state';

export interface PacketMark extends Point {
  readonly groupIndex: number;
  readonly isRetransmission: boolean;
  /** Headers alone, drawn smaller. */
  readonly isBare?: boolean;
  /** The queue has marked it (ECN). */
  readonly isMarked: boolean;
  /** Where it was a frame ago; as `x` and `y` if it is not drawn with its trace. */
  readonly fromX: number;
  readonly fromY: number;
}

/** Packets under way, each with the stretch that it has come in `traceSeconds`. */
export function movingMarks(
  traffic: Traffic,
  scene: ReplayScene,
  timeSeconds: number,
  traceSeconds: number,
): PacketMark[] {
  const { path } = traffic;
  const marks: PacketMark[] = [];
  forEachMoving(traffic, timeSeconds, (transmission, stage, progress) => {
    const { groupIndex, isRetransmission, isBare = false } = transmission;
    const isMarked = transmission.markedSeconds <= timeSeconds;
    const { x, y } = placeOn(scene, groupIndex, stage, progress);
    const length = stage === 'link' ? path.delaySeconds : accessSeconds(path, groupIndex);
    const hasTrace = traceSeconds > 0 && stage !== 'service' && length > 0;
    // Around a corner the trace would leave the way.
    const way = scene.access[groupIndex] ?? [];
    const corner = stage === 'access' && hasTrace ? stretchStart(way, progress) : 0;
    const before = hasTrace ? Math.max(corner, progress - traceSeconds / length) : progress;
    const from = hasTrace ? placeOn(scene, groupIndex, stage, before) : { x, y };
    const fromWhere = { fromX: from.x, fromY: from.y };
    marks.push({ x, y, groupIndex, isRetransmission, isBare, isMarked, ...fromWhere });
  });
  return marks;
}

export function ackMarks(
  traffic: Traffic,
  scene: ReplayScene,
  timeSeconds: number,
  traceSeconds: number,
): PacketMark[] {
  const marks: PacketMark[] = [];
  forEachAck(traffic, timeSeconds, ({ groupIndex }, progress) => {
    const { x, y } = ackPlace(scene, groupIndex, progress);
    const length = backSeconds(traffic.path, groupIndex);
    const before = length > 0 ? Math.max(0, progress - traceSeconds / length) : progress;
    const from = ackPlace(scene, groupIndex, before);
    const isPlain = { isRetransmission: false, isMarked: false };
    marks.push({ x, y, groupIndex, ...isPlain, fromX: from.x, fromY: from.y });
  });
  return marks;
}

export interface CellMark extends Point {
  /** null: a packet of which nothing is known but that it waits. */
  readonly groupIndex: number | null;
  readonly isRetransmission: boolean;
  /** Headers alone, drawn smaller. */
  readonly isBare?: boolean;
  /** The queue has marked it (ECN). */
  readonly isMarked: boolean;
}

/** What waits, the head at the right. With several packets in a square a column shows shares. */
export function waitingMarks(
  queue: WaitingQueue,
  part: QueuePart,
  timeSeconds: number,
): CellMark[] {
  const { packetsPerCell, rows, columns } = part.cells;
  const most = rows * columns * packetsPerCell;
  const packets = inOrder(queue).slice(0, most);
  if (packetsPerCell === 1) {
    return packets.map((transmission, index) => {
      const isMarked = transmission !== null && transmission.markedSeconds <= timeSeconds;
      return { ...cellOf(part, index, transmission), isMarked };
    });
  }
  const perColumn = rows * packetsPerCell;
  const marks: CellMark[] = [];
  for (let first = 0; first < packets.length; first += perColumn) {
    const column = packets.slice(first, first + perColumn);
    const cells = Math.max(1, Math.round(column.length / packetsPerCell));
    sharesOf(column, cells).forEach((groupIndex, row) => {
      const place = cellPlace(part, (first / perColumn) * rows + row);
      marks.push({ ...place, groupIndex, isRetransmission: false, isMarked: false });
    });
  }
  return marks;
}

/** The packets in one of several queues; those of an unknown queue are in the last one. */
export function queueOfPart(
  queue: WaitingQueue,
  { holds }: QueuePart,
  lowLatencyFlows: ReadonlySet<number>,
  isLast: boolean,
): WaitingQueue {
  if (holds === null) return queue;
  // Headers alone are never ECT(1), even if the flow's data is (RFC 3168 6.1.1).
  const isOwn = ({ flowIndex, groupIndex, isBare }: Transmission) =>
    typeof holds === 'number'
      ? groupIndex === holds
      : (lowLatencyFlows.has(flowIndex) && isBare !== true) === (holds === 'L4S');
  const known = queue.known.filter(isOwn);
  const knownBefore = queue.known.slice(0, queue.knownBefore).filter(isOwn).length;
  const unknownCount = isLast ? queue.unknownCount : 0;
  return { known, knownBefore, unknownCount, count: known.length + unknownCount };
}

function cellOf(scene: QueuePart, index: number, transmission: Transmission | null) {
  const place = cellPlace(scene, index);
  return {
    ...place,
    groupIndex: transmission?.groupIndex ?? null,
    isRetransmission: transmission?.isRetransmission ?? false,
    isBare: transmission?.isBare ?? false,
  };
}

function inOrder({ known, knownBefore, unknownCount }: WaitingQueue): (Transmission | null)[] {
  const unknown = Array.from({ length: unknownCount }, () => null);
  return [...known.slice(0, knownBefore), ...unknown, ...known.slice(knownBefore)];
}

/** So many squares among the groups of these packets, by largest remainder, group by group. */
function sharesOf(packets: readonly (Transmission | null)[], cells: number): (number | null)[] {
  const counts = new Map<number | null, number>();
  for (const transmission of packets) {
    const group = transmission?.groupIndex ?? null;
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const wanted = [...counts].map(([group, count]) => {
    const exact = (count / packets.length) * cells;
    return { group, whole: Math.floor(exact), rest: exact - Math.floor(exact) };
  });
  let left = cells - wanted.reduce((sum, { whole }) => sum + whole, 0);
  const extra = new Set<number | null>();
  for (const { group } of [...wanted].sort((a, b) => b.rest - a.rest)) {
    if (left <= 0) break;
    extra.add(group);
    left -= 1;
  }
  return wanted
    .sort((a, b) => (a.group ?? Infinity) - (b.group ?? Infinity))
    .flatMap(({ group, whole }) =>
      Array.from({ length: whole + (extra.has(group) ? 1 : 0) }, () => group),
    );
}

export interface FallMark extends Point {
  readonly groupIndex: number;
  readonly fate: 'dropped' | 'lost';
  /** Why, as the core calls it; null: of an ACK. */
  readonly reason: string | null;
  /** 0: it has just come to its end; 1: gone. */
  readonly progress: number;
}

/** Packets that were dropped or lost within the last moment, falling out where it happened. */
export function fallMarks(
  traffic: Traffic,
  scene: ReplayScene,
  timeSeconds: number,
  fallSeconds: number,
): FallMark[] {
  const ended = endedBetween(traffic, ['dropped', 'lost'], timeSeconds - fallSeconds, timeSeconds);
  return ended.map((transmission) => {
    const progress = (timeSeconds - transmission.endSeconds) / fallSeconds;
    const isLost = transmission.fate === 'lost';
    const isBehind = isLost && !traffic.path.losesBeforeQueue;
    const spread = ((Math.abs(transmission.sequence) * 7) % PLACES) * SPREAD_PX;
    const x = (isBehind ? scene.linkX : scene.queue.x) + SPREAD_PX + spread;
    const top = isBehind ? scene.middleY : scene.queue.y + scene.queue.height;
    const y = top + (scene.floorY - top) * Math.sqrt(progress);
    const { groupIndex, reason = null } = transmission;
    return { x, y, groupIndex, fate: isLost ? 'lost' : 'dropped', reason, progress };
  });
}

const SPREAD_PX = 8;
/** Side by side, so that a burst of drops is seen as one. */
const PLACES = 9;

/** ACKs that were lost within the last moment, most of them as they leave the receiver. */
export function lostAckMarks(
  { acks, path }: Traffic,
  scene: ReplayScene,
  timeSeconds: number,
  fallSeconds: number,
): FallMark[] {
  return acks
    .filter(({ isLost, endSeconds }) => {
      return isLost && endSeconds <= timeSeconds && endSeconds > timeSeconds - fallSeconds;
    })
    .map(({ groupIndex, sentSeconds, endSeconds }) => {
      const back = backSeconds(path, groupIndex);
      const came = back > 0 ? Math.min(1, (endSeconds - sentSeconds) / back) : 0;
      const progress = (timeSeconds - endSeconds) / fallSeconds;
      const place = ackPlace(scene, groupIndex, came);
      return { ...place, groupIndex, fate: 'lost', reason: null, progress };
    });
}
