/** What a figure draws, as plain data: values over a quantity that was varied, or over time. */
import type { LineStyle } from '../model';

export interface FigurePoint {
  readonly x: number;
  readonly y: number | null;
  /** Ends of the interval; null: there is none. */
  readonly low?: number | null;
  readonly high?: number | null;
}

/** Squares are our measurements, diamonds published values; open ones the baseline. */
export type FigureMark = 'square' | 'squareOpen' | 'diamond' | 'diamondOpen';

export interface FigureLine {
  readonly key: string;
  readonly label: string;
  readonly points: readonly FigurePoint[];
  readonly mark: FigureMark | null;
  /** null: the points are not joined. */
  readonly style: LineStyle | null;
}

/** A level across the whole figure. */
export interface FigureReference {
  readonly value: number;
  readonly label: string;
  /** The number as it is written, where there is more to it than the axis says. */
  readonly text?: string;
  readonly style: 'solid' | 'dotted' | 'dashed';
}

interface FigureAxis {
  readonly name: string;
  readonly unit: string;
}

export interface FigureModel {
  readonly x: FigureAxis & {
    readonly kind: 'linear' | 'logarithmic';
    /** Of a time: what is shown also before there are values; ticks are round numbers. */
    readonly range?: readonly [from: number, to: number];
    /** Of categories: what stands at 0, 1, 2, ... */
    readonly texts?: readonly string[];
  };
  readonly y: FigureAxis & {
    /** A ratio is drawn around 1 on a logarithmic axis, a share or an index near to 1. */
    readonly kind: 'ratio' | 'share';
    /** Of a share: no less than this is shown. */
    readonly leastSpan?: number;
    readonly decimals: number;
    /** What the values are multiplied with for reading: 100 for percent. */
    readonly factor?: number;
  };
  readonly lines: readonly FigureLine[];
  readonly references: readonly FigureReference[];
}
