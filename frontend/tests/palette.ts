import type { Palette } from '@/charts/palette';

/** Colours that tests can distinguish. */
export const PALETTE: Palette = {
  isPrint: false,
  paper: '#ffffff',
  rail: '#eeeeee',
  bad: '#aa0000',
  ink: '#000000',
  ink2: '#222222',
  ink3: '#333333',
  rule2: '#444444',
  grid: '#555555',
  font: 'sans-serif',
  hues: ['#0072b2', '#d55e00'],
  diverging: [],
  verdict: [],
  sequential: [],
};
