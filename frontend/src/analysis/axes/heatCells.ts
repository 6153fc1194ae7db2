/** The state of each cell of a map: what may be said of it, and how it is drawn. */

/** `short`: the experiment is over and seeds are missing; `none`: and all of them are. */
export type CellState = 'queued' | 'running' | 'done' | 'short' | 'none';

type Numbers = readonly (number | null)[];

/** Estimates of one metric, by cell index. */
interface CellNumbers {
  readonly low: Numbers;
  readonly high: Numbers;
}

export interface CellContext {
  readonly seedCount: number;
  /** Nothing more is to come. */
  readonly isOver: boolean;
}

/** `done` are the runs with their numbers; null: not known yet. */
export function cellState(
  done: number | null,
  isRunning: boolean,
  { seedCount, isOver }: CellContext,
): CellState {
  if (done === null) return isRunning ? 'running' : 'queued';
  if (done >= seedCount) return 'done';
  if (isOver) return done === 0 ? 'none' : 'short';
  return done > 0 || isRunning ? 'running' : 'queued';
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
