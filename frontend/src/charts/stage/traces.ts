/**
 * From panes to Plotly's traces and layout: pure, no drawing. Plotly draws the curves and nothing
 * else; axes, grid and references are there before it is (see Underlay.tsx), and stay crisp while
 * the curves are stretched during a gesture.
 */
import type { Dash, Data, Layout, LayoutAxis } from 'plotly.js';

import type { Box, StageGeometry } from './geometry';
import type { LineStyle, Pane, PaneLine, TimeRange } from '../model';
import { colorOf, withOpacity, type Palette } from '../palette';

// Plotly takes lists of lengths as well as the names that its types know.
const pattern = (lengths: string) => lengths as Dash;
export const DASH: Record<LineStyle, Dash> = {
  solid: 'solid',
  dashed: pattern('6px,3px'),
  dotted: pattern('1.5px,3px'),
  dashdot: pattern('7px,3px,1.5px,3px'),
  longdash: pattern('12px,4px'),
  longdashdot: pattern('12px,3px,1.5px,3px'),
};
const BAND_OPACITY = 0.16;
/** Of lines that step back while another one stands out. */
export const FADED_OPACITY = 0.25;

export function buildTraces(panes: readonly Pane[], palette: Palette, zoom = 1): Data[] {
  return panes.flatMap((pane, index) => {
    const yaxis = axisName('y', index);
    const hasMany = pane.lines.filter(({ isArea }) => !isArea).length > 8;
    return pane.lines.flatMap((line) => [
      ...bandTraces(line, yaxis, palette),
      lineTrace(line, yaxis, palette, { zoom, hasMany }),
    ]);
  });
}

interface Drawing {
  readonly zoom: number;
  /** Many lines are seen as a whole: Plotly may leave out points that change no pixel. */
  readonly hasMany: boolean;
}

function lineTrace(line: PaneLine, yaxis: string, palette: Palette, drawing: Drawing): Data {
  const color = colorOf(line.hue, palette);
  const shared: Data = {
    type: 'scatter',
    mode: 'lines',
    name: line.key,
    x: [...line.timeSeconds],
    y: [...line.values],
    xaxis: 'x',
    yaxis,
    hoverinfo: 'skip',
    connectgaps: false,
  };
  if (line.isArea) {
    const fillcolor = withOpacity(color, line.opacity);
    return { ...shared, line: { width: 0 }, fill: 'tozeroy', fillcolor };
  }
  const style = {
    color,
    width: line.widthPx * drawing.zoom,
    dash: DASH[line.style],
    simplify: drawing.hasMany,
  };
  return { ...shared, line: style, opacity: line.opacity };
}

/**
 * A band is one closed outline, forth along the maxima and back along the minima. Gaps are left out
 * of it: with a null inside, Plotly would fill towards the wrong neighbour.
 */
function bandTraces(line: PaneLine, yaxis: string, palette: Palette): Data[] {
  if (line.band === null) return [];
  const { min, max } = line.band;
  const x: number[] = [];
  const y: number[] = [];
  const add = (index: number, value: number | null | undefined) => {
    const time = line.timeSeconds[index];
    if (time === undefined || value == null) return;
    x.push(time);
    y.push(value);
  };
  for (let index = 0; index < max.length; index += 1) add(index, max[index]);
  for (let index = min.length - 1; index >= 0; index -= 1) add(index, min[index]);
  return [
    {
      type: 'scatter',
      mode: 'lines',
      name: `${line.key}:band`,
      x,
      y,
      xaxis: 'x',
      yaxis,
      hoverinfo: 'skip',
      line: { width: 0 },
      fill: 'toself',
      fillcolor: withOpacity(colorOf(line.hue, palette), BAND_OPACITY * line.opacity),
    },
  ];
}

interface LayoutOptions {
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  readonly palette: Palette;
}

export function buildLayout(panes: readonly Pane[], options: LayoutOptions): Partial<Layout> {
  const { geometry, palette, range } = options;
  const axes: Record<string, Partial<LayoutAxis>> = {};
  panes.forEach((pane, index) => {
    const box = geometry.panes[index];
    if (box !== undefined) axes[axisKey('yaxis', index)] = yAxis(pane, box, geometry);
  });
  return {
    width: geometry.width,
    height: geometry.height,
    margin: {
      l: geometry.left,
      r: geometry.width - geometry.right,
      t: 0,
      b: geometry.height - geometry.axisY,
      pad: 0,
    },
    font: { family: palette.font, size: 12, color: palette.ink2 },
    paper_bgcolor: 'rgba(0,0,0,0)',
    plot_bgcolor: 'rgba(0,0,0,0)',
    showlegend: false,
    hovermode: false,
    dragmode: false,
    xaxis: { ...BARE_AXIS, range: [...range], anchor: 'free', position: 0 },
    ...axes,
  };
}

const BARE_AXIS: Partial<LayoutAxis> = { visible: false, fixedrange: true, autorange: false };

function yAxis(pane: Pane, box: Box, geometry: StageGeometry): Partial<LayoutAxis> {
  const heightOf = (y: number) => Math.min(1, Math.max(0, 1 - y / geometry.axisY));
  return {
    ...BARE_AXIS,
    domain: [heightOf(box.bottom), heightOf(box.top)],
    range: [pane.scale.min ?? 0, pane.scale.max],
  };
}

/** `y`, `y2`, `y3`: how a trace names its axis. */
function axisName(letter: string, index: number): string {
  return index === 0 ? letter : `${letter}${index + 1}`;
}

/** `yaxis`, `yaxis2`: how the layout names it. */
function axisKey(word: string, index: number): string {
  return index === 0 ? word : `${word}${index + 1}`;
}
