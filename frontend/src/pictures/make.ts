/** A part of the page as a file: SVG, PNG or PDF of the same drawing. */
import { coordinate } from '@/analysis/numbers/shown';

import { flattenPage } from './flatten/page';
import { FONT_FAMILY, type FontFile, loadPictureFont } from './fonts';
import { type PictureWidth, PNG_DPI, printSize, type PrintSize } from './formats';

export interface Drawn {
  readonly svg: SVGSVGElement;
  readonly size: PrintSize;
  readonly title: string;
  readonly caption: string;
}

/** Draws a part of the page as an SVG of the chosen size, with what it is of in its description. */
export function drawPicture(
  root: HTMLElement,
  width: PictureWidth,
  about: { readonly title: string; readonly caption: string },
): Drawn {
  const { svg, width: widthPx, height: heightPx } = flattenPage(root);
  const size = printSize(width, [widthPx, heightPx]);
  svg.setAttribute('width', `${size.widthMm}mm`);
  svg.setAttribute('height', `${coordinate(size.heightMm, 2)}mm`);
  const words = [
    ['title', about.title],
    ['desc', `${about.caption}. Made with FaiRTT Lab.`],
  ] as const;
  for (const [name, text] of words.toReversed()) {
    const element = document.createElementNS(svg.namespaceURI, name);
    element.textContent = text;
    svg.prepend(element);
  }
  return { svg, size, ...about };
}

export function svgFile({ svg }: Drawn): Blob {
  const text = new XMLSerializer().serializeToString(svg);
  return new Blob([`<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`], { type: 'image/svg+xml' });
}

/** The same SVG with its font inside, painted by the browser at 300 dots per inch. */
export async function pngFile({ svg, size }: Drawn): Promise<Blob> {
  const fonts = await loadPictureFont();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [width, height] = size.pixels;
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const rules = document.createElementNS(svg.namespaceURI, 'style');
  rules.textContent = fonts.map(fontRule).join('\n');
  copy.prepend(rules);
  const text = new XMLSerializer().serializeToString(copy);
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob === null)
      throw new Error(`The browser cannot make a picture of ${width} x ${height}.`);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return new Blob([withResolution(bytes, PNG_DPI)], { type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
}

function fontRule({ weight, base64 }: FontFile): string {
  const source = `url(data:font/ttf;base64,${base64})`;
  return `@font-face{font-family:${FONT_FAMILY};font-weight:${weight};src:${source}}`;
}

// The resolution stored in a PNG.

const SIGNATURE_BYTES = 8;
/** Length, type, 13 bytes of data, checksum. */
const HEADER_CHUNK_BYTES = 25;
const INCHES_PER_M = 1 / 0.0254;

/**
 * A copy of a PNG with a pHYs chunk (PNG specification, 11.3.4.3), behind the header chunk and so
 * before the image data. The browser's own encoder writes none.
 */
export function withResolution(png: Uint8Array, dpi: number): Uint8Array<ArrayBuffer> {
  const at = SIGNATURE_BYTES + HEADER_CHUNK_BYTES;
  const chunk = physChunk(Math.round(dpi * INCHES_PER_M));
  const out = new Uint8Array(png.length + chunk.length);
  out.set(png.subarray(0, at));
  out.set(chunk, at);
  out.set(png.subarray(at), at + chunk.length);
  return out;
}

function physChunk(dotsPerM: number): Uint8Array {
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, 9);
  chunk.set(new TextEncoder().encode('pHYs'), 4);
  view.setUint32(8, dotsPerM);
  view.setUint32(12, dotsPerM);
  view.setUint8(16, 1);
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  return chunk;
}

/** CRC-32 as PNG, Annex D, has it. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
