/** Colours for Plotly and canvases, which take values and not CSS variables. */
import { hexToRgb, type Rgb } from '@/analysis/axes/heatScale';

import type { Hue } from './model';

/** What the style sheet says where a drawing stands: the theme of the page, or print. */
export interface Palette {
  /** Drawn for a picture: it takes no pointer, and nothing of it may be made of pixels. */
  readonly isPrint: boolean;
  readonly paper: string;
  readonly rail: string;
  readonly bad: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly rule2: string;
  readonly grid: string;
  readonly font: string;
  readonly hues: readonly string[];
  /** Towards the second group, fair, towards the first. */
  readonly diverging: readonly Rgb[];
  /** From worse over not significant to better; empty where no map is drawn. */
  readonly verdict: readonly Rgb[];
  /** From neutral to nearly ink: for what has no sides. */
  readonly sequential: readonly Rgb[];
}

/** There are six hues; a seventh group takes the first again, with its own label. */
export const HUE_COUNT = 6;

export function hueClass(hue: number): string {
  return `hue-${hue % HUE_COUNT}`;
}

const STOP_NAMES = ['n4', 'n3', 'n2', 'n1', '0', 'p1', 'p2', 'p3', 'p4'];
/** Full ink is kept for the chosen curve. */
const DEEPEST = 0.86;

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  const neutral = hexToRgb(read('--d-0'));
  const ink = hexToRgb(read('--ink'));
  const steps = STOP_NAMES.length - 1;
  return {
    isPrint: element.closest('[data-print]') !== null,
    paper: read('--paper'),
    rail: read('--rail'),
    bad: read('--bad'),
    ink: read('--ink'),
    ink2: read('--ink2'),
    ink3: read('--ink3'),
    rule2: read('--rule2'),
    grid: read('--grid'),
    font: read('--font'),
    hues: Array.from({ length: HUE_COUNT }, (_, index) => read(`--f${index + 1}`)),
    diverging: STOP_NAMES.map((name) => hexToRgb(read(`--d-${name}`))),
    verdict: STOP_NAMES.map((name) => hexToRgb(read(name === '0' ? '--d-0' : `--v-${name}`))),
    sequential: STOP_NAMES.map((_, index) => mixed(neutral, ink, (index / steps) * DEEPEST)),
  };
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const mix = (channel: 0 | 1 | 2) =>
    Math.round(from[channel] + (to[channel] - from[channel]) * share);
  return [mix(0), mix(1), mix(2)];
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
