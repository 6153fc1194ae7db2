/** From a figure to Plotly's traces and layout: pure. Axes and labels are drawn beside it. */
import type { Data, Layout, LayoutAxis } from 'plotly.js';

import type { Axis } from '@/analysis/axes/scale';

import { withOpacity, type Palette } from '../palette';
import { DASH } from '../stage/traces';
import type { FigureGeometry } from './geometry';
import type { FigureLine, FigureMark, FigureModel } from './model';

const SYMBOL: Readonly<Record<FigureMark, string>> = {
  square: 'square',
  squareOpen: 'square',
  diamond: 'diamond',
  diamondOpen: 'diamond',
};
const SIZE_PX: Readonly<Record<FigureMark, number>> = {
  square: 6,
  squareOpen: 6,
  diamond: 9,
  diamondOpen: 9,
};
const BAND_OPACITY = 0.14;

export function figureTraces({ lines }: FigureModel, palette: Palette): Data[] {
  return [
    ...lines.flatMap((line) => bandTraces(line, palette)),
    ...lines.map((line) => lineTrace(line, palette)),
  ];
}

function lineTrace(line: FigureLine, palette: Palette): Data {
  const { points, mark, style } = line;
  const shared: Data = {
    type: 'scatter',
    mode: mark === null ? 'lines' : style === null ? 'markers' : 'lines+markers',
    name: line.key,
    x: points.map(({ x }) => x),
    y: points.map(({ y }) => y),
    hoverinfo: 'skip',
    connectgaps: false,
    cliponaxis: false,
  };
  return {
    ...shared,
    ...(style !== null && {
      line: { color: palette.ink, width: mark === null ? 1.5 : 1.75, dash: DASH[style] },
    }),
    ...(mark !== null && {
      marker: {
        symbol: SYMBOL[mark],
        size: SIZE_PX[mark],
        color: mark.endsWith('Open') ? palette.paper : palette.ink,
        line: { color: palette.ink, width: 1.5 },
      },
    }),
  };
}

/** One closed outline, forth along the high ends and back along the low ones. */
function bandTraces({ key, points }: FigureLine, palette: Palette): Data[] {
  const bounded = points.filter(({ low, high }) => low != null && high != null);
  if (bounded.length < 2) return [];
  const back = [...bounded].reverse();
  return [
    {
      type: 'scatter',
      mode: 'lines',
      name: `${key}:band`,
      x: [...bounded, ...back].map(({ x }) => x),
      y: [...bounded.map(({ high }) => high ?? null), ...back.map(({ low }) => low ?? null)],
      hoverinfo: 'skip',
      line: { width: 0 },
      fill: 'toself',
      fillcolor: withOpacity(palette.ink, BAND_OPACITY),
    },
  ];
}

export function figureLayout(geometry: FigureGeometry, palette: Palette): Partial<Layout> {
  const { width, height, left, right, top, bottom, x, y } = geometry;
  return {
    width,
    height,
    margin: { l: left, r: width - right, t: top, b: height - bottom, pad: 0 },
    font: { family: palette.font, size: 12, color: palette.ink2 },
    paper_bgcolor: 'rgba(0,0,0,0)',
    plot_bgcolor: 'rgba(0,0,0,0)',
    showlegend: false,
    hovermode: false,
    dragmode: false,
    xaxis: axis(x),
    yaxis: axis(y),
  };
}

function axis({ low, high, isLogarithmic }: Axis): Partial<LayoutAxis> {
  const range = isLogarithmic ? [Math.log10(low), Math.log10(high)] : [low, high];
  const type = isLogarithmic ? 'log' : 'linear';
  return { visible: false, fixedrange: true, autorange: false, type, range };
}
