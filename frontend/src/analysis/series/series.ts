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
  /** Of a group: the 10th and the 90th percentile of its flows. */
  readonly p10?: Values | null;
  readonly p90?: Values | null;
}

/**
 * What a band around the mean shows: percentiles of the flows where they are known, so that one
 * flow far from all others does not decide what can be read; else the lowest and the highest.
 */
export function bandOf(column: Column | undefined): { min: Values; max: Values } | null {
  if (column?.p10 && column.p90) return { min: column.p10, max: column.p90 };
  return column?.min && column.max ? { min: column.min, max: column.max } : null;
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
  // A mean may lie above its band of percentiles.
  const drawn = [column?.mean ?? [], bandOf(column)?.max ?? column?.max ?? []];
  return drawn.map(largestOf).reduce(higher, null);
}

function largestOf(values: Values): number | null {
  return values.reduce(higher, null);
}

function higher(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

/** Every value times `factor`; gaps stay gaps. */
export function scaled(values: Values, factor: number): (number | null)[] {
  return values.map((value) => (value === null ? null : value * factor));
}

export function scaledColumn(column: Column | undefined, factor: number): Column {
  if (column === undefined) return { mean: [] };
  const { mean, min, max, p10, p90 } = column;
  return {
    mean: scaled(mean, factor),
    ...(min && max ? { min: scaled(min, factor), max: scaled(max, factor) } : {}),
    ...(p10 && p90 ? { p10: scaled(p10, factor), p90: scaled(p90, factor) } : {}),
  };
}
