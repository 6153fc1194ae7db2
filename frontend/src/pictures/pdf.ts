/** PDF with vectors, letters that can be selected, and the letters of the font that are used. */
import { jsPDF } from 'jspdf';
import { svg2pdf } from 'svg2pdf.js';

import { add } from '@/pictures/flatten/node';

import { FONT_FAMILY, loadPictureFont } from './fonts';
import type { Drawn } from './make';

// Words that the font of a PDF cannot write, painted by the browser as small pictures.

/** Pixels of the picture for one of the drawing: some 600 dpi in a column. */
const SHARPNESS = 8;
/** Letters may reach out of their line: accents above, tails below. */
const ROOM = 0.35;

/**
 * Written from right to left, put together from parts, or joined: a PDF that is written letter by
 * letter would have them in a wrong order or at wrong places, even with a font that has them all.
 */
const JOINED = /[\p{M}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Can a text be written letter by letter with a font that has the letters that `isKnown` says? */
export function isWritable(text: string, isKnown: (codePoint: number) => boolean): boolean {
  if (JOINED.test(text)) return false;
  return Array.from(text).every(
    (letter) => /\s/.test(letter) || isKnown(letter.codePointAt(0) ?? 0),
  );
}

/** Replaces a `text` by a picture of it at the same place. */
function replaceByImage(text: SVGElement): void {
  const words = text.textContent;
  const size = Number(text.getAttribute('font-size'));
  const weight = text.getAttribute('font-weight') ?? 'normal';
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error(`The browser could not draw ${words}.`);
  const font = `${weight} ${size * SHARPNESS}px ${FONT_FAMILY}, sans-serif`;
  context.font = font;
  const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText(words);
  const room = size * ROOM * SHARPNESS;
  const above = Math.ceil(actualBoundingBoxAscent + room);
  canvas.width = Math.ceil(width + 2 * room);
  canvas.height = Math.ceil(above + actualBoundingBoxDescent + room);
  // A canvas that has got a size has forgotten what it was told.
  context.font = font;
  context.fillStyle = text.getAttribute('fill') ?? '#000000';
  context.globalAlpha = Number(text.getAttribute('fill-opacity') ?? 1);
  context.fillText(words, room, above);
  const anchor = { middle: 0.5, end: 1 }[text.getAttribute('text-anchor') ?? ''] ?? 0;
  const parent = text.parentElement;
  if (parent === null) return;
  const image = add(parent, 'image', {
    x: Number(text.getAttribute('x')) - (anchor * width + room) / SHARPNESS,
    y: Number(text.getAttribute('y')) - above / SHARPNESS,
    width: canvas.width / SHARPNESS,
    height: canvas.height / SHARPNESS,
    href: canvas.toDataURL('image/png'),
  });
  text.replaceWith(image);
}

export interface PdfFile {
  readonly blob: Blob;
  /** Words in letters that its font does not have: they are small pictures. */
  readonly painted: readonly string[];
}

export async function pdfFile({ svg, size, title, caption }: Drawn): Promise<PdfFile> {
  const { widthPt, heightPt } = size;
  const document = new jsPDF({
    unit: 'pt',
    format: [widthPt, heightPt],
    orientation: widthPt > heightPt ? 'landscape' : 'portrait',
    compress: true,
    putOnlyUsedFonts: true,
  });
  for (const { weight, base64 } of await loadPictureFont()) {
    const file = `${FONT_FAMILY}-${weight}.ttf`;
    document.addFileToVFS(file, base64);
    document.addFont(file, FONT_FAMILY, weight === 700 ? 'bold' : 'normal');
  }
  document.setProperties({ title, subject: caption, creator: 'Made with FaiRTT Lab' });
  document.setFont(FONT_FAMILY, 'normal');
  const copy = svg.cloneNode(true) as SVGSVGElement;
  for (const text of copy.querySelectorAll('text[paint-order]')) {
    // svg2pdf would put the halo above the letters.
    for (const name of ['stroke', 'stroke-opacity', 'stroke-width', 'paint-order']) {
      text.removeAttribute(name);
    }
  }
  const painted = paintUnwritable(document, copy);
  await svg2pdf(copy, document, { x: 0, y: 0, width: widthPt, height: heightPt });
  return { blob: document.output('blob'), painted };
}

interface FontMetadata {
  readonly characterToGlyph: (code: number) => number | undefined;
}

/** Gives the words that are pictures now. */
function paintUnwritable(document: jsPDF, svg: SVGSVGElement): string[] {
  const { metadata } = document.getFont() as unknown as { readonly metadata: FontMetadata };
  const isKnown = (codePoint: number) => Boolean(metadata.characterToGlyph(codePoint));
  const texts = [...svg.querySelectorAll('text')];
  const unwritable = texts.filter(({ textContent }) => !isWritable(textContent, isKnown));
  unwritable.forEach(replaceByImage);
  return [...new Set(unwritable.map(({ textContent }) => textContent))];
}
