/** The state of each cell of a map: what may be said of it, and how it is drawn. */

/** `short`: the experiment is over and seeds are missing; `none`: and all of them are. */
export type CellState = 'queued' | 'running' | 'done' | 'short' | 'none';

type Numbers = readonly (number | null)[];

/** Estimates of one metric, by cell index. */
export interface CellNumbers {
  readonly count: Numbers;
  readonly mean: Numbers;
  readonly low: Numbers;
  readonly high: Numbers;
}

export interface CellContext {
  readonly seedCount: number;
  /** Nothing more is to come. */
  readonly isOver: boolean;
  readonly running: ReadonlySet<number>;
}

/** null: the map itself is not there yet. */
export function cellState(
  cell: number,
  numbers: CellNumbers | null,
  { seedCount, isOver, running }: CellContext,
): CellState {
  const count = numbers?.count[cell] ?? 0;
  if (count >= seedCount) return 'done';
  if (isOver && numbers !== null) return count === 0 ? 'none' : 'short';
  return count > 0 || running.has(cell) ? 'running' : 'queued';
}

/** Whether the 95% interval of a cell has a value in it; false where there is none. */
export function includes(cell: number, numbers: CellNumbers, value: number | null): boolean {
  const low = numbers.low[cell];
  const high = numbers.high[cell];
  return value !== null && low != null && high != null && low <= value && value <= high;
}

/**
 * How long to wait before a changed map is asked for again: a large one is heavy to send, to read
 * and to draw, and changes little in a second.
 */
export function mapPauseMs(cellCount: number): number {
  return Math.min(10_000, Math.max(1000, cellCount));
}
