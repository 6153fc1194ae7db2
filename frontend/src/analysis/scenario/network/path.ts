/**
 * The path of a scenario drawn to scale: length is one-way delay, a square is a packet in flight
 * when all flows get the same. Geometry only; `charts/network/PathDrawing.tsx` draws it.
 *
 *   elephant o──────────╮
 *                       ├─[ buffer ]──────▶ receivers
 *        mouse o────────╯
 */
interface PathGroup {
  readonly label: string;
  /** 1 if it is not said. */
  readonly flowCount?: number;
  readonly rttSeconds: number;
  /** Its colour, if it is not its place in the list. */
  readonly hue?: number;
  /** From the sender to the queue, if other links lie between. */
  readonly accessSeconds?: number;
}

export interface PathScenario {
  readonly rateBps: number;
  readonly delaySeconds: number;
  /** How the link changes, in words; without it it does not. */
  readonly changeText?: string;
  /** Of several links its name, and whether others follow for some of the groups. */
  readonly link?: { readonly id: string; readonly leadsOn: boolean };
  /** The discipline of the queue, if it is not known to be drop-tail. */
  readonly queueKind?: string;
  readonly packetBytes: number;
  readonly groups: readonly PathGroup[];
  readonly flowCount: number;
}

export interface PathBranch {
  readonly label: string;
  /** Which group it is. */
  readonly hue: number;
  /** The bottleneck alone takes longer, there and back, than this base RTT. */
  readonly isTooShort: boolean;
  readonly rttSeconds: number;
  readonly startX: number;
  readonly y: number;
  readonly squares: readonly number[];
}

export interface PathGeometry {
  /** Of many groups as many, evenly chosen, as can be distinguished. */
  readonly branches: readonly PathBranch[];
  /** There are too many groups to name each. */
  readonly isDense: boolean;
  readonly groupCount: number;
  readonly flowCount: number;
  /** Where texts left of the senders begin. */
  readonly labelX: number;
  readonly joinX: number;
  readonly queueX: number;
  readonly queueWidth: number;
  readonly endX: number;
  readonly middleY: number;
  readonly squares: readonly number[];
  /** The group of each of these packets; empty where there are too many groups. */
  readonly squareHues: readonly number[];
  /** Length of `scaleSeconds` in pixels. */
  readonly scalePx: number;
  readonly scaleSeconds: number;
}

interface PathSize {
  readonly width: number;
  readonly height: number;
  readonly labelWidth: number;
  readonly queueWidth: number;
  readonly endWidth: number;
}

const MOST_SQUARES = 40;
const SQUARE_PX = 6;
/** More groups than this are drawn as a fan of thin lines. */
const MOST_NAMED = 8;
const MOST_LINES = 100;
const FAN_PX = 208;
/** From so many rows on they are drawn closer together. */
const MANY_ROWS = 4;
const CLOSE_ROW_PX = 34;

/** How high the senders are together. */
export function pathHeight(groupCount: number, rowPx: number): number {
  if (groupCount > MOST_NAMED) return FAN_PX;
  return Math.max(groupCount, 2) * (groupCount > MANY_ROWS ? Math.min(rowPx, CLOSE_ROW_PX) : rowPx);
}

export function pathGeometry(path: PathScenario, size: PathSize): PathGeometry {
  const { delaySeconds, packetBytes, rateBps, groups } = path;
  const access = ({ rttSeconds, accessSeconds }: PathGroup) =>
    accessSeconds ?? Math.max(0, rttSeconds / 2 - delaySeconds);
  const longest = groups.reduce((most, group) => Math.max(most, access(group)), 0);
  const isDense = groups.length > MOST_NAMED;
  const room = size.width - size.labelWidth - size.queueWidth - size.endWidth;
  const pxPerSecond = room / Math.max(longest + delaySeconds, 1e-9);
  const joinX = size.labelWidth + longest * pxPerSecond;
  const queueEnd = joinX + size.queueWidth;
  const endX = queueEnd + delaySeconds * pxPerSecond;
  const fairBps = rateBps / path.flowCount;
  const drawn = evenly(groups.length, MOST_LINES);
  const rowHeight = size.height / drawn.length;
  const branches = drawn.flatMap((place, row) => {
    const group = groups[place];
    if (group === undefined) return [];
    const { label, rttSeconds, hue = place } = group;
    const startX = joinX - access(group) * pxPerSecond;
    const packets = inFlight(access(group), fairBps, packetBytes);
    const squares = isDense ? [] : spreadOver(startX, joinX - 14, packets);
    const isTooShort = rttSeconds < 2 * delaySeconds * (1 - ROUNDING);
    return [{ label, hue, rttSeconds, startX, y: rowHeight * (row + 0.5), squares, isTooShort }];
  });
  const squares = spreadOver(queueEnd, endX, inFlight(delaySeconds, rateBps, packetBytes));
  return {
    branches,
    isDense,
    groupCount: groups.length,
    flowCount: path.flowCount,
    labelX: 0,
    joinX,
    queueX: joinX + 8,
    queueWidth: size.queueWidth - 16,
    endX,
    middleY: size.height / 2,
    squares,
    squareHues: isDense ? [] : shared(squares.length, groups),
    ...scaleBar(pxPerSecond),
  };
}

/** Whose each packet is when all flows get the same, mixed as evenly as can be. */
function shared(count: number, groups: readonly PathGroup[]): number[] {
  const flows = groups.map(({ flowCount = 1 }) => flowCount);
  const total = flows.reduce((sum, each) => sum + each, 0);
  const given = flows.map(() => 0);
  return Array.from({ length: count }, (_, index) => {
    const lacks = flows.map((each, group) => (each / total) * (index + 1) - (given[group] ?? 0));
    const next = lacks.indexOf(Math.max(...lacks));
    given[next] = (given[next] ?? 0) + 1;
    return groups[next]?.hue ?? next;
  });
}

/** 2 x 0.01 s and 0.02 s may differ in the last bit. */
const ROUNDING = 1e-12;

/** At most so many of `count` indices, the first and the last among them. */
function evenly(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)));
}

function inFlight(delaySeconds: number, rateBps: number, packetBytes: number): number {
  return Math.round((delaySeconds * rateBps) / 8 / packetBytes);
}

/** Places of `count` packets; none where they would run into one another. */
function spreadOver(fromX: number, toX: number, count: number): number[] {
  if (count > MOST_SQUARES || count * SQUARE_PX > toX - fromX) return [];
  return Array.from({ length: count }, (_, index) => {
    return fromX + ((index + 0.5) / count) * (toX - fromX);
  });
}

/** A round time that is about 70 pixels long. */
function scaleBar(pxPerSecond: number): { scalePx: number; scaleSeconds: number } {
  const wanted = 70 / pxPerSecond;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const scaleSeconds = ([5, 2, 1].find((step) => step * power <= wanted) ?? 1) * power;
  return { scaleSeconds, scalePx: scaleSeconds * pxPerSecond };
}
