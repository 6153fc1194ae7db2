import { xOf, type Box, type StageGeometry } from './geometry';
import type { StageRun, TimeRange } from '../model';
import styles from './stage.module.css';

interface NotKeptProps {
  readonly run: StageRun | undefined;
  readonly rows: readonly Box[];
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
}

/** Marks the time of which no phases and events were kept: an empty row there says nothing. */
export function NotKept({ run, rows, geometry, range }: NotKeptProps) {
  const until = run?.recordedUntilSeconds;
  if (until === undefined || until >= range[1]) return null;
  const x = Math.max(geometry.left, xOf(until, range, geometry));
  return rows.map(({ top, bottom }) => (
    <rect
      key={top}
      className={styles.notKept}
      data-kept="no"
      x={x}
      y={top}
      width={geometry.right - x}
      height={bottom - top}
    />
  ));
}
