/** Drawings: SVG of the page (Plotly's and ours) with its look as attributes. */

import { coordinate } from '@/analysis/numbers/shown';

import { add, localUrl, paintAttributes, type Attributes } from './node';
import { short } from './paint';
import { flattenSvgText } from './text';

/** Elements that only receive the pointer or describe a drawing, without being drawn. */
const LEFT_OUT = new Set(['title', 'desc', 'metadata', 'style', 'script', 'foreignObject']);
const PLOTLY_FURNITURE = '.draglayer, .hoverlayer, .infolayer, .menulayer';
const DEFINITIONS = new Set(['defs', 'clipPath', 'pattern', 'linearGradient', 'symbol', 'mask']);

const GEOMETRY: Readonly<Record<string, readonly string[]>> = {
  path: ['d'],
  rect: ['x', 'y', 'width', 'height'],
  line: ['x1', 'x2', 'y1', 'y2'],
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  polygon: ['points'],
  polyline: ['points'],
  image: ['x', 'y', 'width', 'height', 'href'],
  use: ['x', 'y', 'width', 'height', 'href'],
};

const DEFINED: readonly string[] = [
  ...['id', 'x', 'y', 'width', 'height', 'viewBox', 'clipPathUnits'],
  ...['patternUnits', 'patternTransform', 'patternContentUnits', 'transform'],
];

/** How much an outer drawing stretches what is in it, where it does so unevenly. */
export interface Stretch {
  readonly x: number;
  readonly y: number;
}

/** Copies what an `svg` or `g` holds. */
export function flattenChildren(from: Element, to: SVGElement, stretch: Stretch | null): void {
  for (const child of from.children) {
    if (child instanceof SVGElement) flattenElement(child, to, stretch);
  }
}

function flattenElement(element: SVGElement, parent: SVGElement, stretch: Stretch | null): void {
  const name = element.localName;
  if (LEFT_OUT.has(name) || element.matches(PLOTLY_FURNITURE)) return;
  if (element.hasAttribute('data-furniture')) return;
  if (DEFINITIONS.has(name)) {
    flattenDefinition(element, parent);
    return;
  }
  const style = getComputedStyle(element);
  if (style.display === 'none' || Number(style.opacity) === 0) return;
  const around: Attributes = {
    transform: transformOf(element, style),
    opacity: style.opacity === '1' ? null : Number(style.opacity),
    'clip-path': style.clipPath === 'none' ? null : localUrl(style.clipPath),
  };
  if (name === 'text') {
    flattenSvgText(element as SVGTextElement, grouped(parent, around));
  } else if (name === 'g' || name === 'svg' || name === 'a') {
    const group = add(parent, 'g', around);
    flattenChildren(element, group, stretch);
    if (group.childElementCount === 0) group.remove();
  } else if (GEOMETRY[name] !== undefined && style.visibility !== 'hidden') {
    flattenShape(element, parent, { style, around, stretch });
  }
}

function grouped(parent: SVGElement, around: Attributes): SVGElement {
  return Object.values(around).some((value) => value != null) ? add(parent, 'g', around) : parent;
}

interface Look {
  readonly style: CSSStyleDeclaration;
  readonly around: Attributes;
  readonly stretch: Stretch | null;
}

function flattenShape(
  element: SVGElement,
  parent: SVGElement,
  { style, around, stretch }: Look,
): void {
  const name = element.localName;
  const paint: Attributes = {
    ...paintAttributes('fill', style.fill, style.fillOpacity),
    ...paintAttributes('stroke', style.stroke, style.strokeOpacity),
  };
  const isLine = name === 'line' || name === 'polyline';
  const hasFill = !isLine && paint.fill !== 'none';
  const hasStroke = paint.stroke !== 'none' && style.strokeWidth !== '0px';
  if (name !== 'image' && name !== 'use' && !hasFill && !hasStroke) return;
  if (name === 'path' && !element.getAttribute('d')) return;
  const isUneven = stretch !== null && style.vectorEffect === 'non-scaling-stroke';
  const path = isUneven ? stretchedPath(element, stretch) : null;
  const own = path === null ? geometryOf(element) : { d: path };
  add(parent, path === null ? name : 'path', {
    ...own,
    ...around,
    // The picture is not stretched any more, so neither is the stroke.
    transform:
      path === null ? around.transform : `scale(${1 / (stretch?.x ?? 1)} ${1 / (stretch?.y ?? 1)})`,
    ...(hasFill ? onlyOf(paint, 'fill') : { fill: 'none' }),
    ...(hasStroke ? { ...onlyOf(paint, 'stroke'), ...strokeAttributes(style) } : {}),
  });
}

