/** PDF with vectors, letters that can be selected, and the letters of the font that are used. */
import { jsPDF } from 'jspdf';
import { svg2pdf } from 'svg2pdf.js';

import { pictureText } from '@/messages/pictures';

import { FONT_FAMILY, loadPictureFont } from './fonts';
import type { Drawn } from './make';

export interface PdfFile {
  readonly blob: Blob;
  /** Letters that its font does not have. */
  readonly unknown: string;
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
  document.setProperties({ title, subject: caption, creator: pictureText.made });
  document.setFont(FONT_FAMILY, 'normal');
  const copy = svg.cloneNode(true) as SVGSVGElement;
  for (const text of copy.querySelectorAll('text[paint-order]')) {
    // svg2pdf would put the halo above the letters.
    for (const name of ['stroke', 'stroke-opacity', 'stroke-width', 'paint-order']) {
      text.removeAttribute(name);
    }
  }
  await svg2pdf(copy, document, { x: 0, y: 0, width: widthPt, height: heightPt });
  return { blob: document.output('blob'), unknown: unknownLetters(document, copy) };
}

interface FontMetadata {
  readonly characterToGlyph: (code: number) => number | undefined;
}

function unknownLetters(document: jsPDF, svg: SVGSVGElement): string {
  const { metadata } = document.getFont() as unknown as { readonly metadata: FontMetadata };
  const letters = [...svg.querySelectorAll('text')].map(({ textContent }) => textContent).join('');
  const isUnknown = (letter: string) =>
    /\S/.test(letter) && !metadata.characterToGlyph(letter.codePointAt(0) ?? 0);
  return [...new Set(letters)].filter(isUnknown).join(' ');
}
