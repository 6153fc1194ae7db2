import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { group, result, run, scenario } from '#tests/fixtures';
import { filledRail } from '#tests/rails';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

const RECORD = { moments: [], moment_count: 0, windows: [], numbers: [], source: 'the record' };

/** The chain of the elephant: one link that leads somewhere, one that is unknown. */
function causes(name: string, flow_index: number) {
  const links = [
    { ...RECORD, kind: 'share', is_told: true, sentence: `${name} gets 3.75 Mbit/s.` },
    {
      ...RECORD,
      kind: 'variable',
      is_told: true,
      sentence: 'For 59% of the time inflight_hi is the limit.',
      windows: [{ from_s: 3, to_s: 6 }],
    },
    {
      ...RECORD,
      kind: 'origin',
      is_told: true,
      sentence: 'It was set 16 times.',
      moments: [{ time_s: 4.8767, text: 'bound from 41 to 40 packets: 1 lost of 40 in flight' }],
      moment_count: 16,
    },
    { ...RECORD, kind: 'queue', is_told: false, sentence: 'Who fills it cannot be told.' },
  ];
  const chain = { flow_index, group_index: flow_index, name, shares: [], links };
  return { run_id: 'one', status: 'done', error: null, chains: [chain] };
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
        sentence: 'The elephant and the mouse stop sending together twice.',
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

function serve(whole = result(), answer?: object) {
  return serveRuns([run({ id: 'one', result: whole })], {
    'GET /api/runs/*/phenomena': { body: phenomena() },
    'GET /api/runs/*/causes': (url) => ({
      body:
        answer ??
        (url.searchParams.get('flows') === '0' ? causes('elephant', 0) : causes('mouse', 1)),
    }),
  });
}

async function rail() {
  return within(await filledRail('Meaning'));
}

describe('why', () => {
  it('shows the shares of every group', async () => {
    serve();
    renderApp('/runs/one');
    const bar = await (await rail()).findByRole('img', { name: /^elephant: window/ });
    expect(bar).toHaveAccessibleName('elephant: window 78%, pacing 18%, recovery 4%');
  });

  it('shows the chain of the first flow, and of another one that is chosen', async () => {
    serve();
    const { user } = renderApp('/runs/one');
    const chain = await (await rail()).findByRole('list', { name: 'Chain of causes of elephant' });
    expect(chain).toHaveTextContent('For 59% of the time inflight_hi is the limit.');
    await user.selectOptions((await rail()).getByRole('combobox', { name: 'Why of' }), 'mouse');
    expect(await (await rail()).findByText('mouse gets 3.75 Mbit/s.')).toBeVisible();
  });

  it('finds one of a thousand flows by its name', async () => {
    const whole = result();
    const [first] = whole.flows;
    if (first === undefined) throw new Error('the fixture has no flow');
    const many = scenario({ flows: [{ ...group('a', 0.02, 'bbr2'), count: 1000 }] });
    const calls = serveRuns([run({ id: 'one', scenario: many, result: whole })], {
      'GET /api/runs/*/phenomena': { body: phenomena() },
      'GET /api/runs/*/causes': { body: causes('a', 0) },
    });
    const { user } = renderApp('/runs/one');
    const field = await (await rail()).findByRole('combobox', { name: 'Why of' });
    await user.click(field);
    await user.keyboard('a 77');
    const offered = document.querySelectorAll('datalist option');
    expect(offered.length).toBeLessThanOrEqual(12);
    expect([...offered].map((each) => each.getAttribute('value'))).toContain('a 777');
    await user.keyboard('7');
    await waitFor(() =>
      expect(calls.some(({ url }) => url.searchParams.get('flows') === '776')).toBe(true),
    );
  });

  it('leads to the time in which a variable binds', async () => {
    serve();
    const { user, router } = renderApp('/runs/one');
    await user.click(await (await rail()).findByRole('link', { name: '3.0 to 6.0 s' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ from: 3, to: 6 }));
  });

  it('sets the clock of the page to a moment', async () => {
    serve();
    const { user, router } = renderApp('/runs/one');
    await user.click(await (await rail()).findByText('1 of 16 moments'));
    await user.click((await rail()).getByRole('link', { name: '4.877 s' }));
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ from: 3.877, to: 5.877, at: 4.8767 }),
    );
    expect(await screen.findByText('State at 4.8767 s')).toBeVisible();
  });

  it('says what is unknown, and what a link rests on', async () => {
    serve();
    const { user } = renderApp('/runs/one');
    expect(await (await rail()).findByText('unknown')).toBeVisible();
    await user.click((await rail()).getByRole('button', { name: 'Set by' }));
    expect(await screen.findByText('From: the record.')).toBeInTheDocument();
  });

  it('says of a shared cause that it is no single one', async () => {
    const shared = { ...RECORD, is_told: false, sentence: 'No single variable.' };
    const numbers = [{ label: 'inflight_hi', value: 0.4, unit: 'ratio' }];
    const links = [
      { ...shared, kind: 'variable', numbers },
      { ...shared, kind: 'origin', sentence: 'No single origin.' },
    ];
    const { chains, ...rest } = causes('elephant', 0);
    serve(result(), { ...rest, chains: chains.map((chain) => ({ ...chain, links })) });
    renderApp('/runs/one');
    expect(await (await rail()).findAllByText('no single one')).toHaveLength(2);
  });

  it('waits for a worker that computes an older run again', async () => {
    serve(result(), { run_id: 'one', status: 'queued', error: null, chains: [] });
    renderApp('/runs/one');
    expect(await (await rail()).findByText(/Computing the run again/)).toBeVisible();
  });

  it('says why there is no record', async () => {
    const error = 'Run it again to look at its causes.';
    serve(result(), { run_id: 'one', status: 'failed', error, chains: [] });
    renderApp('/runs/one');
    expect(await (await rail()).findByText(error)).toBeVisible();
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
  it('describes each in a sentence and links to its times', async () => {
    serve();
    const { user, router } = renderApp('/runs/one');
    expect(await (await rail()).findByText(/stop sending together twice/)).toBeVisible();
    expect((await rail()).getByText('first 2 of 40')).toBeVisible();
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
