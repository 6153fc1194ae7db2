/** Elements of the picture that is being made. */
import { parsePaint, short } from './paint';

const SVG = 'http://www.w3.org/2000/svg';

export type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** Adds an element; attributes that are null are left out. */
export function add(parent: Element, name: string, attributes: Attributes = {}): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value == null) continue;
    element.setAttribute(key, typeof value === 'number' ? short(value) : value);
  }
  parent.append(element);
  return element;
}

/** Attributes of a colour: `fill` and, where it lets something through, `fill-opacity`. */
export function paintAttributes(
  kind: 'fill' | 'stroke',
  computed: string,
  opacity: string,
): Attributes {
  if (computed.startsWith('url(')) return { [kind]: localUrl(computed) };
  const paint = parsePaint(computed);
  const total = (paint?.opacity ?? 0) * Number(opacity);
  if (paint === null || total === 0) return { [kind]: 'none' };
  return { [kind]: paint.color, [`${kind}-opacity`]: total === 1 ? null : total };
}

/** `url("https://page/#id")` as it is inside of one file. */
export function localUrl(text: string): string | null {
  const id = /#([^"')]+)["']?\)/.exec(text)?.[1];
  return id === undefined ? null : `url(#${id})`;
}
