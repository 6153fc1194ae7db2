/**
 * What stands on the colours of a heat map: digits, hollow squares, hatching, dotted outlines.
 * Painted on one canvas, since ten thousand cells must not be ten thousand elements.
 */
import {
  cellRect,
  cornerSquare,
  digitsPx,
  hatchLines,
  type HeatBox,
} from '@/analysis/axes/heatGeometry';
import { colorAt, wantsDarkText, type Rgb } from '@/analysis/axes/heatScale';

import type { CellPainter } from './cellPainter';
import { rgbText, type HeatCell, type HeatModel } from './heatModel';
import type { Palette } from '../palette';

/** Black and not ink: on every colour one of the two has a contrast of 4.58 : 1 or more. */
const DARK_TEXT = '#000000';
const LIGHT_TEXT = '#ffffff';
const HATCH_GAP_PX = 7;
const HATCH_OPACITY = 0.55;
/** Smaller cells have neither hatching nor outline: they stay empty until they are done. */
const LEAST_MARKED_PX = 8;

interface Brush {
  readonly context: CellPainter;
  readonly box: HeatBox;
  readonly palette: Palette;
  readonly stops: readonly Rgb[];
  /** null: digits do not fit. */
  readonly fontPx: number | null;
}

interface Painting {
  readonly model: HeatModel;
  readonly box: HeatBox;
  readonly palette: Palette;
  readonly stops: readonly Rgb[];
  /** The colours as well: Plotly has not drawn them yet. */
  readonly hasColours: boolean;
}

export function paintCells(context: CellPainter, painting: Painting): void {
  const { model, box, palette, stops, hasColours } = painting;
  const longest = model.cells.reduce(
    (most, { text, state }) => (state === 'done' ? Math.max(most, text.length) : most),
    4,
  );
  const brush = { context, box, palette, stops, fontPx: digitsPx(longest, box) };
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const isTiny = Math.min(box.cellWidth, box.cellHeight) < LEAST_MARKED_PX;
  model.cells.forEach((cell, index) => {
    if (isTiny && cell.state === 'done' && !hasColours) return;
    const rect = cellRect(index % model.columns, Math.floor(index / model.columns), box);
    if (hasColours && cell.place !== null) {
      context.fillStyle = rgbText(colorAt(cell.place, stops));
      context.fillRect(
        rect.x,
        rect.y,
        rect.width - (isTiny ? 0 : 1),
        rect.height - (isTiny ? 0 : 1),
      );
    }
    paintCell(brush, cell, rect, isTiny);
  });
}

type Rect = ReturnType<typeof cellRect>;

function paintCell(brush: Brush, cell: HeatCell, rect: Rect, isTiny: boolean): void {
  const { context, palette, stops } = brush;
  const color = cell.place === null ? null : colorAt(cell.place, stops);
  const text = color === null ? palette.ink3 : wantsDarkText(color) ? DARK_TEXT : LIGHT_TEXT;
  if (cell.state === 'running' && !isTiny) {
    hatch(brush, rect, color === null ? palette.rule2 : palette.paper);
    words(brush, cell.text, rect, palette.ink, palette.paper);
    return;
  }
  if (color === null) {
    if (!isTiny) outline(context, rect, palette.rule2);
    words(brush, cell.text, rect, palette.ink3, null);
    return;
  }
  words(brush, cell.text, rect, text, null);
  if (cell.isOpen) square(brush, rect, text);
  if (cell.state === 'short' && !isTiny) notch(brush, rect, text);
}

function words(brush: Brush, text: string, rect: Rect, color: string, halo: string | null): void {
  const { context, fontPx, palette } = brush;
  if (fontPx === null || text === '') return;
  // Words in place of a number need less weight than one.
  const isNumber = /\d$|%$/.test(text) && !text.includes('/');
  const px = isNumber ? fontPx : Math.min(fontPx, 11);
  context.font = `${isNumber ? 500 : 400} ${px}px ${palette.font}`;
  const x = rect.x + rect.width / 2;
  const y = rect.y + rect.height / 2 + 1;
  if (context.measureText(text).width > rect.width - 4) return;
  if (halo !== null) {
    context.strokeStyle = halo;
    context.lineWidth = 3;
    context.lineJoin = 'round';
    context.strokeText(text, x, y);
  }
  context.fillStyle = color;
  context.fillText(text, x, y);
}

function hatch({ context }: Brush, rect: Rect, color: string): void {
  const [width, height] = [rect.width - 1, rect.height - 1];
  context.save();
  context.globalAlpha = HATCH_OPACITY;
  context.strokeStyle = color;
  context.lineWidth = 2;
  context.beginPath();
  for (const [x1, y1, x2, y2] of hatchLines(width, height, HATCH_GAP_PX)) {
    context.moveTo(rect.x + x1, rect.y + y1);
    context.lineTo(rect.x + x2, rect.y + y2);
  }
  context.stroke();
  context.restore();
}

function outline(context: CellPainter, rect: Rect, color: string): void {
  context.save();
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.setLineDash([2, 3]);
  context.strokeRect(
    Math.round(rect.x) + 2.5,
    Math.round(rect.y) + 2.5,
    Math.round(rect.width) - 5,
    Math.round(rect.height) - 5,
  );
  context.restore();
}

function square({ context, box }: Brush, rect: Rect, color: string): void {
  const corner = cornerSquare(box);
  if (corner === null) return;
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.strokeRect(
    Math.round(rect.x + rect.width - corner.size - corner.inset) + 0.5,
    Math.round(rect.y + corner.inset) + 0.5,
    corner.size,
    corner.size,
  );
}

/** A corner is missing, as seeds are. */
function notch({ context }: Brush, rect: Rect, color: string): void {
  const size = Math.min(7, rect.width / 4);
  const bottom = rect.y + rect.height - 1.5;
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(rect.x + 1.5, bottom);
  context.lineTo(rect.x + 1.5 + size, bottom);
  context.lineTo(rect.x + 1.5, bottom - size);
  context.fill();
}
