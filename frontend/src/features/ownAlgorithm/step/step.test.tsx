import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { createCursor } from '@/analysis/replay/clock';
import type { Scenario } from '@/api/types';
import { SPEED } from '#tests/askedCore';
import { InThisThread } from '#tests/coreThread';
import { fakeApi } from '#tests/fakeApi';
import { coreAlgorithms } from '#tests/registry';
import { scenarioSchema } from '#tests/scenarioSchema';

import { compileDebug } from '../compiler/debug';
import type { DebugText } from '../compiler/useCompiled';
import { STARTING_POINTS } from '../startingPoints';
import StepPart from './StepPart';

vi.mock('@/core/load', () => import('#tests/coreThread'));

const NEWRENO = STARTING_POINTS[0]?.text ?? '';
const SCENARIO = {
  name: 'Two',
  duration_s: 5,
  bottleneck: {
    rate_bps: 10_000_000,
    buffer: { amount: 1, unit: 'bdp' },
    loss: { kind: 'bernoulli', probability: 0.005 },
  },
  flows: [
    { label: 'mine', rtt_s: 0.04, algorithm: { name: 'wasm:preview' } },
    { label: 'other', rtt_s: 0.04, algorithm: { name: 'cubic' } },
  ],
} as unknown as Scenario;
const WATCHES = ['cwnd * 2', 'nothing + 1'];

async function debugOf(text: string, watches: readonly string[] = WATCHES): Promise<DebugText> {
  return { text, watches, compiled: await compileDebug(text, watches) };
}

const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;
const region = (name: string) => within(screen.getByRole('region', { name }));
const status = () => screen.getByRole('status').textContent;

