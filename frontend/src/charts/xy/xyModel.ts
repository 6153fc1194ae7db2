/** What plots of estimates draw, and its traces for Plotly: lines with bands, points. */
import type { Dash, Data, Layout } from 'plotly.js';

import type { LineStyle } from '../model';
import { withOpacity, type Palette } from '../palette';

/** All in shares of the axes, from 0 to 1: the axes are drawn by the lab, not by Plotly. */
export interface EstimateLine {
  readonly key: string;
  readonly style: LineStyle;
  readonly isBaseline: boolean;
  readonly x: readonly number[];
  readonly y: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

interface PointCloud {
  readonly key: string;
  readonly place: number;
  readonly style: LineStyle;
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** The outline of one standard deviation. */
  readonly outline: readonly (readonly [x: number, y: number])[];
}

export interface PlotBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

// Plotly takes lists of lengths as well as the names that its types know.
const DASHES: Record<LineStyle, string> = {
  solid: 'solid',
  dashed: '6px,3px',
  dotted: '1.5px,3px',
  dashdot: '7px,3px,1.5px,3px',
  longdash: '12px,4px',
  longdashdot: '12px,3px,1.5px,3px',
};
const dashOf = (style: LineStyle) => DASHES[style] as Dash;

const SYMBOLS = [
  'square-open',
  'square',
  'diamond-open',
  'x-thin-open',
  'cross-thin-open',
  'circle-open',
];
/** More bands than two over one another would hide what is below. */
const MANY_LINES = 2;

export function estimateTraces(lines: readonly EstimateLine[], palette: Palette): Data[] {
  const bandOpacity = lines.length > MANY_LINES ? 0.08 : 0.14;
  const bands = lines.flatMap((line) => bandTrace(line, palette, bandOpacity));
  return [...bands, ...lines.map((line) => lineTrace(line, palette))];
}

function lineTrace(line: EstimateLine, palette: Palette): Data {
  const { key, style, isBaseline, x, y } = line;
  return {
    type: 'scatter',
    mode: 'lines+markers',
    name: key,
    x: [...x],
    y: [...y],
    hoverinfo: 'skip',
    cliponaxis: false,
    connectgaps: false,
    line: { color: palette.ink, width: isBaseline ? 1.5 : 2, dash: dashOf(style) },
    marker: {
      symbol: 'square',
      size: x.length > 40 ? 3 : 6,
      color: isBaseline ? palette.paper : palette.ink,
      line: { color: palette.ink, width: 1.5 },
    },
  };
}

/** Forth along the upper ends and back along the lower ones, in one piece per unbroken stretch. */
function bandTrace(line: EstimateLine, palette: Palette, opacity: number): Data[] {
  return stretches(line).map((indices, piece) => {
    const there = indices.map((index) => [line.x[index], line.high[index]]);
    const back = indices.toReversed().map((index) => [line.x[index], line.low[index]]);
    const outline = [...there, ...back];
    return {
      type: 'scatter',
      mode: 'lines',
      name: `${line.key}:band${piece}`,
      x: outline.map(([x]) => x ?? null),
      y: outline.map(([, y]) => y ?? null),
      hoverinfo: 'skip',
      cliponaxis: true,
      line: { width: 0 },
      fill: 'toself',
      fillcolor: withOpacity(palette.ink, opacity),
    };
  });
}

/** Runs of neighbours that all have an interval. */
function stretches({ x, low, high }: EstimateLine): number[][] {
  const pieces: number[][] = [];
  let isOpen = false;
  x.forEach((_, index) => {
    if (low[index] == null || high[index] == null) {
      isOpen = false;
      return;
    }
    if (!isOpen) pieces.push([]);
    isOpen = true;
    pieces.at(-1)?.push(index);
  });
  return pieces;
}

export function cloudTraces(clouds: readonly PointCloud[], palette: Palette): Data[] {
  return clouds.flatMap(({ key, place, style, x, y, outline }) => {
    const points: Data = {
      type: 'scatter',
      mode: 'markers',
      name: key,
      x: [...x],
      y: [...y],
      hoverinfo: 'skip',
      cliponaxis: false,
      marker: {
        symbol: SYMBOLS[place % SYMBOLS.length] ?? 'square-open',
        size: x.length > 500 ? 3 : 6,
        color: palette.ink,
        opacity: x.length > 500 ? 0.35 : 0.7,
      },
    };
    const ellipse: Data = {
      type: 'scatter',
      mode: 'lines',
      name: `${key}:ellipse`,
      x: outline.map(([each]) => each),
      y: outline.map(([, each]) => each),
      hoverinfo: 'skip',
      cliponaxis: false,
      line: { color: palette.ink, width: 1.75, dash: dashOf(style) },
    };
    return outline.length === 0 ? [points] : [points, ellipse];
  });
}

export function shareLayout(box: PlotBox, width: number, height: number): Partial<Layout> {
  const bare = { visible: false, fixedrange: true, autorange: false, range: [0, 1] };
  return {
    width,
    height,
    margin: { l: box.left, r: width - box.right, t: box.top, b: height - box.bottom, pad: 0 },
    paper_bgcolor: 'rgba(0,0,0,0)',
    plot_bgcolor: 'rgba(0,0,0,0)',
    showlegend: false,
    hovermode: false,
    dragmode: false,
    xaxis: { ...bare },
    yaxis: { ...bare },
  };
}

export interface EllipseShape {
  readonly mean_x: number;
  readonly mean_y: number;
  readonly axis_x: number;
  readonly axis_y: number;
  readonly angle_rad: number;
}

const OUTLINE_POINTS = 72;

/** The outline of an ellipse in the numbers of both metrics; it ends where it began. */
export function ellipseOutline(shape: EllipseShape): [x: number, y: number][] {
  const { mean_x, mean_y, axis_x, axis_y, angle_rad } = shape;
  return Array.from({ length: OUTLINE_POINTS + 1 }, (_, index) => {
    const turn = (2 * Math.PI * index) / OUTLINE_POINTS;
    const along = axis_x * Math.cos(turn);
    const across = axis_y * Math.sin(turn);
    return [
      mean_x + along * Math.cos(angle_rad) - across * Math.sin(angle_rad),
      mean_y + along * Math.sin(angle_rad) + across * Math.cos(angle_rad),
    ];
  });
}
