import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { result, run, series, timeline } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

/** The group series of ten seconds: the elephant's window rules from 3 to 6 s and at 8 s. */
function limitSeries() {
  const cwnd = [0.1, 0.2, 0.3, 0.9, 0.9, 0.9, 0.2, 0.8, 0.2, 0.1];
  const column = (mean: number[]) => ({ mean, min: null, max: null });
  const group = (index: number) => ({
    subject: 'group',
    index,
    columns: {
      limited_cwnd_ratio: column(cwnd),
      limited_pacing_ratio: column(cwnd.map((share) => 1 - share)),
    },
  });
  return {
    ...series('one'),
    sample_interval_s: 1,
    time_s: cwnd.map((_, index) => index + 1),
    subjects: [group(0), group(1)],
  };
}

function phenomena() {
  return {
    run_id: 'one',
    complete: true,
    examined_flow_count: 2,
    phenomena: [
      {
        kind: 'synchronised_probe_rtt',
        title: 'Synchronised ProbeRTT',
        sentence: 'elephant and mouse stop sending together twice.',
        definition: 'At least half of them overlap.',
        source: 'ACM Queue 14(5), 2016',
        flow_indices: [0, 1],
        windows: [
          { from_s: 3, to_s: 3.3 },
          { from_s: 7, to_s: 9.5 },
        ],
        window_count: 40,
      },
    ],
  };
}

function serve(whole = result()) {
  const phase = (flow_index: number, start_s: number) => ({
    flow_index,
    start_s,
    end_s: start_s + 0.2,
    phase: 'probe_rtt',
    reason: 'min_rtt_expired',
  });
  const phases = [phase(0, 3), phase(1, 3.1), phase(0, 7)];
  return serveRuns([run({ id: 'one', result: whole })], {
    'GET /api/runs/*/series': (url) => ({
      body: url.searchParams.getAll('subjects').includes('group') ? limitSeries() : series('one'),
    }),
    'GET /api/runs/*/phenomena': { body: phenomena() },
    'GET /api/runs/*/timeline': { body: { ...timeline('one'), phases } },
  });
}

async function rail() {
  return within(await screen.findByRole('complementary', { name: 'Meaning' }));
}

describe('why limited', () => {
  it('shows the shares of every group, and says the main ones', async () => {
    serve();
    renderApp('/runs/one');
    const bar = await (await rail()).findByRole('img', { name: /^elephant: window/ });
    expect(bar).toHaveAccessibleName('elephant: window 78%, pacing 18%, recovery 4%');
    const sentence = (await rail()).getByText(/is held by/, {
      selector: 'p:has(b.hue-0)',
    });
    expect(sentence).toHaveTextContent(
      'elephant is held by its window 78% of the time and pacing 18%. ' +
        'ProbeRTT 2 times, 1 together with mouse.',
    );
  });

  it('leads to the longest stretch of a limit, in the address', async () => {
    serve();
    const { user, router } = renderApp('/runs/one');
    const [link] = await (await rail()).findAllByRole('link', { name: /its window 78%/ });
    if (link === undefined) throw new Error('there is no link');
    expect(link).toHaveAttribute('href', expect.stringContaining('from=3'));
    await user.click(link);
    await waitFor(() => expect(router.state.location.search).toEqual({ from: 3, to: 6 }));
  });

  it('leads to the first ProbeRTT that others share', async () => {
    serve();
    const { user, router } = renderApp('/runs/one');
    await user.click(await (await rail()).findByRole('link', { name: 'ProbeRTT 2 times' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ from: 2, to: 4.3 }));
  });

  it('says nothing of a run whose core did not account for limits', async () => {
    const whole = result();
    const flows = whole.flows.map((flow) => ({ ...flow, limited_cwnd_ratio: null }));
    serve({ ...whole, flows });
    renderApp('/runs/one');
    expect((await rail()).getByText('2.5 times')).toBeVisible();
    expect((await rail()).queryByText('share of time')).toBeNull();
  });
});

describe('phenomena', () => {
  it('tells each in a sentence and leads to its times', async () => {
    serve();
    const { user, router } = renderApp('/runs/one');
    expect(await (await rail()).findByText(/stop sending together twice/)).toBeVisible();
    expect((await rail()).getByText('and 38 more')).toBeVisible();
    expect((await rail()).getByRole('link', { name: '7 to 10 s' })).toBeVisible();
    await user.click((await rail()).getByRole('link', { name: '3.0 s' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ from: 2, to: 4.3 }));
  });

  it('has the definition and its source one click away', async () => {
    serve();
    const { user } = renderApp('/runs/one');
    const term = await (await rail()).findByRole('button', { name: 'Synchronised ProbeRTT' });
    await user.click(term);
    expect(
      await screen.findByText(/At least half of them overlap. \(ACM Queue/),
    ).toBeInTheDocument();
  });
});
