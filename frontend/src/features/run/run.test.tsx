import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { FakeEventSource } from '#tests/fakeApi';
import { group, queuedRun, result, run, scenario } from '#tests/fixtures';
import { drawnNames, event, filledRail } from '#tests/rails';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

describe('a finished run', () => {
  it('shows its sentence, its shares and its numbers with their window and seed', async () => {
    serveRuns([run({ id: 'one' })]);
    renderApp('/runs/one');
    const rail = await filledRail('Meaning');
    expect(within(rail).getByText('2.5 times')).toBeVisible();
    expect(within(rail).getByText('3.0 times')).toBeVisible();
    expect(within(rail).getByText('0 to 10 s, wire bytes, seed 7')).toBeVisible();
    expect(within(rail).getByRole('img', { name: 'elephant 71%, mouse 29%' })).toBeVisible();
    expect(within(rail).getAllByText('117.3')).toHaveLength(2);
    expect(within(rail).getByText('98%')).toBeVisible();
  });

  it('numbers the flows of a group instead of passing one off as all', async () => {
    const whole = result();
    const [first] = whole.flows;
    if (first === undefined) throw new Error('the fixture has no flow');
    const flows = [0, 1].map((flow_index) => ({ ...first, flow_index }));
    serveRuns([run({ id: 'one', result: { ...whole, flows } })]);
    renderApp('/runs/one');
    const rail = await filledRail('Meaning');
    const heads = within(rail).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
      'elephant 1',
      'elephant 2',
    ]);
  });

  it('draws every flow and the queue, and asks for no events', async () => {
    serveRuns([run({ id: 'one' })]);
    renderApp('/runs/one');
    await waitFor(() => expect(drawnNames()).toContain('one:1:cwnd_bytes'));
    expect(drawnNames()).toEqual(
      expect.arrayContaining(['one:0:throughput_bps', 'one:0:rtt_s', 'one:queue']),
    );
    expect(FakeEventSource.opened).toHaveLength(0);
  });

  it('explains a metric on demand', async () => {
    serveRuns([run({ id: 'one' })]);
    const { user } = renderApp('/runs/one');
    const term = await screen.findByRole('button', { name: 'Jain' });
    expect(screen.queryByText(/1 is equal/)).toBeNull();
    await user.click(term);
    expect(await screen.findByText(/1 is equal/)).toBeInTheDocument();
    expect(term).toHaveAttribute('aria-expanded', 'true');
  });

  it('shows the numbers behind the plots as tables', async () => {
    serveRuns([run({ id: 'one' })]);
    const { user } = renderApp('/runs/one');
    await user.click(await screen.findByRole('checkbox', { name: 'Data table' }));
    const table = await screen.findByRole('table', { name: /^Throughput, Mbit/ });
    expect(within(table).getAllByText('7.00')).toHaveLength(2);
  });

  it('keeps what is hidden in the address', async () => {
    serveRuns([run({ id: 'one' })]);
    const { user, router } = renderApp('/runs/one');
    await waitFor(() => expect(drawnNames()).toContain('one:queue'));
    await user.click(await screen.findByRole('checkbox', { name: 'Queue' }));
    await waitFor(() => expect(drawnNames()).not.toContain('one:queue'));
    expect(router.state.location.search).toEqual({ toggled: 'queue' });
  });

  it('hides a flow on every part of the page, and keeps that in the address', async () => {
    serveRuns([run({ id: 'one' })]);
    const { user, router } = renderApp('/runs/one');
    await waitFor(() => expect(drawnNames()).toContain('one:1:rtt_s'));
    const flow = await screen.findByRole('button', { name: 'mouse', pressed: true });
    await user.click(flow);
    await waitFor(() => expect(drawnNames()).not.toContain('one:1:rtt_s'));
    expect(drawnNames()).toContain('one:0:rtt_s');
    expect(router.state.location.search).toEqual({ hide: 'g1' });
    expect(flow).toHaveAttribute('aria-pressed', 'false');
    await user.click(screen.getByRole('button', { name: 'show all' }));
    await waitFor(() => expect(drawnNames()).toContain('one:1:rtt_s'));
  });

  it('asks for the range in the address and for the whole run after 0', async () => {
    const calls = serveRuns([run({ id: 'one' })]);
    const { user } = renderApp('/runs/one?from=2&to=4');
    // The overview asks for the whole run and one metric only, "Why limited" for groups.
    const isOfPlots = ({ searchParams }: URL) =>
      searchParams.getAll('metrics').length > 1 && !searchParams.has('subjects', 'group');
    const asked = () =>
      calls.filter(({ route, url }) => route.endsWith('/series') && isOfPlots(url));
    // A twentieth more on both sides, so that lines run out of the view.
    await waitFor(() => expect(asked()[0]?.url.searchParams.get('from_s')).toBe('1.9'));
    expect(asked()[0]?.url.searchParams.get('to_s')).toBe('4.1');
    await user.keyboard('0');
    await waitFor(() => expect(asked().at(-1)?.url.searchParams.has('from_s')).toBe(false));
  });
});

