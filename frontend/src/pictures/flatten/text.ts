/** Letters: where they stand and how they look, without style sheets. */
import { add, paintAttributes, type Attributes } from './node';

/** A bar that the font of pictures does not have, and the one that stands for it. */
const THIN_BAR = '\u2758';

/** Metrics of the font of pictures (Arimo), as shares of its size. */
const ASCENT = 0.905;
const DESCENT = 0.212;
/** From the middle of the letters down to their base line. */
const HALF_HEIGHT = 0.35;

const BASELINES: Readonly<Record<string, number>> = {
  central: HALF_HEIGHT,
  middle: HALF_HEIGHT,
  hanging: 0.75,
};

export const PICTURE_FONT = "Arimo, 'Liberation Sans', Arial, Helvetica, sans-serif";

function fontAttributes(style: CSSStyleDeclaration): Attributes {
  const isBold = Number(style.fontWeight) >= 600;
  return {
    'font-size': parseFloat(style.fontSize),
    'font-weight': isBold ? 'bold' : null,
  };
}

/** A `text` element and its parts, each with a place of its own. */
export function flattenSvgText(text: SVGTextElement, parent: SVGElement): void {
  const pieces = textNodes(text);
  const whole = pieces.map(({ data }) => data).join('');
  if (whole.trim() === '') return;
  let offset = 0;
  for (const piece of pieces) {
    const owner = piece.parentElement ?? text;
    const style = getComputedStyle(owner);
    const isOnly = pieces.length === 1;
    const at = isOnly ? ownPlace(text) : startOf(text, offset);
    offset += piece.data.length;
    if (piece.data.trim() === '' || style.visibility === 'hidden') continue;
    const below = (BASELINES[style.dominantBaseline] ?? 0) * parseFloat(style.fontSize);
    const anchor = isOnly && style.textAnchor !== 'start' ? style.textAnchor : null;
    put(parent, piece.data.trim(), [at.x, at.y + below], {
      ...fontAttributes(style),
      ...paintAttributes('fill', style.fill, style.fillOpacity),
      ...haloAttributes(style),
      'text-anchor': anchor,
    });
  }
}

/** A halo keeps letters legible above lines; only behind the letters, never in front of them. */
function haloAttributes(style: CSSStyleDeclaration): Attributes {
  if (!style.paintOrder.startsWith('stroke') || style.stroke === 'none') return {};
  return {
    ...paintAttributes('stroke', style.stroke, style.strokeOpacity),
    'stroke-width': parseFloat(style.strokeWidth),
    'stroke-linejoin': 'round',
    'paint-order': 'stroke',
  };
}

function ownPlace(text: SVGTextElement) {
  const sum = (lengths: SVGAnimatedLengthList) =>
    lengths.baseVal.numberOfItems === 0 ? 0 : lengths.baseVal.getItem(0).value;
  return { x: sum(text.x) + sum(text.dx), y: sum(text.y) + sum(text.dy) };
}

function startOf(text: SVGTextElement, offset: number) {
  const { x } = text.getStartPositionOfChar(Math.min(offset, text.getNumberOfChars() - 1));
  return { x, y: ownPlace(text).y };
}

/** Words of the page, line by line as they are broken there. */
export function flattenHtmlText(
  node: Text,
  place: (rect: DOMRect) => DOMRect,
  parent: SVGElement,
): void {
  const owner = node.parentElement;
  if (owner === null || node.data.trim() === '') return;
  const style = getComputedStyle(owner);
  for (const { text, rect } of linesOf(node, place)) {
    const baseline = rect.bottom - (DESCENT / (ASCENT + DESCENT)) * rect.height;
    put(parent, text, [rect.left, baseline], {
      ...fontAttributes(style),
      ...paintAttributes('fill', style.color, '1'),
    });
  }
}

function linesOf(node: Text, place: (rect: DOMRect) => DOMRect) {
  const lines: { text: string; rect: DOMRect }[] = [];
  const range = document.createRange();
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const rect = place(range.getBoundingClientRect());
    const last = lines.at(-1);
    if (last !== undefined && Math.abs(last.rect.top - rect.top) < 1) last.text += ` ${word}`;
    else if (rect.width > 0) lines.push({ text: word, rect });
  }
  return lines;
}

function put(
  parent: SVGElement,
  words: string,
  [x, y]: readonly [number, number],
  look: Attributes,
): void {
  const known = words.replaceAll(THIN_BAR, '|');
  add(parent, 'text', { x, y, ...look }).textContent = known;
}

function textNodes(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode() !== null) found.push(walker.currentNode as Text);
  return found;
}
