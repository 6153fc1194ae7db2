import { describe, expect, it } from 'vitest';

import { cursorPoints, fittingText, fittingUnit, gutterLabels } from './labels';
import type { Pane, PaneLine } from '../model';

const line = (key: string, values: (number | null)[], label: string | null): PaneLine => ({
  key,
  hue: 0,
  style: 'solid',
  widthPx: 2,
  opacity: 1,
  timeSeconds: [1, 2],
  values,
  band: null,
  isArea: false,
  label,
  name: label,
  mark: null,
});

const pane: Pane = {
  id: 'rtt',
  title: 'RTT',
  unit: 'ms',
  shortUnit: 'ms',
  weight: 1,
  scale: { max: 100, ticks: [0, 100] },
  lines: [line('a', [50, 60], 'elephant'), line('b', [51, null], 'mouse'), line('c', [1, 1], null)],
  references: [{ value: 35, hue: 'ink', style: 'dotted', label: 'base 35' }],
  decimals: 0,
};
const box = { top: 0, bottom: 100 };

describe('gutterLabels', () => {
  it('names references and lines with their values at the time, apart from one another', () => {
    const labels = gutterLabels(pane, box, 1);
    expect(labels.map(({ item }) => [item.text, item.value])).toEqual([
      ['mouse', '51'],
      ['elephant', '50'],
      ['base 35', null],
    ]);
    const places = labels.map(({ placedY }) => placedY);
    expect((places[1] ?? 0) - (places[0] ?? 0)).toBeGreaterThanOrEqual(14);
  });

  it('leaves out a line that has no value there', () => {
    expect(gutterLabels(pane, box, 2).map(({ item }) => item.text)).toEqual([
      'elephant',
      'base 35',
    ]);
  });

  it('looks at the newest sample beyond the end', () => {
    const [first] = gutterLabels(pane, box, 99);
    expect(first?.item.value).toBe('60');
  });
});

describe('cursorPoints', () => {
  it('marks where the cursor crosses labelled lines', () => {
    expect(cursorPoints(pane, box, 1).map(({ key, y }) => [key, y])).toEqual([
      ['a', 50],
      ['b', 49],
    ]);
  });
});

describe('a label', () => {
  it('is cut before its value where there is no room for both', () => {
    const gutter = { width: 200, right: 100, zoom: 1 };
    expect(fittingText('elephant', '12', gutter)).toBe('elephant');
    expect(fittingText('2 × elephant, BBRv2', '123', gutter)).toBe('2 × elep…');
  });
});

describe('the unit beside a title', () => {
  const pane = {
    title: 'RTT',
    unit: 'ms, at the end of each 0.1 s; base: propagation and transmission of one packet',
    shortUnit: 'ms',
  };

  it('keeps of which time the numbers are longer than what else is drawn', () => {
    expect(fittingUnit(pane, { width: 900, zoom: 1 })).toBe(pane.unit);
    expect(fittingUnit(pane, { width: 370, zoom: 1 })).toBe('ms, at the end of each 0.1 s');
    expect(fittingUnit(pane, { width: 100, zoom: 1 })).toBe('ms');
  });
});
