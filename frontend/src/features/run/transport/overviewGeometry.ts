/** The overview strip: where times stand on it, and what dragging its parts does. Pure. */
import type { Values } from '@/analysis/series/series';
import type { TimeRange } from '@/charts/model';
import { coordinate } from '@/analysis/numbers/shown';

export interface OverviewLimits {
  readonly durationSeconds: number;
  /** No view is shorter than this. */
  readonly smallestSeconds: number;
}

/** The part of the view that is moved: one of its ends, or all of it. */
export type ViewPart = 'from' | 'to' | 'window';

/** The view after one of its parts was moved by so much, inside of the run. */
export function movedView(
  view: TimeRange,
  part: ViewPart,
  bySeconds: number,
  { durationSeconds, smallestSeconds }: OverviewLimits,
): TimeRange {
  const [from, to] = view;
  const smallest = Math.min(smallestSeconds, durationSeconds);
  if (part === 'from') return [clamp(from + bySeconds, 0, to - smallest), to];
  if (part === 'to') return [from, clamp(to + bySeconds, from + smallest, durationSeconds)];
  const length = to - from;
  const start = clamp(from + bySeconds, 0, durationSeconds - length);
  return [start, start + length];
}

/** The view between two moments in any order, wide enough to be one. */
export function viewBetween(
  firstSeconds: number,
  secondSeconds: number,
  { durationSeconds, smallestSeconds }: OverviewLimits,
): TimeRange {
  const from = clamp(Math.min(firstSeconds, secondSeconds), 0, durationSeconds - smallestSeconds);
  const to = clamp(Math.max(firstSeconds, secondSeconds), from + smallestSeconds, durationSeconds);
  return [Math.max(0, from), to];
}

/** Nothing is left out: the address then needs no range. */
export function isWholeRun([from, to]: TimeRange, durationSeconds: number): boolean {
  const slack = durationSeconds * 1e-6;
  return from <= slack && to >= durationSeconds - slack;
}

/** The view that follows when playing has run out of this one. */
export function nextView([from, to]: TimeRange, durationSeconds: number): TimeRange {
  const length = to - from;
  const end = Math.min(to + length, durationSeconds);
  return [end - length, end];
}

/** `0.25` as the CSS length `25%`. */
export function percentOf(timeSeconds: number, durationSeconds: number): string {
  const share = durationSeconds > 0 ? timeSeconds / durationSeconds : 0;
  return `${coordinate(clamp(share, 0, 1) * 100, 3)}%`;
}

/** A curve in a box of 1000 by 100 units with zero at its foot; gaps stay gaps. */
export function curvePath(
  timesSeconds: readonly number[],
  values: Values,
  durationSeconds: number,
  largest: number,
): string {
  let isDrawing = false;
  const parts: string[] = [];
  timesSeconds.forEach((time, index) => {
    const value = values[index] ?? null;
    if (value === null) {
      isDrawing = false;
      return;
    }
    const x = (time / durationSeconds) * 1000;
    const y = 96 - clamp(value / largest, 0, 1) * 92;
    parts.push(`${isDrawing ? 'L' : 'M'}${coordinate(x)} ${coordinate(y)}`);
    isDrawing = true;
  });
  return parts.join('');
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, Math.max(low, high)));
}
