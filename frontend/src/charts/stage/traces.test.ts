import { describe, expect, it } from 'vitest';

import { PALETTE as palette } from '#tests/palette';

import { stageGeometry } from './geometry';
import type { Pane, PaneLine } from '../model';
import { withOpacity } from '../palette';
import { buildLayout, buildTraces } from './traces';

function line(changes: Partial<PaneLine> = {}): PaneLine {
  return {
    key: 'one:0:rtt_s',
    hue: 0,
    style: 'solid',
    widthPx: 2,
    opacity: 1,
    timeSeconds: [1, 2, 3],
    values: [10, null, 30],
    band: null,
    isArea: false,
    label: 'elephant',
    name: 'elephant',
    mark: null,
    ...changes,
  };
}

function pane(lines: PaneLine[]): Pane {
  return {
    id: 'rtt',
    title: 'RTT',
    unit: 'ms',
    shortUnit: 'ms',
    weight: 1,
    scale: { max: 40, ticks: [0, 20, 40] },
    lines,
    references: [{ value: 35, hue: 0, style: 'dotted', label: 'base 35' }],
    decimals: 0,
  };
}

describe('buildTraces', () => {
  it('draws a line in its hue and leaves gaps open', () => {
    const [trace] = buildTraces([pane([line()])], palette);
    expect(trace).toMatchObject({
      x: [1, 2, 3],
      y: [10, null, 30],
      yaxis: 'y',
      connectgaps: false,
      line: { color: '#0072b2', dash: 'solid', width: 2 },
    });
  });

  it('puts each pane on its own axis and dashes the baseline 6-3', () => {
    const traces = buildTraces([pane([line()]), pane([line({ style: 'dashed' })])], palette);
    expect(traces[1]).toMatchObject({ yaxis: 'y2', xaxis: 'x', line: { dash: '6px,3px' } });
  });

  it('draws a band as one outline without its gaps, below the line', () => {
    const band = { min: [5, null, 25], max: [15, null, 35] };
    const traces = buildTraces([pane([line({ band })])], palette);
    expect(traces).toHaveLength(2);
    expect(traces[0]).toMatchObject({ x: [1, 3, 3, 1], y: [15, 35, 25, 5], fill: 'toself' });
  });

  it('fills an area down to zero', () => {
    const [trace] = buildTraces([pane([line({ isArea: true, opacity: 0.16 })])], palette);
    expect(trace).toMatchObject({ fill: 'tozeroy', fillcolor: 'rgba(0,114,178,0.16)' });
  });
});

describe('buildLayout', () => {
  const geometry = stageGeometry({ width: 800, height: 500, gutterPx: 118 }, [1, 1], {
    phases: 2,
    limits: 1,
    events: 1,
  });
  const range = [0, 10] as const;
  const layout = buildLayout([pane([]), pane([])], { geometry, range, palette });

  it('gives all panes the same margins and one time axis', () => {
    expect(layout.margin).toMatchObject({ l: 36, r: 118, t: 0 });
    expect(layout.xaxis).toMatchObject({ range: [0, 10], anchor: 'free', position: 0 });
    expect(Object.keys(layout).filter((key) => key.startsWith('yaxis'))).toEqual([
      'yaxis',
      'yaxis2',
    ]);
  });

  it('places panes where the overlay expects them', () => {
    const [low = 0, high = 0] = layout.yaxis?.domain ?? [];
    const box = geometry.panes[0];
    expect((1 - high) * geometry.axisY).toBeCloseTo(box?.top ?? NaN, 6);
    expect((1 - low) * geometry.axisY).toBeCloseTo(box?.bottom ?? NaN, 6);
  });

  it('leaves axes and references to the drawing below, which waits for no code', () => {
    expect(layout.xaxis).toMatchObject({ visible: false, fixedrange: true });
    expect(layout.shapes).toBeUndefined();
    expect(layout.dragmode).toBe(false);
  });
});

describe('withOpacity', () => {
  it('passes on what is no hexadecimal colour', () => {
    expect(withOpacity('tomato', 0.5)).toBe('tomato');
  });
});
