/** Phase lanes as SVG path data: thousands of intervals, one path per form. */
import { phaseForm, type DeclaredEffects, type PhaseForm } from '@/analysis/series/phases';
import { coordinate } from '@/analysis/numbers/shown';

import { xOf, type Box, type StageGeometry } from './geometry';
import type { PhaseInterval, TimeRange } from '../model';

/** Names of the phases that are drawn in ink, each once. */
export function stoppedPhases(
  phases: readonly PhaseInterval[],
  declared?: DeclaredEffects,
): string[] {
  const names = new Set(phases.map(({ phase }) => phase));
  return [...names].filter((name) => phaseForm(name, declared) === 'ink');
}

/** A pause in sending must be seen however short it is. */
const SMALLEST_INK_PX = 3;

type BlockForm = Exclude<PhaseForm, 'line'>;
type Shares = readonly [top: number, bottom: number];
const SHARES: Record<BlockForm, Shares> = {
  full: [0, 1],
  upper: [0, 0.5],
  lower: [0.5, 1],
  ink: [0, 1],
};

interface LanePaths {
  /** In the flow's hue. */
  readonly hue: string;
  /** In ink: the flow stops sending. */
  readonly ink: string;
}

/**
 * A lane as two paths. Phases of a pixel or more are blocks. Shorter ones are summed up per pixel
 * column, which is then filled as far as they cover it: a tint as dense as the phases are, and no
 * more shapes than pixels, however long the run.
 */
export function lanePaths(
  phases: readonly PhaseInterval[],
  range: TimeRange,
  geometry: StageGeometry,
  row: Box,
  declared?: DeclaredEffects,
): LanePaths {
  const hue: string[] = [];
  const ink = new Map<number, string>();
  const coverage = new Map<string, number>();
  for (const { startSeconds, endSeconds, phase } of phases) {
    if (endSeconds < range[0] || startSeconds > range[1]) continue;
    const form = phaseForm(phase, declared);
    if (form === 'line') continue;
    const from = Math.max(geometry.left, xOf(startSeconds, range, geometry));
    const to = Math.min(geometry.right, xOf(endSeconds, range, geometry));
    if (form === 'ink') {
      const width = Math.max(SMALLEST_INK_PX, to - from);
      ink.set(Math.round(from), block('ink', from, width, row));
    } else if (to - from >= 1) {
      hue.push(block(form, from, to - from, row));
    } else {
      const column = `${form} ${Math.floor(from)}`;
      coverage.set(column, (coverage.get(column) ?? 0) + to - from);
    }
  }
  for (const [column, width] of coverage) {
    const [form, x] = column.split(' ') as [BlockForm, string];
    hue.push(block(form, Number(x), Math.min(1, width), row));
  }
  return { hue: hue.join(''), ink: [...ink.values()].join('') };
}

function block(form: BlockForm, x: number, width: number, row: Box): string {
  const [top, bottom] = SHARES[form];
  const heightPx = row.bottom - row.top;
  const y = row.top + top * heightPx;
  const w = coordinate(width, 2);
  return `M${coordinate(x)} ${y}h${w}v${(bottom - top) * heightPx}h-${w}z`;
}

/** Width of a column of a group's lane. */
const COLUMN_PX = 2;

/**
 * The lane of a group: above the middle the share of its flows that raise their rate, below it the
 * share of those that lower it, as heights; in ink the share that has stopped to probe.
 */
export function shareLanePaths(
  phases: readonly PhaseInterval[],
  flowCount: number,
  range: TimeRange,
  geometry: StageGeometry,
  row: Box,
  declared?: DeclaredEffects,
): LanePaths {
  const columnCount = Math.max(1, Math.ceil((geometry.right - geometry.left) / COLUMN_PX));
  const shares = { upper: zeros(columnCount), lower: zeros(columnCount), ink: zeros(columnCount) };
  for (const { startSeconds, endSeconds, phase } of phases) {
    if (endSeconds < range[0] || startSeconds > range[1]) continue;
    const form = phaseForm(phase, declared);
    if (form === 'line') continue;
    const from = (xOf(startSeconds, range, geometry) - geometry.left) / COLUMN_PX;
    const to = (xOf(endSeconds, range, geometry) - geometry.left) / COLUMN_PX;
    const filled = form === 'full' ? (['upper', 'lower'] as const) : ([form] as const);
    for (const name of filled) addCoverage(shares[name], from, to, 1 / flowCount);
  }
  const middle = (row.top + row.bottom) / 2;
  const half = (row.bottom - row.top) / 2;
  const left = (column: number) => geometry.left + column * COLUMN_PX;
  const width = (column: number) => Math.min(COLUMN_PX, geometry.right - left(column));
  const bars = (values: readonly number[], draw: (share: number) => [y: number, h: number]) =>
    values
      .flatMap((share, column) => {
        if (share < 0.005) return [];
        const [y, h] = draw(Math.min(1, share));
        const w = coordinate(width(column));
        return [`M${coordinate(left(column))} ${coordinate(y)}h${w}v${coordinate(h)}h-${w}z`];
      })
      .join('');
  return {
    hue:
      bars(shares.upper, (share) => [middle - share * half, share * half]) +
      bars(shares.lower, (share) => [middle, share * half]),
    ink: bars(shares.ink, (share) => [middle - share * half, 2 * share * half]),
  };
}

const zeros = (count: number) => Array.from({ length: count }, () => 0);

/** Adds to each column the part of it that [from, to), in columns, covers, times `weight`. */
function addCoverage(columns: number[], from: number, to: number, weight: number): void {
  const first = Math.max(0, Math.floor(from));
  const last = Math.min(columns.length - 1, Math.ceil(to) - 1);
  for (let column = first; column <= last; column += 1) {
    const covered = Math.min(column + 1, to) - Math.max(column, from);
    columns[column] = (columns[column] ?? 0) + covered * weight;
  }
}
