import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { Answer } from '#tests/fakeApi';
import { run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

const WITHOUT = { kind: 'without_group', group_index: 0 };
const EQUAL = { kind: 'equal_rtts', rtt_s: null };

function offers(changes: object = {}) {
  return {
    run_id: 'one',
    offers: [
      { alteration: WITHOUT, title: 'Without elephant' },
      { alteration: EQUAL, title: 'Every RTT 30 ms' },
    ],
    seed_count: 20,
    predicted_packets: 1e6,
    is_quick: true,
    ...changes,
  };
}

const estimate = (mean: number | null) => ({
  count: mean === null ? 0 : 20,
  mean,
  low: null,
  high: null,
  is_clipped: false,
});

const difference = (mean: number, half: number) => ({
  kind: 'difference',
  is_paired: true,
  count: 20,
  mean,
  low: mean - half,
  high: mean + half,
  is_distinguishable: Math.abs(mean) > half,
});

/** The elephant leaves the mouse twice as much; equal RTTs make no significant difference. */
function table(changes: object = {}) {
  const metric = (group: number, label: string) => ({
    name: `group_${group}_throughput_bps`,
    label: `${label}: throughput`,
    unit: 'bit/s',
    display_unit: 'Mbit/s',
    per_display_unit: 1e6,
    definition: 'Mean over the window.',
    fair: null,
    scale: 'linear',
    average: 'arithmetic',
    least: 0,
    most: null,
  });
  const arm = (title: string, cell_index: number) => ({
    title,
    cell_index,
    done_count: 20,
    failed_count: 0,
    changes_nothing: false,
  });
  return {
    experiment_id: 'changes',
    status: 'done',
    unit_count: 60,
    finished_unit_count: 60,
    seed_count: 20,
    core_version: '0.1.0+abc',
    arms: [arm('As it is', 0), arm('Without elephant', 1), arm('Every RTT 30 ms', 2)],
    seeds_agree: false,
    neighbours: [],
    metrics: [
      {
        ...metric(0, 'elephant'),
        items: [estimate(5e6), estimate(null), estimate(4.9e6)],
        against_baseline: [null, null, difference(-0.1e6, 0.3e6)],
      },
      {
        ...metric(1, 'mouse'),
        items: [estimate(4.8e6), estimate(9.6e6), estimate(4.9e6)],
        against_baseline: [null, difference(4.8e6, 0.2e6), difference(0.1e6, 0.3e6)],
      },
    ],
    ...changes,
  };
}

function serve(
  offered = offers(),
  answered: object = table(),
  later: () => Answer | Promise<Answer> = () => ({ body: table() }),
) {
  return serveRuns([run({ id: 'one' })], {
    'GET /api/runs/*/phenomena': {
      body: { run_id: 'one', complete: true, examined_flow_count: 2, phenomena: [] },
    },
    'GET /api/runs/*/what-if': { body: offered },
    'POST /api/runs/*/what-if': { status: 201, body: answered },
    'GET /api/what-if/*': later,
  });
}

async function open() {
  renderApp('/runs/one');
  await userEvent.click(await screen.findByRole('button', { name: 'What would change?' }));
  return within(await screen.findByRole('dialog', { name: 'What would change?' }));
}

async function compute() {
  const dialog = await open();
  await userEvent.click(await dialog.findByRole('button', { name: 'Compute' }));
  return dialog;
}

describe('what would change', () => {
  it('answers the usual questions with one click', async () => {
    const calls = serve();
    const dialog = await compute();
    const row = within(await dialog.findByRole('row', { name: /Without elephant/ }));
    expect(row.getByText('removed')).toBeInTheDocument();
    expect(row.getByText('+4.80')).toBeInTheDocument();
    expect(row.getByText('[+4.60, +5.00]')).toBeInTheDocument();
    expect(row.getByRole('img', { name: 'significant' })).toBeInTheDocument();
    const asked = calls.filter(({ route }) => route === 'POST /api/runs/one/what-if');
    expect(asked.map(({ body }) => body)).toEqual([
      { alterations: [WITHOUT, EQUAL], seed_count: 20 },
    ]);
  });

  it('says that seeds hardly differ and asks for the neighbours', async () => {
    const near = { kind: 'neighbour', quantity: 'rtt', ratio: 1.02 };
    const neighbours = [{ alteration: near, title: 'RTT +2%' }];
    const agreed = table({ seeds_agree: true, neighbours });
    const calls = serve(offers(), agreed, () => ({ body: agreed }));
    const dialog = await compute();
    expect(await dialog.findByText('The seeds hardly differ')).toBeInTheDocument();
    await userEvent.click(
      dialog.getByRole('button', { name: 'Compute slightly different networks' }),
    );
    const asked = calls.filter(({ route }) => route === 'POST /api/runs/one/what-if');
    expect(asked.at(-1)?.body).toEqual({ alterations: [near], seed_count: 20 });
  });

  it('does not claim a difference that the interval does not show', async () => {
    serve();
    const dialog = await compute();
    const row = within(await dialog.findByRole('row', { name: /Every RTT 30 ms/ }));
    expect(row.getAllByRole('img', { name: 'not significant' })).toHaveLength(2);
    expect(row.queryByRole('img', { name: 'significant' })).not.toBeInTheDocument();
  });

  it('says of a change that it changes none of the numbers', async () => {
    const same = table().arms.map((arm) => ({ ...arm, changes_nothing: arm.cell_index === 2 }));
    serve(offers(), table({ arms: same }), () => ({ body: table({ arms: same }) }));
    const dialog = await compute();
    const words = 'Changes none of these numbers.';
    const row = within(await dialog.findByRole('row', { name: /Every RTT 30 ms/ }));
    expect(row.getByText(words)).toBeInTheDocument();
    expect(dialog.getAllByText(words)).toHaveLength(1);
  });

  it('fills in as the runs are computed', async () => {
    let finish: (answer: Answer) => void = () => undefined;
    const finished = new Promise<Answer>((resolve) => {
      finish = resolve;
    });
    const part = table({ status: 'running', finished_unit_count: 12 });
    serve(offers(), part, () => finished);
    const dialog = await compute();
    // The rest arrives only once the part was seen, however slow the machine is.
    expect(await dialog.findByText(/12 of 60 runs/)).toBeInTheDocument();
    finish({ body: table() });
    expect(await dialog.findByText('20 seeds, core 0.1.0+abc.')).toBeInTheDocument();
  });

  it('computes nothing until asked, and says what that would cost', async () => {
    const calls = serve();
    const dialog = await open();
    await dialog.findByRole('button', { name: 'Compute' });
    expect(dialog.getByText(/^60 runs, about 1.0 million packets in all/)).toBeInTheDocument();
    expect(dialog.queryByRole('table')).not.toBeInTheDocument();
    expect(calls.some(({ route }) => route.startsWith('POST /api/runs/one'))).toBe(false);
  });

  it('asks for what was chosen, with its own value', async () => {
    const calls = serve();
    const user = userEvent.setup();
    const dialog = await open();
    await user.click(await dialog.findByRole('checkbox', { name: 'Without elephant' }));
    const rtt = dialog.getByRole('textbox', { name: /Every RTT/ });
    // A click selects the text, so that typing replaces it.
    await user.click(rtt);
    await user.keyboard('50');
    await user.click(dialog.getByRole('button', { name: 'Compute' }));
    await dialog.findByRole('table');
    const asked = calls.findLast(({ route }) => route === 'POST /api/runs/one/what-if');
    expect(asked?.body).toEqual({
      alterations: [{ kind: 'equal_rtts', rtt_s: 0.05 }],
      seed_count: 20,
    });
  });

  it('says what was refused', async () => {
    serveRuns([run({ id: 'one' })], {
      'GET /api/runs/*/what-if': { body: offers() },
      'POST /api/runs/*/what-if': {
        status: 422,
        body: { title: 'Invalid', detail: 'alterations.0 is impossible.', errors: [] },
      },
      'GET /api/runs/*/phenomena': {
        body: { run_id: 'one', complete: true, examined_flow_count: 2, phenomena: [] },
      },
    });
    const dialog = await compute();
    expect(await dialog.findByRole('alert')).toHaveTextContent('alterations.0 is impossible.');
  });
});
