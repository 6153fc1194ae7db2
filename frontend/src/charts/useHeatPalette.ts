import { useMemo } from 'react';

import { hexToRgb, type Rgb } from '@/analysis/axes/heatScale';
import { usePictureFrame } from '@/state/pictures';

import type { Palette } from './palette';
import { usePalette } from './usePalette';

/** What a heat map is painted with, as values. */
export interface HeatPalette extends Palette {
  readonly paper: string;
  readonly rail: string;
  readonly bad: string;
  /** Towards the second group, fair, towards the first. */
  readonly diverging: readonly Rgb[];
  /** From neutral to nearly ink: for what has no sides. */
  readonly sequential: readonly Rgb[];
}

const STOP_NAMES = ['n4', 'n3', 'n2', 'n1', '0', 'p1', 'p2', 'p3', 'p4'];
/** Full ink is kept for what is chosen. */
const DEEPEST = 0.86;

/** The colours of the present theme, those of the scales included. */
export function useHeatPalette(): HeatPalette {
  const palette = usePalette();
  const source = usePictureFrame()?.host ?? document.documentElement;
  return useMemo(() => {
    const style = getComputedStyle(source);
    const read = (name: string) => style.getPropertyValue(name).trim();
    const neutral = hexToRgb(read('--d-0'));
    const ink = hexToRgb(palette.ink);
    return {
      ...palette,
      paper: read('--paper'),
      rail: read('--rail'),
      bad: read('--bad'),
      diverging: STOP_NAMES.map((name) => hexToRgb(read(`--d-${name}`))),
      sequential: STOP_NAMES.map((_, index) =>
        mixed(neutral, ink, (index / (STOP_NAMES.length - 1)) * DEEPEST),
      ),
    };
  }, [palette, source]);
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const mix = (channel: 0 | 1 | 2) =>
    Math.round(from[channel] + (to[channel] - from[channel]) * share);
  return [mix(0), mix(1), mix(2)];
}
