import { useMemo } from 'react';

import { xOf, type Box, type StageGeometry } from './geometry';
import type { PaneTick, TimeRange } from './model';
import styles from './stage.module.css';

interface LinkTicksProps {
  readonly ticks: readonly PaneTick[];
  readonly box: Box;
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
}

/** Drops of the queue hang from the top of its pane; random losses stand behind it. */
export function LinkTicks({ ticks, box, geometry, range }: LinkTicksProps) {
  const paths = useMemo(
    () => tickPaths(ticks, box, geometry, range),
    [ticks, box, geometry, range],
  );
  return (
    <>
      <path className={styles.lost} d={paths.lost} />
      <path className={styles.dropped} d={paths.dropped} />
    </>
  );
}

/** One mark per pixel column and kind, however many packets. */
export function tickPaths(
  ticks: readonly PaneTick[],
  { top }: Box,
  geometry: StageGeometry,
  range: TimeRange,
): Record<PaneTick['kind'], string> {
  const columns = { dropped: new Set<number>(), lost: new Set<number>() };
  for (const { kind, timeSeconds } of ticks) {
    if (timeSeconds < range[0] || timeSeconds > range[1]) continue;
    columns[kind].add(Math.round(xOf(timeSeconds, range, geometry)));
  }
  const draw = (xs: Set<number>, mark: (x: number) => string) => [...xs].map(mark).join('');
  return {
    dropped: draw(columns.dropped, (x) => `M${x - 3} ${top}h6l-3 7z`),
    lost: draw(columns.lost, (x) => `M${x - 0.5} ${top}h1v5h-1z`),
  };
}
