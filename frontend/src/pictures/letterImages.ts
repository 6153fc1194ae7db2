/** Words that the font of a PDF cannot write, painted by the browser as small pictures. */
import { FONT_FAMILY } from './fonts';
import { add } from './flatten/node';

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
export function replaceByImage(text: SVGElement): void {
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
  // Setting the size of a canvas resets its state.
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
