/** From panes to Plotly's traces and layout: pure, no drawing. */
import type { Dash, Data, Layout, LayoutAxis, Shape } from 'plotly.js';

import type { Box, StageGeometry } from './geometry';
import type { LineStyle, Pane, PaneLine, TimeRange } from './model';
import { colorOf, withOpacity, type Palette } from './palette';

// Plotly takes lists of lengths as well as the names that its types know.
const pattern = (lengths: string) => lengths as Dash;
const DASH: Record<LineStyle, Dash> = {
  solid: 'solid',
  dashed: pattern('6px,3px'),
  dotted: pattern('1.5px,3px'),
};
const REFERENCE_DASH: Record<'solid' | 'dotted', Dash> = {
  solid: 'solid',
  dotted: pattern('2px,4px'),
};
// Newer than the published types of Plotly. Above the grid and below the curves.
const BETWEEN = { layer: 'between' } as unknown as Partial<Shape>;
const LABEL_STANDOFF = { ticklabelstandoff: 5 } as Partial<LayoutAxis>;
const BAND_OPACITY = 0.16;

export function buildTraces(panes: readonly Pane[], palette: Palette): Data[] {
  return panes.flatMap((pane, index) => {
    const yaxis = axisName('y', index);
    return pane.lines.flatMap((line) => [
      ...bandTraces(line, yaxis, palette),
      lineTrace(line, yaxis, palette),
    ]);
  });
}

function lineTrace(line: PaneLine, yaxis: string, palette: Palette): Data {
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
  const style = { color, width: line.widthPx, dash: DASH[line.style], simplify: false };
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

export interface LayoutOptions {
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  readonly palette: Palette;
  /** False on a phone, where a finger scrolls the page. */
  readonly canDrag: boolean;
}

export function buildLayout(panes: readonly Pane[], options: LayoutOptions): Partial<Layout> {
  const { geometry, palette } = options;
  const axes: Record<string, Partial<LayoutAxis>> = {};
  panes.forEach((pane, index) => {
    const box = geometry.panes[index];
    if (box !== undefined) axes[axisKey('yaxis', index)] = yAxis(pane, box, options);
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
    dragmode: options.canDrag ? 'zoom' : false,
    shapes: panes.flatMap((pane, index) => referenceShapes(pane, index, options)),
    xaxis: xAxis(options),
    ...axes,
  };
}

function xAxis({ range, palette }: LayoutOptions): Partial<LayoutAxis> {
  return {
    range: [...range],
    autorange: false,
    anchor: 'free',
    position: 0,
    showgrid: false,
    zeroline: false,
    showline: false,
    ticks: 'outside',
    ticklen: 4,
    tickcolor: palette.rule2,
    tickfont: { size: 11, color: palette.ink3 },
    nticks: 8,
    hoverformat: '.2f',
  };
}

function yAxis(pane: Pane, box: Box, { geometry, palette }: LayoutOptions): Partial<LayoutAxis> {
  const heightOf = (y: number) => Math.min(1, Math.max(0, 1 - y / geometry.axisY));
  return {
    domain: [heightOf(box.bottom), heightOf(box.top)],
    range: [0, pane.scale.max],
    fixedrange: true,
    tickmode: 'array',
    tickvals: [...pane.scale.ticks],
    ticks: '',
    ...LABEL_STANDOFF,
    tickfont: { size: 11, color: palette.ink3 },
    showgrid: true,
    gridcolor: palette.grid,
    gridwidth: 1,
    zeroline: true,
    zerolinecolor: palette.rule2,
    zerolinewidth: 1,
    showline: false,
    automargin: false,
  };
}

function referenceShapes(
  pane: Pane,
  index: number,
  { palette, range }: LayoutOptions,
): Partial<Shape>[] {
  return pane.references.map(({ value, hue, style }) => ({
    type: 'line',
    ...BETWEEN,
    xref: 'x',
    x0: range[0],
    x1: range[1],
    yref: axisName('y', index) as Shape['yref'],
    y0: value,
    y1: value,
    line: {
      color: hue === 'ink' ? palette.ink : colorOf(hue, palette),
      width: 1,
      dash: REFERENCE_DASH[style],
    },
  }));
}

/** `y`, `y2`, `y3`: how a trace names its axis. */
function axisName(letter: string, index: number): string {
  return index === 0 ? letter : `${letter}${index + 1}`;
}

/** `yaxis`, `yaxis2`: how the layout names it. */
function axisKey(word: string, index: number): string {
  return index === 0 ? word : `${word}${index + 1}`;
}
