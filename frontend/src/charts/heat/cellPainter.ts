/**
 * What the painter of heat maps needs of a canvas. A canvas has it; `VectorPainter` writes the same
 * strokes and letters down as elements, for pictures without pixels.
 */
export type CellPainter = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'globalAlpha'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
  | 'fillRect'
  | 'strokeRect'
  | 'fillText'
  | 'strokeText'
  | 'measureText'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
  | 'fill'
  | 'save'
  | 'restore'
  | 'setLineDash'
>;

interface Style {
  readonly fillStyle: CanvasRenderingContext2D['fillStyle'];
  readonly strokeStyle: CanvasRenderingContext2D['strokeStyle'];
  readonly lineWidth: number;
  readonly globalAlpha: number;
  readonly dashes: readonly number[];
}

const SVG = 'http://www.w3.org/2000/svg';

/** Fills a group of a drawing. Text is centred, as the painter of cells wants it. */
export class VectorPainter implements CellPainter {
  fillStyle: CanvasRenderingContext2D['fillStyle'] = '#000000';
  strokeStyle: CanvasRenderingContext2D['strokeStyle'] = '#000000';
  lineWidth = 1;
  lineJoin: CanvasLineJoin = 'miter';
  globalAlpha = 1;
  font = '';
  textAlign: CanvasTextAlign = 'center';
  textBaseline: CanvasTextBaseline = 'middle';
  #dashes: readonly number[] = [];
  #path = '';
  #saved: Style[] = [];
  readonly #group: SVGGElement;
  readonly #measure: (text: string, font: string) => TextMetrics;

  constructor(group: SVGGElement, measure: (text: string, font: string) => TextMetrics) {
    this.#group = group;
    this.#measure = measure;
    group.replaceChildren();
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#add('rect', { x, y, width, height, ...this.#fill() });
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.#add('rect', { x, y, width, height, ...this.#stroke() });
  }

  fillText(text: string, x: number, y: number): void {
    const [weight = '400', size = '12px'] = this.font.split(' ');
    const look = { 'text-anchor': 'middle', 'dominant-baseline': 'central' };
    const font = { 'font-weight': weight, 'font-size': size };
    this.#add('text', { x, y, ...look, ...font, ...this.#fill() }).textContent = text;
  }

  /** Letters stand above their halo: the colour below them is even enough without one. */
  strokeText(): void {
    return;
  }

  measureText(text: string): TextMetrics {
    return this.#measure(text, this.font);
  }

  beginPath(): void {
    this.#path = '';
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${x} ${y}`;
  }

  lineTo(x: number, y: number): void {
    this.#path += `L${x} ${y}`;
  }

  stroke(): void {
    this.#add('path', { d: this.#path, ...this.#stroke() });
  }

  fill(): void {
    this.#add('path', { d: this.#path, ...this.#fill() });
  }

  save(): void {
    const { fillStyle, strokeStyle, lineWidth, globalAlpha } = this;
    this.#saved.push({ fillStyle, strokeStyle, lineWidth, globalAlpha, dashes: this.#dashes });
  }

  restore(): void {
    const style = this.#saved.pop();
    if (style === undefined) return;
    const { dashes, ...rest } = style;
    Object.assign(this, rest);
    this.#dashes = dashes;
  }

  setLineDash(segments: readonly number[]): void {
    this.#dashes = segments;
  }

  #fill() {
    return { fill: colorText(this.fillStyle), 'fill-opacity': this.globalAlpha };
  }

  #stroke() {
    return {
      fill: 'none',
      stroke: colorText(this.strokeStyle),
      'stroke-width': this.lineWidth,
      'stroke-opacity': this.globalAlpha,
      'stroke-dasharray': this.#dashes.join(' '),
    };
  }

  #add(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== '') element.setAttribute(key, String(value));
    }
    this.#group.append(element);
    return element;
  }
}

/** Cells are painted in plain colours, never with gradients. */
function colorText(style: CanvasRenderingContext2D['fillStyle']): string {
  return typeof style === 'string' ? style : 'none';
}
