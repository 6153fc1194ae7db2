/**
 * A part of the page as one SVG of its own: lines, areas and letters, each with its look as plain
 * attributes, so that every reader of SVG and PDF shows the same without style sheets, scripts or
 * anything to fetch. Own code: it knows what our plots are made of, no more, and so needs neither
 * the style sheets nor the masks of a general one, which a PDF made from it could not have.
 */
import { flattenChildren, type Stretch } from './drawing';
import { add, paintAttributes } from './node';
import { short } from './paint';
import { flattenHtmlText, PICTURE_FONT } from './text';

const FURNITURE = '[data-furniture], .visually-hidden, output, button[data-picture-open]';

interface Flattened {
  readonly svg: SVGSVGElement;
  /** In pixels of the layout. */
  readonly width: number;
  readonly height: number;
}

/** Scale and origin of the part within the window. */
interface Frame {
  readonly place: (rect: DOMRect) => DOMRect;
  readonly ids: { next: number };
}

export function flattenPage(root: HTMLElement): Flattened {
  const outer = root.getBoundingClientRect();
  const width = root.offsetWidth;
  const height = root.offsetHeight;
  // A page on a wall is zoomed, and a preview is made to fit.
  const zoom = outer.width / width || 1;
  const place = ({ left, top, width: wide, height: high }: DOMRect) =>
    new DOMRect((left - outer.left) / zoom, (top - outer.top) / zoom, wide / zoom, high / zoom);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `0 0 ${short(width)} ${short(height)}`);
  svg.setAttribute('font-family', PICTURE_FONT);
  flattenBox(root, svg, { place, ids: { next: 1 } });
  return { svg, width, height };
}

function flattenBox(element: HTMLElement, parent: SVGElement, frame: Frame): void {
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.visibility === 'hidden') return;
  if (Number(style.opacity) === 0 || element.matches(FURNITURE)) return;
  const rect = frame.place(element.getBoundingClientRect());
  paintBox(style, rect, parent);
  const isCut = style.overflowX !== 'visible' || style.overflowY !== 'visible';
  const isPale = style.opacity !== '1';
  const group =
    isCut || isPale
      ? add(parent, 'g', {
          opacity: isPale ? Number(style.opacity) : null,
          'clip-path': isCut ? clipOf(rect, parent, frame) : null,
        })
      : parent;
  for (const child of element.childNodes) {
    if (child instanceof Text) flattenHtmlText(child, frame.place, group);
    else if (child instanceof SVGSVGElement) flattenDrawing(child, group, frame);
    else if (child instanceof HTMLElement) flattenBox(child, group, frame);
  }
  if (group !== parent && group.childElementCount === 0) group.remove();
}

function clipOf({ x, y, width, height }: DOMRect, parent: SVGElement, { ids }: Frame): string {
  const id = `picture-clip-${ids.next}`;
  ids.next += 1;
  add(add(parent, 'clipPath', { id }), 'rect', { x, y, width, height });
  return `url(#${id})`;
}

function paintBox(style: CSSStyleDeclaration, rect: DOMRect, parent: SVGElement): void {
  const { x, y, width, height, right, bottom } = rect;
  const fill = paintAttributes('fill', style.backgroundColor, '1');
  if (fill.fill !== 'none') add(parent, 'rect', { x, y, width, height, ...fill });
  const sides = [
    ['Top', [x, right], [y, y], 0.5, 0.5],
    ['Bottom', [x, right], [bottom, bottom], 0.5, -0.5],
    ['Left', [x, x], [y, bottom], 0.5, 0.5],
    ['Right', [right, right], [y, bottom], -0.5, 0.5],
  ] as const;
  for (const [side, [x1, x2], [y1, y2], inX, inY] of sides) {
    const wide = parseFloat(style[`border${side}Width`]);
    if (wide === 0 || style[`border${side}Style`] === 'none') continue;
    const isLevel = side === 'Top' || side === 'Bottom';
    const [dx, dy] = isLevel ? [0, inY * wide] : [inX * wide, 0];
    add(parent, 'line', {
      ...{ x1: x1 + dx, x2: x2 + dx, y1: y1 + dy, y2: y2 + dy },
      ...paintAttributes('stroke', style[`border${side}Color`], '1'),
      'stroke-width': wide,
    });
  }
}

/** An `svg` of the page, with what its view box does to it. */
function flattenDrawing(svg: SVGSVGElement, parent: SVGElement, frame: Frame): void {
  const style = getComputedStyle(svg);
  if (style.display === 'none' || svg.matches(FURNITURE)) return;
  const rect = frame.place(svg.getBoundingClientRect());
  const { x, y, width, height } = svg.viewBox.baseVal;
  const hasView = svg.hasAttribute('viewBox') && width > 0 && height > 0;
  const scale: Stretch = hasView ? scaleOf(svg, rect) : { x: 1, y: 1 };
  const isUneven = Math.abs(scale.x - scale.y) > 1e-6;
  const isCut = style.overflowX !== 'visible';
  const group = add(parent, 'g', {
    'clip-path': isCut ? clipOf(rect, parent, frame) : null,
    opacity: style.opacity === '1' ? null : Number(style.opacity),
  });
  const left = rect.x - (hasView ? x * scale.x : 0);
  const top = rect.y - (hasView ? y * scale.y : 0);
  const size = scale.x === 1 && scale.y === 1 ? '' : ` scale(${scale.x} ${scale.y})`;
  const inner = add(group, 'g', { transform: `translate(${short(left)} ${short(top)})${size}` });
  flattenChildren(svg, inner, isUneven ? scale : null);
  if (inner.childElementCount === 0) group.remove();
}

function scaleOf(svg: SVGSVGElement, rect: DOMRect): Stretch {
  const { width, height } = svg.viewBox.baseVal;
  const [x, y] = [rect.width / width, rect.height / height];
  const isFree =
    svg.preserveAspectRatio.baseVal.align === SVGPreserveAspectRatio.SVG_PRESERVEASPECTRATIO_NONE;
  return isFree ? { x, y } : { x: Math.min(x, y), y: Math.min(x, y) };
}
