/** PDF with vectors, letters that can be selected, and the letters of the font that are used. */
import { jsPDF } from 'jspdf';
import { svg2pdf } from 'svg2pdf.js';

import { FONT_FAMILY, loadPictureFont } from './fonts';
import { isWritable, replaceByImage } from './letterImages';
import type { Drawn } from './make';

interface PdfFile {
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
