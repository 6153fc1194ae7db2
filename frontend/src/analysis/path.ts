/**
 * The path of a scenario drawn to scale: length is one-way delay, a square is a packet in flight
 * when every flow has its fair share. Geometry only; `charts/PathDrawing.tsx` draws it.
 *
 *   elephant o──────────╮
 *                       ├─[ buffer ]──────▶ receivers
 *        mouse o────────╯
 */
export interface PathGroup {
  readonly label: string;
  readonly rttSeconds: number;
}

export interface PathScenario {
  readonly rateBps: number;
  readonly delaySeconds: number;
  readonly packetBytes: number;
  readonly groups: readonly PathGroup[];
  readonly flowCount: number;
}

export interface PathBranch {
  readonly label: string;
  readonly rttSeconds: number;
  readonly startX: number;
  readonly y: number;
  readonly squares: readonly number[];
}

export interface PathGeometry {
  readonly branches: readonly PathBranch[];
  readonly joinX: number;
  readonly queueX: number;
  readonly queueWidth: number;
  readonly endX: number;
  readonly middleY: number;
  readonly squares: readonly number[];
  /** Length of `scaleSeconds` in pixels. */
  readonly scalePx: number;
  readonly scaleSeconds: number;
}

export interface PathSize {
  readonly width: number;
  readonly rowHeight: number;
  readonly labelWidth: number;
  readonly queueWidth: number;
  readonly endWidth: number;
}

const MOST_SQUARES = 40;
const SQUARE_PX = 6;

export function pathGeometry(path: PathScenario, size: PathSize): PathGeometry {
  const access = path.groups.map(({ rttSeconds }) =>
    Math.max(0, rttSeconds / 2 - path.delaySeconds),
  );
  const longest = Math.max(...access);
  const room = size.width - size.labelWidth - size.queueWidth - size.endWidth;
  const pxPerSecond = room / Math.max(longest + path.delaySeconds, 1e-9);
  const joinX = size.labelWidth + longest * pxPerSecond;
  const queueEnd = joinX + size.queueWidth;
  const endX = queueEnd + path.delaySeconds * pxPerSecond;
  const middleY = (size.rowHeight * path.groups.length) / 2;
  const fairBps = path.rateBps / path.flowCount;
  const branches = path.groups.map(({ label, rttSeconds }, index) => {
    const startX = joinX - (access[index] ?? 0) * pxPerSecond;
    const packets = inFlight(access[index] ?? 0, fairBps, path.packetBytes);
    const y = size.rowHeight * (index + 0.5);
    return { label, rttSeconds, startX, y, squares: spreadOver(startX, joinX - 14, packets) };
  });
  const packets = inFlight(path.delaySeconds, path.rateBps, path.packetBytes);
  return {
    branches,
    joinX,
    queueX: joinX + 8,
    queueWidth: size.queueWidth - 16,
    endX,
    middleY,
    squares: spreadOver(queueEnd, endX, packets),
    ...scaleBar(pxPerSecond),
  };
}

function inFlight(delaySeconds: number, rateBps: number, packetBytes: number): number {
  return Math.round((delaySeconds * rateBps) / 8 / packetBytes);
}

/** Places of `count` packets; none where they would not be told apart. */
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
