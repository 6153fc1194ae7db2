import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { PALETTE } from '#tests/palette';

import { FigurePlot } from './FigurePlot';
import { FigureTable } from './FigureTable';
import { figureGeometry, nearestValue, xOf, yOf } from './geometry';
import { figureLabels, saidAt } from './labels';
import type { FigureLine, FigureModel } from './model';
import { figureTraces } from './traces';

const ours: FigureLine = {
  key: 'fairtt',
  label: 'FaiRTT',
  mark: 'square',
  style: 'solid',
  points: [
    { x: 1, y: 1.1, low: 1, high: 1.2 },
    { x: 10, y: 1.3, low: 1.2, high: 1.4 },
    { x: 100, y: null, low: null, high: null },
  ],
};
const published: FigureLine = {
  key: 'published',
  label: 'published',
  mark: 'diamond',
  style: null,
  points: [{ x: 10, y: 1.05 }],
};
const model: FigureModel = {
  x: { name: 'Buffer', unit: 'BDP', kind: 'logarithmic' },
  y: { name: 'Throughput ratio', unit: 'elephant over mouse', kind: 'ratio', decimals: 2 },
  lines: [ours, published],
  references: [{ value: 1, label: 'fair', style: 'dotted' }],
};

describe('a figure', () => {
  it('puts values on logarithmic axes and the fair level into view', () => {
    const geometry = figureGeometry(model, 700, 300);
    const middle = (xOf(1, geometry) + xOf(100, geometry)) / 2;
    expect(xOf(10, geometry)).toBeCloseTo(middle);
    expect(yOf(1, geometry)).toBeLessThan(geometry.bottom);
    expect(nearestValue(middle + 20, [1, 10, 100], geometry)).toBe(10);
  });

  it('shows a time from end to end before there are values', () => {
    const time = { ...model, x: { ...model.x, range: [0, 120] as const }, lines: [] };
    const geometry = figureGeometry(time, 700, 300);
    expect(geometry.x).toMatchObject({ low: 0, high: 120, isLogarithmic: false });
    expect(geometry.x.ticks).toContain(60);
  });

  it('draws a band only where there is an interval, and published values unjoined', () => {
    const [band, line, marks] = figureTraces(model, PALETTE) as {
      x: number[];
      y: number[];
      mode: string;
    }[];
    expect(band?.x).toEqual([1, 10, 10, 1]);
    expect(band?.y).toEqual([1.2, 1.4, 1.2, 1]);
    expect(line?.mode).toBe('lines+markers');
    expect(marks?.mode).toBe('markers');
  });

  it('says every value with its interval where the cursor stands', () => {
    expect(saidAt(model, 10)).toBe('Buffer 10 BDP: FaiRTT 1.30 (1.20 to 1.40), published 1.05');
    expect(saidAt(model, 1)).toBe('Buffer 1 BDP: FaiRTT 1.10 (1.00 to 1.20)');
  });

  it('names a line in the gutter only where it has a value', () => {
    const geometry = figureGeometry(model, 700, 300);
    const named = (x: number) => figureLabels(model, geometry, x).map(({ item }) => item.text);
    expect(named(10).sort()).toEqual(['FaiRTT', 'fair', 'published']);
    expect(named(1).sort()).toEqual(['FaiRTT', 'fair']);
  });

  it('is walked along by keyboard, and Enter picks a value', async () => {
    const onPick = vi.fn();
    render(<FigurePlot model={model} label="Ratio over buffers" restX={1} onPick={onPick} />);
    const plot = await screen.findByRole('slider', { name: /^Ratio over buffers/ });
    plot.focus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(onPick).toHaveBeenCalledWith(10);
    expect(plot).toHaveAttribute('aria-valuetext', saidAt(model, 10));
  });

  it('has a table with the same numbers', () => {
    render(<FigureTable model={model} title="Ratio over buffers" />);
    expect(screen.getByRole('cell', { name: '1.30 (1.20 to 1.40)' })).toBeVisible();
    expect(screen.getAllByRole('row')).toHaveLength(4);
  });
});
