import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fakeApi, type Answer, type Responder } from '#tests/fakeApi';
import { algorithms, group, run, scenario } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import type { Run } from '@/api/types';
import type { RunListed } from '@/api/work';

const OVERVIEW: RunListed['overview'] = {
  point_s: 0.3,
  groups: [
    {
      group_index: 0,
      flow_count: 1,
      throughput_bps: 6e6,
      share_ratio: 0.6,
      sparkline_bps: [6e6, 6e6],
    },
    {
      group_index: 1,
      flow_count: 1,
      throughput_bps: 4e6,
      share_ratio: 0.4,
      sparkline_bps: [4e6, 4e6],
    },
  ],
};

const listed = (changes: Partial<Run> = {}): RunListed => ({
  ...run(changes),
  result: null,
  overview: changes.status === undefined ? OVERVIEW : null,
});

function serve(items: readonly RunListed[], more: Record<string, Answer | Responder> = {}) {
  return fakeApi({
    'GET /api/algorithms': { body: algorithms() },
    'GET /api/runs': { body: { items, next_cursor: null } },
    ...more,
  });
}

const row = async (name: RegExp) => {
  const link = await screen.findByRole('link', { name });
  const found = link.closest('tr');
  if (found === null) throw new Error('The link stands in no row.');
  return within(found);
};