function onlyOf(paint: Attributes, kind: 'fill' | 'stroke'): Attributes {
  return { [kind]: paint[kind], [`${kind}-opacity`]: paint[`${kind}-opacity`] };
}

function strokeAttributes(style: CSSStyleDeclaration): Attributes {
  const dashes = style.strokeDasharray === 'none' ? null : style.strokeDasharray;
  return {
    'stroke-width': parseFloat(style.strokeWidth),
    'stroke-dasharray': dashes?.replaceAll('px', '').replaceAll(', ', ' '),
    'stroke-linecap': style.strokeLinecap === 'butt' ? null : style.strokeLinecap,
    'stroke-linejoin': style.strokeLinejoin === 'miter' ? null : style.strokeLinejoin,
  };
}

/** Lengths may be shares of the drawing (`100%`), so they are asked for in pixels. */
function geometryOf(element: SVGElement): Attributes {
  const names = GEOMETRY[element.localName] ?? [];
  return Object.fromEntries(
    names.map((name): [string, string | number | null] => {
      const length = (element as unknown as Record<string, unknown>)[name];
      if (length instanceof SVGAnimatedLength) return [name, length.baseVal.value];
      return [name, element.getAttribute(name) ?? element.getAttribute(`xlink:${name}`)];
    }),
  );
}

function transformOf(element: SVGElement, style: CSSStyleDeclaration): string | null {
  if (style.transform === 'none' && !element.hasAttribute('transform')) return null;
  const graphics = element as SVGGraphicsElement;
  const parent = element.parentElement;
  const outer = parent instanceof SVGGraphicsElement ? parent.getCTM() : null;
  const inner = graphics.getCTM();
  if (outer === null || inner === null) return element.getAttribute('transform');
  const { a, b, c, d, e, f } = outer.inverse().multiply(inner);
  return `matrix(${[a, b, c, d, e, f].map((each) => Number(coordinate(each, 5))).join(' ')})`;
}

/** Clips and patterns keep their ids, which are unique on the page and so in the picture. */
function flattenDefinition(element: SVGElement, parent: SVGElement): void {
  const attributes = Object.fromEntries(
    DEFINED.map((name) => [name, element.getAttribute(name)] as const),
  );
  const copy = add(parent, element.localName, attributes);
  const isClip = element.localName === 'clipPath';
  for (const child of element.children) {
    if (!(child instanceof SVGElement)) continue;
    if (DEFINITIONS.has(child.localName)) flattenDefinition(child, copy);
    else if (isClip) add(copy, child.localName, clipGeometry(child));
    else flattenElement(child, copy, null);
  }
  if (element.localName === 'defs' && copy.childElementCount === 0) copy.remove();
}

function clipGeometry(child: SVGElement): Attributes {
  return { ...geometryOf(child), transform: child.getAttribute('transform') };
}

interface Factors {
  readonly x: number;
  readonly y: number;
}

/**
 * A line, or a path of straight pieces with absolute coordinates, multiplied: so its stroke keeps
 * its width without `vector-effect`, which PDF and many readers of SVG do not know. null: it is
 * neither.
 */
function stretchedPath(element: Element, factors: Factors): string | null {
  if (element.localName === 'line') {
    const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((name) =>
      Number(element.getAttribute(name) ?? 0),
    );
    return stretchedPoints(`M${x1} ${y1}L${x2} ${y2}`, factors);
  }
  return stretchedPoints(element.getAttribute('d') ?? '', factors);
}

/** null: the path has other commands than M, L and Z. */
export function stretchedPoints(path: string, { x, y }: Factors): string | null {
  if (/[^MLZ\d\s.,e+-]/i.test(path) || /[mlz]/.test(path)) return null;
  return path.replaceAll(
    /(-?[\d.]+(?:e-?\d+)?)[\s,]+(-?[\d.]+(?:e-?\d+)?)/g,
    (_, first: string, second: string) =>
      `${short(Number(first) * x)} ${short(Number(second) * y)}`,
  );
}