describe('two runs', () => {
  const fairtt = scenario({
    flows: [group('elephant', 0.035, 'fairtt'), group('mouse', 0.025, 'fairtt')],
  });
  const both = [run({ id: 'one', scenario: fairtt }), run({ id: 'two' })];

  it('are distinguished by their algorithms, on the same axes', async () => {
    serveRuns(both);
    renderApp('/runs/one?with=two');
    // Two names would cut the title and one another: there is room for their number.
    expect(await screen.findByText('2 runs: done')).toBeVisible();
    await waitFor(() => expect(drawnNames()).toContain('two:0:throughput_bps'));
    expect(document.querySelectorAll('.js-plotly-plot')).toHaveLength(1);
    expect(screen.getByText('elephant, FaiRTT', { selector: '[data-pane=rtt] *' })).toBeVisible();
  });

  it('stand side by side on demand, the baseline first', async () => {
    serveRuns(both);
    const { user } = renderApp('/runs/one?with=two');
    await user.click(await screen.findByRole('radio', { name: 'Side by side' }));
    await waitFor(() => expect(document.querySelectorAll('.js-plotly-plot')).toHaveLength(2));
    const stages = screen.getByRole('region', { name: 'Plots' });
    const titles = within(stages).getAllByRole('heading', { level: 3 });
    expect(titles.map(({ textContent }) => textContent)).toEqual(['BBRv2', 'FaiRTT']);
  });
});

describe('a run that is being computed', () => {
  const waiting = queuedRun('one');

  it('has axes and references at once and fills from one stream', async () => {
    let isOver = false;
    serveRuns([], {
      'GET /api/runs/*': () => ({ body: isOver ? run({ id: 'one' }) : waiting }),
    });
    renderApp('/runs/one');
    expect(await screen.findByText('waiting for a worker')).toBeVisible();
    expect(await screen.findByText('capacity')).toBeVisible();
    // With samples, which may have come by now, it lies above the scale.
    expect(await screen.findByText(/^(↑ )?buffer 312$/)).toBeVisible();
    const [stream] = FakeEventSource.opened;
    expect(stream?.url).toBe('/api/events?run=one');
    act(() => stream?.say('progress', event('one', {})));
    expect(await screen.findByText('4 s of 10 s simulated')).toBeVisible();
    isOver = true;
    act(() => stream?.say('end', event('one', { status: 'done', simulated_s: 10 })));
    expect(await screen.findByText('2.5 times')).toBeVisible();
    expect(stream?.isClosed).toBe(true);
  });

  it('opens its stream anew when a gateway refused it', async () => {
    serveRuns([waiting]);
    renderApp('/runs/one');
    await screen.findByText('waiting for a worker');
    act(() => FakeEventSource.opened[0]?.fail());
    await waitFor(() => expect(FakeEventSource.opened).toHaveLength(2));
  });

  it('can be cancelled, and then says so with seed and core', async () => {
    const cancelled = { ...waiting, status: 'cancelled' as const };
    serveRuns([waiting], { 'POST /api/runs/*/cancel': { body: cancelled } });
    const { user } = renderApp('/runs/one');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('The run was cancelled before its first sample.')).toBeVisible();
    expect(screen.getByText(/Seed 7, core 0.1.0\+abc/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Run again' })).toBeEnabled();
  });
});
