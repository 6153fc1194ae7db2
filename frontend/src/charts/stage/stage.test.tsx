import { act, render, screen, waitFor } from '@testing-library/react';
import plotly from 'plotly.js-cartesian-dist-min';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { createCursor } from '@/analysis/replay/clock';

import type { Pane, PaneLine } from '../model';
import { PlotlyPlot } from '../PlotlyPlot';
import { Stage, type StageProps } from './Stage';

const POINTS = 12;

const line = (pointCount: number): PaneLine => ({
  key: 'flow',
  hue: 0,
  style: 'solid',
  widthPx: 1.5,
  opacity: 1,
  timeSeconds: Array.from({ length: pointCount }, (_, index) => index),
  values: Array.from({ length: pointCount }, (_, index) => index % 7),
  band: null,
  isArea: false,
  label: 'flow',
  name: 'flow',
  mark: null,
});

const paneOf = (pointCount: number): Pane => ({
  id: 'throughput',
  title: 'Throughput',
  unit: 'Mbit/s',
  shortUnit: 'Mbit/s',
  weight: 1,
  scale: { max: 8, ticks: [0, 4, 8] },
  lines: [line(pointCount)],
  references: [],
  decimals: 1,
});

function stage(pointCount: number, given: Partial<StageProps> = {}) {
  return (
    <Stage
      clock={createCursor()}
      panes={[paneOf(pointCount)]}
      lanes={[]}
      runs={[]}
      range={[0, pointCount]}
      onZoom={() => undefined}
      onReset={() => undefined}
      label="a run"
      {...given}
    />
  );
}

const ownCurves = () => document.querySelectorAll('[data-curves] path').length;

/** Plotly draws when the test lets it. */
function heldPlotly() {
  let finish: (error?: Error) => void = () => undefined;
  const react = vi.spyOn(plotly, 'react').mockImplementation(
    (element) =>
      new Promise((resolve, reject) => {
        finish = (error) =>
          error === undefined ? resolve(element as plotly.PlotlyHTMLElement) : reject(error);
      }),
  );
  return { react, finish: (error?: Error) => finish(error) };
}

afterEach(() => vi.restoreAllMocks());

describe('a stage', () => {
  it('draws few curves by itself until Plotly has drawn them', async () => {
    const { react, finish } = heldPlotly();
    render(stage(POINTS));
    await waitFor(() => expect(ownCurves()).toBe(1));
    await waitFor(() => expect(react).toHaveBeenCalled());
    expect(ownCurves()).toBe(1);
    act(() => finish());
    await waitFor(() => expect(ownCurves()).toBe(0));
  });

  it('does not take newer points for drawn that came before Plotly had begun', async () => {
    const { react, finish } = heldPlotly();
    const onOutcome = vi.fn();
    const plot = (x: number[]) => (
      <PlotlyPlot data={[{ x, y: x }]} layout={{}} faded={null} onOutcome={onOutcome} />
    );
    const { rerender } = render(plot([1, 2]));
    rerender(plot([1, 2, 3]));
    await waitFor(() => expect(react).toHaveBeenCalledTimes(1));
    expect(onOutcome).not.toHaveBeenCalled();
    act(() => finish());
    await waitFor(() => expect(onOutcome).toHaveBeenCalledWith(null));
  });

  it('asks Plotly for nothing before there is something to draw', async () => {
    const { react, finish } = heldPlotly();
    const { rerender } = render(stage(0));
    // A stage that has something comes to its drawing, in the same frames and after this one.
    render(stage(POINTS));
    await waitFor(() => expect(react).toHaveBeenCalledTimes(1));
    rerender(stage(POINTS));
    await waitFor(() => expect(react).toHaveBeenCalledTimes(2));
    act(() => finish());
  });

  it('leaves curves that are drawn as time passes to the page', async () => {
    const { react } = heldPlotly();
    const clock = createCursor();
    clock.reveal(0);
    render(stage(POINTS, { clock }));
    // Another stage comes to its drawing, in the same frames and after this one.
    render(stage(POINTS));
    await waitFor(() => expect(react).toHaveBeenCalledTimes(1));
    act(() => clock.reveal(null));
    await waitFor(() => expect(react).toHaveBeenCalledTimes(2));
  });

  it('lets its own curves step back from what stands out', async () => {
    heldPlotly();
    const second = { groupIndex: 1, flowIndex: null };
    const hover = { subscribe: () => () => undefined, read: () => second };
    const pane = paneOf(POINTS);
    const lines = [0, 1].map((groupIndex) => ({
      ...line(POINTS),
      key: `${groupIndex}`,
      mark: { groupIndex, flowIndex: groupIndex },
    }));
    render(
      stage(POINTS, {
        panes: [{ ...pane, lines }],
        focus: { hover, pinned: null },
      }),
    );
    await waitFor(() => expect(ownCurves()).toBe(2));
    const shown = [...document.querySelectorAll('[data-curves] g[opacity]')];
    expect(shown.map((each) => each.getAttribute('opacity'))).toEqual(['0.25', '1']);
  });

  it('keeps them, without a word, if Plotly fails', async () => {
    const { react, finish } = heldPlotly();
    render(stage(POINTS));
    await waitFor(() => expect(react).toHaveBeenCalled());
    await act(async () => {
      finish(new Error('broken'));
      await Promise.resolve();
    });
    expect(ownCurves()).toBe(1);
    expect(screen.queryByText('The plots could not be drawn.')).toBeNull();
  });

  it('leaves many points to Plotly, and says so if it fails', async () => {
    const { react, finish } = heldPlotly();
    render(stage(30_000));
    await waitFor(() => expect(react).toHaveBeenCalled());
    expect(ownCurves()).toBe(0);
    // Labels and values come with the curves that they belong to.
    expect(screen.getByText('Throughput')).toBeInTheDocument();
    expect(screen.queryByText('flow')).toBeNull();
    act(() => finish(new Error('broken')));
    expect(await screen.findByText('The plots could not be drawn.')).toBeVisible();
    expect(screen.getByText('flow')).toBeInTheDocument();
  });
});
