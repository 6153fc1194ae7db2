import { formatCount } from '@/analysis/numbers/units';

import styles from './canvas.module.css';
import type { Grid, GridAxis } from './canvasGrid';

const MOST_PANELS = 8;
const MOST_ACROSS = 24;
const MOST_UP = 16;

interface CanvasCellsProps {
  readonly grid: Grid;
  readonly cellCount: number;
}

/** Every cell as a square, as the map will have them. */
export function CanvasCells({ grid, cellCount }: CanvasCellsProps) {
  const { panels, rows, columns } = grid;
  const shown = panels.slice(0, MOST_PANELS);
  const across = Math.min(columns?.texts.length ?? 1, MOST_ACROSS);
  const up = Math.min(rows?.texts.length ?? 1, MOST_UP);
  const drawn = shown.length * across * up;
  return (
    <>
      <div
        className={styles.panels}
        role="img"
        aria-label={cellCount === 1 ? 'One cell' : `${formatCount(cellCount)} cells`}
        data-narrow={across * shown.length <= MOST_ACROSS || undefined}
      >
        {shown.map((title) => (
          <figure key={title} className={styles.panel}>
            {title !== '' && <figcaption>{title}</figcaption>}
            {rows !== null && <Ends axis={rows} className={styles.up} />}
            <span
              className={styles.cells}
              style={{ gridTemplateColumns: `repeat(${String(across)}, minmax(0, 26px))` }}
            >
              {Array.from({ length: across * up }, (_, cell) => (
                <i key={cell} />
              ))}
            </span>
            {columns !== null && <Ends axis={columns} className={styles.across} />}
          </figure>
        ))}
      </div>
      {drawn < cellCount && (
        <p className="quiet small">{`${formatCount(drawn)} of ${formatCount(cellCount)} cells are drawn.`}</p>
      )}
    </>
  );
}

/** The name of an axis, with its first and last value. */
function Ends({ axis, className }: { axis: GridAxis; className: string | undefined }) {
  const { label, texts } = axis;
  const [first = ''] = texts;
  const last = texts.at(-1) ?? '';
  return (
    <span className={className}>
      <b>{label}</b> {texts.length < 2 ? first : `${first} to ${last}`}
    </span>
  );
}
