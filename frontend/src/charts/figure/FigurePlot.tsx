import { useMemo, useState } from 'react';
import { Note } from '@/ui/Note';

import { PlotlyPlot } from '../PlotlyPlot';
import { useDrawing } from '../useDrawing';

import styles from './figure.module.css';
import { FigureAxes } from './FigureAxes';
import { FigureLabels } from './FigureLabels';
import { figureGeometry, nearestValue } from './geometry';
import { saidAt, xValues } from './labels';
import type { FigureModel } from './model';
import { figureLayout, figureTraces } from './traces';

export interface FigurePlotProps {
  readonly model: FigureModel;
  readonly label: string;
  /** The value that the gutter speaks of while nobody points; without it the last one. */
  readonly restX?: number;
  /** Somebody clicked a value or pressed Enter on it. */
  readonly onPick?: (x: number) => void;
}

const HEIGHT_PX = 300;

/** Lines with their intervals beside what was published; one tab stop, arrows move the cursor. */
export function FigurePlot({ model, label, restX, onPick }: FigurePlotProps) {
  const { ref, width, palette } = useDrawing();
  const [pointed, setPointed] = useState<number | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const geometry = useMemo(() => figureGeometry(model, width, HEIGHT_PX), [model, width]);
  const data = useMemo(() => figureTraces(model, palette), [model, palette]);
  const layout = useMemo(() => figureLayout(geometry, palette), [geometry, palette]);
  const xs = useMemo(() => xValues(model), [model]);
  const at = pointed ?? restX ?? xs.at(-1) ?? null;
  const pixelOf = (event: React.PointerEvent | React.MouseEvent) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  const step = (by: number) => {
    const index = at === null ? 0 : xs.indexOf(at) + by;
    setPointed(xs[Math.min(xs.length - 1, Math.max(0, index))] ?? null);
  };
  return (
    <div ref={ref} className="anchor" style={{ height: HEIGHT_PX }}>
      {error !== null && (
        <Note tone="bad" title="The figure could not be drawn; its table has the numbers" />
      )}
      {width > 0 && (
        <div
          className={styles.surface}
          role="slider"
          tabIndex={0}
          aria-label={`${label}. Arrow keys move along the values${onPick !== undefined ? ', Enter opens the cell' : ''}.`}
          aria-valuemin={xs[0] ?? 0}
          aria-valuemax={xs.at(-1) ?? 0}
          aria-valuenow={at ?? 0}
          aria-valuetext={at === null ? 'no values yet' : saidAt(model, at)}
          data-picks={onPick !== undefined || undefined}
          onPointerMove={(event) => setPointed(nearestValue(pixelOf(event), xs, geometry))}
          onPointerLeave={() => setPointed(null)}
          onBlur={() => setPointed(null)}
          onClick={(event) => {
            const value = nearestValue(pixelOf(event), xs, geometry);
            if (value !== null) onPick?.(value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && at !== null) onPick?.(at);
            else if (event.key === 'ArrowRight') step(1);
            else if (event.key === 'ArrowLeft') step(-1);
            else if (event.key === 'Home') step(-xs.length);
            else if (event.key === 'End') step(xs.length);
            else return;
            event.preventDefault();
          }}
        >
          <FigureAxes model={model} geometry={geometry} />
          <div className={styles.curves}>
            <PlotlyPlot data={data} layout={layout} faded={null} onOutcome={setError} />
          </div>
          <FigureLabels model={model} geometry={geometry} at={at} isPointed={pointed !== null} />
        </div>
      )}
    </div>
  );
}
