/** Colours for Plotly, which takes values, not CSS variables: read again when the theme changes. */
import type { Hue } from './model';

export interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly rule2: string;
  readonly grid: string;
  readonly font: string;
  readonly hues: readonly string[];
}

/** There are six hues; a seventh group takes the first again, with its own label. */
export const HUE_COUNT = 6;

export function hueClass(hue: number): string {
  return `hue-${hue % HUE_COUNT}`;
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    paper: read('--paper'),
    ink: read('--ink'),
    ink2: read('--ink2'),
    ink3: read('--ink3'),
    rule2: read('--rule2'),
    grid: read('--grid'),
    font: read('--font'),
    hues: Array.from({ length: HUE_COUNT }, (_, index) => read(`--f${index + 1}`)),
  };
}

export function colorOf(hue: Hue, palette: Palette): string {
  return hue === 'ink' ? palette.ink2 : (palette.hues[hue % HUE_COUNT] ?? palette.ink2);
}

/** `#rrggbb` with an opacity, as Plotly wants it. */
export function withOpacity(color: string, opacity: number): string {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (hex === null) return color;
  const channels = hex.slice(1).map((pair) => parseInt(pair, 16));
  return `rgba(${channels.join(',')},${opacity})`;
}
