/** A queue as squares: how many packets one stands for, and the outline of them. Pure. */
import { coordinate } from '@/analysis/numbers/shown';

interface SquareGrid {
  readonly columns: number;
  readonly rows: number;
  readonly cellPx: number;
  readonly gapPx: number;
}

/** So many packets stand for one square: 1, 2 or 5 times a power of ten, so that all fit. */
export function packetsPerSquare(bufferPackets: number, room: number): number {
  let power = 1;
  for (;;) {
    const step = [1, 2, 5].find((factor) => bufferPackets <= factor * power * room);
    if (step !== undefined) return step * power;
    power *= 10;
  }
}

/**
 * The outline of `count` squares from the right edge, where packets leave, column by column; the
 * last one as high as its part of a square.
 */
export function squaresPath(
  count: number,
  { columns, rows, cellPx, gapPx }: SquareGrid,
  isWanted: (index: number) => boolean = () => true,
): string {
  const whole = Math.floor(count);
  const side = cellPx - gapPx;
  const parts: string[] = [];
  const most = Math.min(columns * rows, Math.ceil(count));
  for (let index = 0; index < most; index += 1) {
    if (!isWanted(index)) continue;
    const x = (columns - 1 - Math.floor(index / rows)) * cellPx;
    const y = (index % rows) * cellPx;
    const part = index < whole ? 1 : count - whole;
    const high = side * part;
    const top = y + side - high;
    parts.push(`M${x} ${fixed(top)}h${side}v${fixed(high)}h-${side}z`);
  }
  return parts.join('');
}

/** The same squares, split by shares that add up to one: an outline for each. */
export function splitSquares(
  count: number,
  grid: SquareGrid,
  shares: readonly number[],
): readonly string[] {
  let before = 0;
  return shares.map((share, place) => {
    const from = before;
    before += share;
    const to = place === shares.length - 1 ? Infinity : before;
    // A square belongs to whom its middle belongs to.
    const isOwn = (index: number) => {
      const middle = (index + 0.5) / Math.max(1, count);
      return middle >= from - ROUNDING && middle < to - ROUNDING;
    };
    return squaresPath(count, grid, isOwn);
  });
}

const ROUNDING = 1e-9;

function fixed(value: number): string {
  return String(Number(coordinate(value, 2)));
}
