/**
 * Series as the server thins them: one time grid, and for each metric the mean of every bucket,
 * with the bucket's minimum and maximum where a bucket holds more than one sample.
 */
import { bisectLeft } from 'd3-array';

export type Values = readonly (number | null)[];

export interface Column {
  readonly mean: Values;
  readonly min?: Values | null;
  readonly max?: Values | null;
}

export type Columns = Readonly<Record<string, Column | undefined>>;

export interface SeriesGrid {
  /** End of each bucket. */
  readonly timeSeconds: readonly number[];
  readonly sampleIntervalSeconds: number;
  readonly bucketSamples: number;
  readonly flows: ReadonlyMap<number, Columns>;
  /** Flow groups: mean, lowest and highest of their flows. */
  readonly groups?: ReadonlyMap<number, Columns>;
  readonly link: Columns;
}

export const EMPTY_SERIES: SeriesGrid = {
  timeSeconds: [],
  sampleIntervalSeconds: 0.1,
  bucketSamples: 1,
  flows: new Map(),
  link: {},
};

/** Length of time that one drawn point stands for. */
export function bucketSeconds(series: SeriesGrid): number {
  return series.bucketSamples * series.sampleIntervalSeconds;
}

/**
 * Index of the bucket that covers `timeSeconds`: the first that ends at or after it. The last one
 * beyond the end; -1 if there is none.
 */
export function bucketAt(timesSeconds: readonly number[], timeSeconds: number): number {
  // Ends and moments are whole nanoseconds: half of one only undoes what binary digits add.
  return Math.min(bisectLeft(timesSeconds, timeSeconds - 0.5e-9), timesSeconds.length - 1);
}

export function valueAt(values: Values | undefined, index: number): number | null {
  return values?.[index] ?? null;
}

/** The largest value drawn, band included; null if there is nothing. */
export function largest(column: Column | undefined): number | null {
  let result: number | null = null;
  for (const value of column?.max ?? column?.mean ?? []) {
    if (value !== null && (result === null || value > result)) result = value;
  }
  return result;
}

/** Every value times `factor`; gaps stay gaps. */
export function scaled(values: Values, factor: number): (number | null)[] {
  return values.map((value) => (value === null ? null : value * factor));
}

export function scaledColumn(column: Column | undefined, factor: number): Column {
  if (column === undefined) return { mean: [] };
  const result: { mean: Values; min?: Values; max?: Values } = {
    mean: scaled(column.mean, factor),
  };
  if (column.min && column.max) {
    result.min = scaled(column.min, factor);
    result.max = scaled(column.max, factor);
  }
  return result;
}