describe('the list of runs', () => {
  it('shows what each run is and who got what', async () => {
    serve([listed()]);
    renderApp('/runs');
    const found = await row(/^Elephant and mouse/);
    expect(await found.findByText('BBRv2 35 ms')).toBeVisible();
    for (const text of [
      '10 Mbit/s',
      'buffer 10 BDP of 25 ms',
      'loss 0.15%',
      '10 s',
      'seed 7',
      'done',
    ]) {
      expect(found.getByText(text)).toBeVisible();
    }
    expect(found.getByRole('img', { name: 'elephant 60%, mouse 40%' })).toBeVisible();
    const sketch = found.getByRole('img', { name: /^Throughput of each group over 10 s/ });
    expect(sketch.querySelectorAll('path')).toHaveLength(4);
  });

  it('counts the flows where there are too many groups to name', async () => {
    const flows = Array.from({ length: 8 }, (_, index) =>
      group(`flow ${index}`, 0.01 * (index + 1), index < 5 ? 'bbr2' : 'fairtt'),
    );
    serve([listed({ scenario: scenario({ flows }) })]);
    renderApp('/runs');
    const found = await row(/^Elephant and mouse/);
    for (const text of ['8 flows', '5 BBRv2', '3 FaiRTT', '10 to 80 ms']) {
      expect(await found.findByText(text)).toBeVisible();
    }
  });

  it('says how far a run is, and why one failed', async () => {
    const progress = { simulated_s: 2.5, duration_s: 10, sample_count: 25 };
    const error = { code: 'x', message: 'It ran out of memory.', seed: 7, core_version: null };
    serve([
      listed({ id: 'a', name: 'Slow', status: 'running', progress }),
      listed({ id: 'b', name: '', status: 'failed', error }),
    ]);
    renderApp('/runs');
    expect(await screen.findByText('running, 25%')).toBeVisible();
    expect(screen.getByText('It ran out of memory.')).toBeVisible();
    expect(screen.getByRole('link', { name: /^Run without a name/ })).toBeVisible();
  });

  it('says that it is empty and leads to the known cases', async () => {
    serve([]);
    renderApp('/runs');
    expect(await screen.findByText('This browser has no runs yet.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Known cases' })).toHaveAttribute('href', '/');
  });

  it('asks the server for words, a state and an order, and keeps them in the address', async () => {
    const calls = serve([listed()]);
    const { user, router } = renderApp('/runs');
    await user.type(await screen.findByRole('searchbox'), 'deep bbr');
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'done');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'by name');
    await waitFor(() =>
      expect(calls.at(-1)?.url.search).toBe('?limit=30&sort=name&q=deep%20bbr&status=done'),
    );
    expect(router.state.location.search).toEqual({ find: 'deep bbr', state: 'done', sort: 'name' });
  });

  it('says that nothing is like that, and shows everything again', async () => {
    serve([], {
      'GET /api/runs': (url) => ({
        body: { items: url.searchParams.has('q') ? [] : [listed()], next_cursor: null },
      }),
    });
    const { user } = renderApp('/runs?find=nothing');
    await user.click(await screen.findByRole('button', { name: 'Show all runs' }));
    expect(await screen.findByRole('link', { name: /^Elephant/ })).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('loads further pages by their cursor', async () => {
    serve([], {
      'GET /api/runs': (url) =>
        url.searchParams.get('cursor') === 'next'
          ? { body: { items: [listed({ id: 'b', name: 'Second' })], next_cursor: null } }
          : { body: { items: [listed({ id: 'a', name: 'First' })], next_cursor: 'next' } },
    });
    const { user } = renderApp('/runs');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('link', { name: /^Second/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^First/ })).toBeVisible();
    expect(screen.getByText('2 runs')).toBeVisible();
  });

  it('says what to do when the lab does not answer', async () => {
    serve([], { 'GET /api/runs': { status: 502, body: 'bad gateway' } });
    renderApp('/runs');
    expect(await screen.findByText('The runs could not be loaded')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('a run of the list', () => {
  it.each([
    ['done', 1],
    ['running', 0],
  ] as const)('is asked for as its name is pressed, if it is over: %s', async (status, count) => {
    const all = listed(status === 'done' ? {} : { status });
    const calls = serve([all], { 'GET /api/runs/*': { body: run({ id: all.id, status }) } });
    const { user } = renderApp('/runs');
    const link = await screen.findByRole('link', { name: /^Elephant and mouse/ });
    await user.pointer({ keys: '[MouseLeft>]', target: link });
    const asked = () => calls.filter(({ route }) => route === `GET /api/runs/${all.id}`);
    await waitFor(() => expect(asked()).toHaveLength(count));
  });

  it('gets another name in place', async () => {
    const calls = serve([listed()], { 'PATCH /api/runs/*': { body: run({ name: 'Deep' }) } });
    const { user } = renderApp('/runs');
    await user.click(await screen.findByRole('button', { name: /^Rename Elephant/ }));
    await user.keyboard('Deep{Enter}');
    await waitFor(() =>
      expect(calls.find(({ route }) => route.startsWith('PATCH'))?.body).toEqual({ name: 'Deep' }),
    );
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'New name' })).toBeNull());
  });

  it('is deleted only when that is said twice', async () => {
    let items = [listed()];
    serve([], {
      'GET /api/runs': () => ({ body: { items, next_cursor: null } }),
      'DELETE /api/runs/*': () => {
        items = [];
        return { status: 204 };
      },
    });
    const { user } = renderApp('/runs');
    await user.click(await screen.findByRole('button', { name: /^Delete Elephant/ }));
    expect(screen.getByText('Delete this run for good?')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Delete this run for good?')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Delete Elephant/ }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This browser has no runs yet.')).toBeVisible();
  });

  it('stays when it was not deleted, with the reason', async () => {
    const problem = { title: 'Forbidden', detail: 'This run is somebody else’s.', status: 403 };
    serve([listed()], { 'DELETE /api/runs/*': { status: 403, body: problem } });
    const { user } = renderApp('/runs');
    await user.click(await screen.findByRole('button', { name: /^Delete Elephant/ }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This run is somebody else’s.')).toBeVisible();
    expect(screen.getByRole('link', { name: /^Elephant/ })).toBeVisible();
  });
});

describe('chosen runs', () => {
  const three = ['a', 'b', 'c'].map((id) => listed({ id, name: `Run ${id}` }));
  const choose = (name: string) =>
    screen.findByRole('checkbox', { name: `Choose ${name}, seed 7` });

  it('are compared in the order in which they were chosen', async () => {
    serve(three);
    const { user } = renderApp('/runs');
    await user.click(await choose('Run c'));
    expect(screen.getByText('Choose one more to compare.')).toBeVisible();
    await user.click(await choose('Run a'));
    await user.click(await choose('Run b'));
    expect(screen.getByRole('link', { name: 'Compare 3' })).toHaveAttribute(
      'href',
      '/runs/c?with=a.b',
    );
    await user.click(screen.getByRole('button', { name: 'Choose none' }));
    expect(screen.queryByText('3 chosen')).toBeNull();
  });

  it('are deleted together', async () => {
    const calls = serve(three, { 'DELETE /api/runs/*': { status: 204 } });
    const { user } = renderApp('/runs');
    await user.click(await screen.findByRole('checkbox', { name: /^Select all runs/ }));
    await user.click(screen.getByRole('button', { name: 'Delete 3' }));
    expect(screen.getByText('Delete 3 runs for good?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete 3' }));
    await waitFor(() =>
      expect(calls.filter(({ route }) => route.startsWith('DELETE'))).toHaveLength(3),
    );
  });
});
