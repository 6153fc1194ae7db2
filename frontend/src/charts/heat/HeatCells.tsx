import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { HeatBox } from '@/analysis/axes/heatGeometry';
import type { Rgb } from '@/analysis/axes/heatScale';

import { VectorPainter } from './cellPainter';
import styles from './heat.module.css';
import xy from '../xy/xy.module.css';
import { heatLayout, heatTrace, type HeatModel } from './heatModel';
import { paintCells } from './heatPaint';
import type { Palette } from '../palette';
import { PlotFailure } from '../PlotFailure';
import { PlotlyPlot } from '../PlotlyPlot';

interface HeatCellsProps {
  readonly model: HeatModel;
  readonly box: HeatBox;
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  readonly stops: readonly Rgb[];
}

/** The colours by Plotly, and on a canvas above them the text of each cell. */
export function PageCells({ model, box, width, height, palette, stops }: HeatCellsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isDrawn, setDrawn] = useState(false);
  const onOutcome = useCallback((outcome: Error | null) => {
    setError(outcome);
    setDrawn(outcome === null);
  }, []);
  const data = useMemo(() => heatTrace(model, stops, box), [model, stops, box]);
  const layout = useMemo(() => heatLayout(box, width, height), [box, width, height]);
  useEffect(() => {
    const context = canvas.current?.getContext('2d') ?? null;
    if (canvas.current === null || context === null) return;
    // As many pixels as the screen really has, also where the page is zoomed.
    const edge = canvas.current.getBoundingClientRect();
    const ratio = window.devicePixelRatio * (edge.width / width || 1);
    canvas.current.width = Math.round(width * ratio);
    canvas.current.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    paintCells(context, { model, box, palette, stops, hasColours: !isDrawn });
  }, [model, box, width, height, palette, stops, isDrawn]);
  return (
    <>
      {error !== null && <PlotFailure error={error} />}
      <div className={xy.layer}>
        <PlotlyPlot data={data} layout={layout} faded={null} onOutcome={onOutcome} />
      </div>
      <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
    </>
  );
}

/** The same as elements, for a picture whose cells and digits have no pixels. */
export function PrintCells({ model, box, palette, stops }: HeatCellsProps) {
  const group = useRef<SVGGElement>(null);
  useEffect(() => {
    const context = document.createElement('canvas').getContext('2d');
    if (group.current === null || context === null) return;
    const measure = (text: string, font: string) => {
      context.font = font;
      return context.measureText(text);
    };
    const painter = new VectorPainter(group.current, measure);
    paintCells(painter, { model, box, palette, stops, hasColours: true });
  }, [model, box, palette, stops]);
  return (
    <svg className={xy.layer} aria-hidden="true">
      <g ref={group} />
    </svg>
  );
}
