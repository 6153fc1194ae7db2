/**
 * The packets of a queue as squares in a box: pure geometry. The head of the queue is at the right,
 * columns fill from there, each from the top.
 */
export interface QueueFill {
  readonly packets: number;
  readonly bufferPackets: number;
  /** What each group of flows has of the traffic; adds up to 1. */
  readonly shares: readonly number[];
}

export interface QueueCell {
  readonly x: number;
  readonly y: number;
  readonly groupIndex: number;
}

export interface QueueCells {
  readonly cells: readonly QueueCell[];
  /** So many packets are one square; 1 where the whole buffer has room. */
  readonly packetsPerCell: number;
}

interface QueueBox {
  readonly width: number;
  readonly height: number;
  /** A square with its gap. */
  readonly pitch: number;
}

export function queueCells(fill: QueueFill, box: QueueBox): QueueCells {
  const rows = Math.max(1, Math.floor(box.height / box.pitch));
  const columns = Math.max(1, Math.floor(box.width / box.pitch));
  const packetsPerCell = Math.max(1, Math.ceil(fill.bufferPackets / (rows * columns)));
  const count = Math.min(rows * columns, Math.round(fill.packets / packetsPerCell));
  const groups = spread(fill.shares, count);
  const top = (box.height - rows * box.pitch) / 2;
  const cells = groups.map((groupIndex, index) => ({
    x: box.width - (Math.floor(index / rows) + 1) * box.pitch,
    y: top + (index % rows) * box.pitch,
    groupIndex,
  }));
  return { cells, packetsPerCell };
}

/** So many squares among the groups by their shares, each group's as evenly spread as it goes. */
function spread(shares: readonly number[], count: number): number[] {
  const given = shares.map(() => 0);
  return Array.from({ length: count }, (_, index) => {
    const wants = shares.map((share, group) => share * (index + 1) - (given[group] ?? 0));
    const next = wants.indexOf(Math.max(...wants));
    given[next] = (given[next] ?? 0) + 1;
    return next;
  });
}
