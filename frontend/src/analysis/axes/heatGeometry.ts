/** Where the cells of a heat map are in pixels, and what fits into one. */

export interface HeatBox {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

interface HeatSize {
  readonly width: number;
  readonly height: number;
  /** Letters of the longest text beside a row. */
  readonly rowLetters: number;
}

const LETTER_PX = 6.6;
const TOP_PX = 22;
const BOTTOM_PX = 38;
const LEAST_LEFT_PX = 26;
const MOST_LEFT_PX = 110;
const GAP_PX = 8;

export function heatBox(size: HeatSize, columns: number, rows: number): HeatBox {
  const asked = size.rowLetters * LETTER_PX + GAP_PX + 2;
  const left = size.rowLetters === 0 ? 0 : Math.min(MOST_LEFT_PX, Math.max(LEAST_LEFT_PX, asked));
  return {
    left,
    top: TOP_PX,
    columns,
    rows,
    cellWidth: Math.max(1, size.width - left - 1) / columns,
    cellHeight: Math.max(1, size.height - TOP_PX - BOTTOM_PX) / rows,
  };
}

/** Rows are counted from the bottom. */
export function cellRect(column: number, row: number, box: HeatBox) {
  return {
    x: box.left + column * box.cellWidth,
    y: box.top + (box.rows - 1 - row) * box.cellHeight,
    width: box.cellWidth,
    height: box.cellHeight,
  };
}

/** The cell below a pixel; null outside. */
export function cellAt(x: number, y: number, box: HeatBox): { column: number; row: number } | null {
  const column = Math.floor((x - box.left) / box.cellWidth);
  const row = box.rows - 1 - Math.floor((y - box.top) / box.cellHeight);
  const isInside = column >= 0 && column < box.columns && row >= 0 && row < box.rows;
  return isInside ? { column, row } : null;
}

/** The size of the digits in a cell; null where they do not fit. */
export function digitsPx(letters: number, { cellWidth, cellHeight }: HeatBox): number | null {
  const fitting = [13, 12, 11, 10].find(
    (px) => letters * px * 0.6 + 6 <= cellWidth && px + 6 <= cellHeight,
  );
  return fitting ?? null;
}

/** The hollow square of a cell; null where it would fill it. */
export function cornerSquare({ cellWidth, cellHeight }: HeatBox) {
  const smaller = Math.min(cellWidth, cellHeight);
  if (smaller >= 34) return { size: 6, inset: 5 };
  if (smaller >= 20) return { size: 4, inset: 2.5 };
  return smaller >= 9 ? { size: 3, inset: 1.5 } : null;
}

/** Lines from lower left to upper right through a box, `gap` apart: from and to of each. */
export function hatchLines(
  width: number,
  height: number,
  gap: number,
): readonly (readonly [x1: number, y1: number, x2: number, y2: number])[] {
  const lines: [number, number, number, number][] = [];
  for (let at = gap / 2; at < width + height; at += gap) {
    const start = Math.max(0, at - height);
    const end = Math.min(width, at);
    lines.push([start, at - start, end, at - end]);
  }
  return lines;
}

/** Every so many-th text of an axis has room. */
export function labelStep(cellPx: number, neededPx: number): number {
  return Math.max(1, Math.ceil(neededPx / cellPx));
}

/** Width of the longest text at 12 px. */
export function widestPx(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, text.length), 0) * LETTER_PX;
}
