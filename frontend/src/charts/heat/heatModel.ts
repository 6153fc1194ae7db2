/** What a heat map draws, as plain data, and as traces for Plotly. */
import type { Data, Layout } from 'plotly.js';

import type { CellState } from '@/analysis/axes/heatCells';
import type { HeatBox } from '@/analysis/axes/heatGeometry';
import type { Rgb } from '@/analysis/axes/heatScale';

/** One of the two axes of a map. */
export interface HeatAxis {
  readonly title: string;
  readonly unit: string;
  /** Without their unit. Rows go from below to above. */
  readonly texts: readonly string[];
}

export interface HeatCell {
  readonly cell: number;
  readonly state: CellState;
  /** On the scale of colours; null: no colour. */
  readonly place: number | null;
  /** Its number, or how many seeds of it are done. */
  readonly text: string;
  /** Its interval has the fair value in it, or no difference. */
  readonly isOpen: boolean;
}

export interface HeatModel {
  readonly columns: number;
  readonly rows: number;
  /** Row by row from below. */
  readonly cells: readonly HeatCell[];
}

export const rgbText = ([red, green, blue]: Rgb) => `rgb(${red},${green},${blue})`;

/** Below this the hairlines between cells would be most of the picture. */
const LEAST_GAPPED_PX = 6;

/** Only the colours are Plotly's; digits, marks and axes are painted above (heatPaint.ts). */
export function heatTrace(model: HeatModel, stops: readonly Rgb[], box: HeatBox): Data[] {
  const { columns, rows, cells } = model;
  const z = Array.from({ length: rows }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns).map(({ place }) => place),
  );
  const gap = Math.min(box.cellWidth, box.cellHeight) < LEAST_GAPPED_PX ? 0 : 1;
  return [
    {
      type: 'heatmap',
      z,
      zmin: 0,
      zmax: 1,
      zsmooth: false,
      xgap: gap,
      ygap: gap,
      showscale: false,
      hoverinfo: 'skip',
      hoverongaps: false,
      colorscale: stops.map((stop, index) => [index / (stops.length - 1), rgbText(stop)]),
    } as Data,
  ];
}

export function heatLayout(box: HeatBox, width: number, height: number): Partial<Layout> {
  const bare = { visible: false, fixedrange: true, autorange: false } as const;
  const { left, top, columns, rows, cellWidth, cellHeight } = box;
  return {
    width,
    height,
    margin: {
      l: left,
      t: top,
      r: width - left - columns * cellWidth,
      b: height - top - rows * cellHeight,
      pad: 0,
    },
    paper_bgcolor: 'rgba(0,0,0,0)',
    plot_bgcolor: 'rgba(0,0,0,0)',
    showlegend: false,
    hovermode: false,
    dragmode: false,
    xaxis: { ...bare, range: [-0.5, columns - 0.5] },
    yaxis: { ...bare, range: [-0.5, rows - 0.5] },
  };
}
