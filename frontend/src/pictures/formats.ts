/** How large a picture is on paper, and how many pixels of layout that is. Pure. */

const MM_PER_INCH = 25.4;
const PT_PER_INCH = 72;
export const PNG_DPI = 300;
/** The smallest type of a plot, in pixels of its layout: `--t-xs`. */
const SMALLEST_PX = 11;
const LEAST_PT = 7;

export const PICTURE_WIDTHS = ['single', 'double', 'slide'] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

interface PaperSize {
  readonly widthMm: number;
  /** Height over width; null: as high as the plot needs. */
  readonly aspect: number | null;
  /** The size of the smallest letters in print. */
  readonly letterPt: number;
}

/** A slide of 13.33 by 7.5 inches is read from the last row, hence its larger letters. */
export const PAPER: Readonly<Record<PictureWidth, PaperSize>> = {
  single: { widthMm: 85, aspect: null, letterPt: LEAST_PT },
  double: { widthMm: 175, aspect: null, letterPt: LEAST_PT },
  slide: { widthMm: 338.67, aspect: 9 / 16, letterPt: 12 },
};

/** Width of the layout in pixels, at which the smallest letters come out at their size. */
export function layoutWidth(width: PictureWidth): number {
  const { widthMm, letterPt } = PAPER[width];
  return Math.floor((widthMm / MM_PER_INCH) * PT_PER_INCH * (SMALLEST_PX / letterPt));
}

/** The widest layout of a slide: what needs more height than it has gets smaller letters. */
export const WIDEST_SLIDE_PX = Math.floor((layoutWidth('slide') * PAPER.slide.letterPt) / LEAST_PT);

export interface PrintSize {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly widthPt: number;
  readonly heightPt: number;
  /** The size of the PNG, at 300 dpi. */
  readonly pixels: readonly [width: number, height: number];
  /** The size of the smallest letters. */
  readonly letterPt: number;
}

/** The size of a layout of so many pixels on paper. */
export function printSize(width: PictureWidth, layoutPx: readonly [number, number]): PrintSize {
  const { widthMm } = PAPER[width];
  const [widthPx, heightPx] = layoutPx;
  const mmPerPx = widthMm / widthPx;
  const heightMm = heightPx * mmPerPx;
  const dots = (mm: number) => Math.round((mm / MM_PER_INCH) * PNG_DPI);
  const points = (mm: number) => (mm / MM_PER_INCH) * PT_PER_INCH;
  return {
    widthMm,
    heightMm,
    widthPt: points(widthMm),
    heightPt: points(heightMm),
    pixels: [dots(widthMm), dots(heightMm)],
    letterPt: points(SMALLEST_PX * mmPerPx),
  };
}