/** The part as its page has it, and what it reported. */
function show(debug: DebugText) {
  const clock = createCursor();
  const reported = { lines: [] as readonly number[], line: 0 };
  let point: (seconds: number) => void = () => undefined;
  function Page() {
    const [pointed, setPointed] = useState<{ seconds: number } | null>(null);
    const [onLines] = useState(() => (lines: readonly number[]) => void (reported.lines = lines));
    point = (seconds) => setPointed({ seconds });
    return (
      <StepPart
        scenario={SCENARIO}
        debug={debug}
        text={debug.text}
        clock={clock}
        pointed={pointed}
        watches={debug.watches}
        onWatches={() => undefined}
        onLines={onLines}
        onGoTo={(line) => void (reported.line = line)}
        onClose={() => undefined}
      />
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  return { clock, reported, point: (seconds: number) => act(() => point(seconds)) };
}

/** A thread that never answers. */
class Silent {
  readonly postMessage = () => undefined;
  readonly terminate = () => undefined;
}

describe('stepping through an own algorithm', () => {
  beforeEach(() => {
    vi.stubGlobal('Worker', InThisThread);
    fakeApi({
      ...SPEED,
      'GET /api/schema/scenario': { body: scenarioSchema() },
      'GET /api/algorithms': { body: coreAlgorithms },
    });
  });

  it('goes event by event, with the cursor and the lines', async () => {
    const { clock, reported } = show(await debugOf(NEWRENO));
    await waitFor(() => expect(status()).toMatch(/^Start0\.1\d+ sevent 1$/));
    await waitFor(() => expect(reported.lines).toContain(lineOf(NEWRENO, 'initial_window = max')));
    expect(region('Resulting controls').getByText('slow_start (start)')).toBeTruthy();
    expect(region('Watches').getByText('20')).toBeTruthy();
    expect(region('Watches').getByText("Cannot find name 'nothing'.")).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Step back' })).toBeDisabled();
    fireEvent.click(screen.getByRole('button', { name: 'Step forward' }));
    expect(status()).toMatch(/^ACK0\.\d+ sevent 2$/);
    expect(clock.read().timeSeconds).toBeGreaterThan(0.04);
    const line = lineOf(NEWRENO, 'min_rtt_ns = ack.min_rtt_ns');
    expect(reported.lines[0]).toBe(line);
    expect(region('Event passed to on_ack').getByText('newly_acked_packets')).toBeTruthy();
    expect(region('Variables').getByText('was -1')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: `${line}: go to line` }));
    expect(reported.line).toBe(line);
  });

  it('begins where the curves are pointed at, and continues beyond the loaded events', async () => {
    const { clock, point } = show(await debugOf(NEWRENO));
    await waitFor(() => expect(status()).toMatch(/event 1$/));
    point(2);
    await waitFor(() => expect(clock.read().timeSeconds).toBeGreaterThanOrEqual(2));
    expect(clock.read().timeSeconds).toBeLessThan(2.1);
    const number = () => Number(/event (\d+)$/.exec(status())?.[1]);
    const before = number();
    const slider = screen.getByRole('slider', { name: 'Event' });
    fireEvent.change(slider, { target: { value: '0' } });
    expect(number()).toBe(before - 200);
    fireEvent.click(screen.getByRole('button', { name: 'Step back' }));
    expect(number(), 'until the one before is there').toBe(before - 200);
    await waitFor(() => expect(number()).toBe(before - 201));
    fireEvent.change(slider, { target: { value: slider.getAttribute('max') } });
    const last = number();
    const forward = screen.getByRole('button', { name: 'Step forward' });
    fireEvent.click(forward);
    expect(number(), 'until the next one is there').toBe(last);
    fireEvent.click(screen.getByRole('button', { name: 'Stop computing' }));
    expect(screen.getByText('Stopped.')).toBeTruthy();
    expect(number(), 'what is recorded stays').toBe(last);
    fireEvent.click(forward);
    await waitFor(() => expect(number()).toBe(last + 1));
    expect(screen.queryByText('Stopped.')).toBeNull();
  });

  it('steps through losses and timers only', async () => {
    show(await debugOf(NEWRENO));
    await waitFor(() => expect(status()).toMatch(/event 1$/));
    fireEvent.click(screen.getByRole('radio', { name: 'Losses, timers' }));
    await waitFor(() => expect(status()).toContain('Fast recovery begins'));
    fireEvent.click(screen.getByRole('button', { name: 'Step forward' }));
    expect(status()).toContain('Recovery ends');
    fireEvent.click(screen.getByRole('radio', { name: 'Sent' }));
    await waitFor(() => expect(status()).toBe('The first connection has no such event.'));
  });

  it('that is stopped before its first event says how to continue, and continues', async () => {
    vi.stubGlobal('Worker', Silent);
    show(await debugOf(NEWRENO));
    expect(status()).toBe('Computing the events.');
    fireEvent.click(screen.getByRole('button', { name: 'Stop computing' }));
    expect(status()).toMatch(/^No event was computed yet: compute again/);
    expect(screen.getByText('Stopped.')).toBeVisible();
    vi.stubGlobal('Worker', InThisThread);
    fireEvent.click(screen.getByRole('button', { name: 'Compute again' }));
    await waitFor(() => expect(status()).toMatch(/event 1$/));
    expect(screen.queryByText('Stopped.')).toBeNull();
  });

  it('shows where a module fails', async () => {
    const text = NEWRENO.replace('acked -= grown - cwnd;', 'acked /= grown - cwnd - acked;');
    const { reported } = show(await debugOf(text, []));
    await waitFor(() => expect(screen.getByText(/It failed at 0\.\d+ s/)).toBeTruthy());
    const slider = screen.getByRole('slider', { name: 'Event' });
    fireEvent.change(slider, { target: { value: slider.getAttribute('max') } });
    expect(status()).toContain('The algorithm failed here: it divided by zero.');
    expect(reported.lines.at(-1)).toBe(lineOf(text, 'acked /='));
  });

  it('refuses a time outside of the run', async () => {
    show(await debugOf(NEWRENO, []));
    await waitFor(() => expect(status()).toMatch(/event 1$/));
    fireEvent.change(screen.getByLabelText('From, s'), { target: { value: '9' } });
    fireEvent.blur(screen.getByLabelText('From, s'));
    expect(screen.getByRole('alert')).toHaveTextContent('at most 5');
    expect(screen.getByRole('button', { name: 'Begin there' })).toBeDisabled();
  });
});
