import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { standing } from '#tests/evaluations';
import { fakeApi, type Call } from '#tests/fakeApi';
import { checked, presets, run, series, timeline } from '#tests/fixtures';
import witness from '@/generated/witness.json';
import witnessBbr3 from '@/generated/witnessBbr3.json';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';

const lists = {
  'GET /api/algorithms': { body: coreAlgorithms },
  'GET /api/algorithms/not-public': {
    body: [
      {
        name: 'modest_bbr',
        title: 'Modest BBR',
        fidelity_kind: 'not_public',
        source: 'ISCC 2018',
        known: 'Answers retransmissions less aggressively.',
        looked_for: 'its name.',
        nearest: 'bbr1',
      },
    ],
  },
  'GET /api/presets': { body: presets() },
  'GET /api/league/pairs/*/*': { body: standing() },
  // The comparison that the page computes by itself waits for a worker.
  'POST /api/runs': { status: 201, body: run({ status: 'queued', result: null }) },
  'GET /api/runs/*': { body: run({ status: 'queued', result: null }) },
};

/** Requests by the user of this browser, without those that the page makes by itself. */
const isMine = ({ route, headers }: Call) =>
  route === 'POST /api/runs' && headers.has('X-Lab-Owner');

/** The scenario and seed of a requested run, from the body of the request. */
function requestOf({ body }: Pick<Call, 'body'>) {
  const { scenario, seed } = body as {
    scenario: { flows: { algorithm: { name: string } }[] };
    seed: number;
  };
  return { algorithms: scenario.flows.map(({ algorithm }) => algorithm.name), seed };
}

describe('the list of algorithms', () => {
  it('names every algorithm of the core and where it comes from', async () => {
    fakeApi(lists);
    renderApp('/algorithms');
    const list = within(await screen.findByRole('main'));
    for (const { title, name } of coreAlgorithms) {
      // Some are named again, as the nearest to one that is not public.
      const [link] = await list.findAllByRole('link', { name: title });
      expect(link).toHaveAttribute('href', `/algorithms/${name}`);
    }
    const row = list.getByRole('link', { name: 'FaiRTT' }).closest('li');
    if (row === null) throw new Error('a row is an item of the list');
    expect(within(row).getByText('reconstruction')).toBeVisible();
    expect(within(row).getByText('variant of BBRv2')).toBeVisible();
    expect(within(row).getByText('Compared with BBRv2: different RTTs.')).toBeVisible();
  });

  it('lists unpublished algorithms, with the known facts and the nearest one here', async () => {
    fakeApi(lists);
    renderApp('/algorithms');
    const row = (await screen.findByRole('heading', { name: 'Modest BBR' })).closest('li');
    if (row === null) throw new Error('a row is an item of the list');
    expect(row).toHaveTextContent('not public');
    expect(row).toHaveTextContent('Looked for: its name.');
    expect(within(row).getByRole('link', { name: 'BBRv1' })).toHaveAttribute(
      'href',
      '/algorithms/bbr1',
    );
  });

  it('says what to do when the lab does not answer', async () => {
    fakeApi({ ...lists, 'GET /api/algorithms': { status: 502, body: 'bad gateway' } });
    renderApp('/algorithms');
    expect(await screen.findByText('The list of algorithms could not be loaded')).toBeVisible();
  });
});

describe('the page of an algorithm', () => {
  it('holds BBRv2 against one that others wrote', async () => {
    fakeApi(lists);
    renderApp('/algorithms/bbr2');
    const part = within(await screen.findByRole('region', { name: 'An independent BBRv2' }));
    expect(part.getAllByRole('row')).toHaveLength(1 + witness.cells.length);
    const row = part.getByRole('row', { name: /^35\/25 ms, 0\.15 %/ });
    expect(within(row).getAllByRole('cell')).toHaveLength(3);
    for (const { what, v2alpha, place } of witness.rules) {
      const rule = part.getByText(what).closest('li');
      expect(rule).toHaveTextContent(v2alpha);
      expect(rule).toHaveTextContent(place);
    }
    expect(part.getAllByText(/^Effect: /)).toHaveLength(witness.rules.length);
  });

  it('holds BBRv3 against one that others wrote', async () => {
    fakeApi(lists);
    renderApp('/algorithms/bbr3');
    const part = within(await screen.findByRole('region', { name: 'An independent BBRv3' }));
    const percent = (ratio: number) => `${(100 * ratio).toFixed(1)}%`;
    const { crate, flow_count, without, draft, all, cases, rules } = witnessBbr3;
    const text = part.getByText(/^The crate /);
    expect(text).toHaveTextContent(`The crate ${crate} has`);
    expect(text).toHaveTextContent(`the events of ${flow_count} flows`);
    for (const measure of ['state', 'cwnd'] as const) {
      const shown = [without, draft, all].map((agreed) => percent(agreed[measure]));
      expect(text.textContent?.match(/[\d.]+%/g)).toEqual(expect.arrayContaining(shown));
    }
    const rows = part.getAllByRole('row').slice(1);
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual(
      cases.map((row) => [row.title, ...[row.without, row.draft, row.all].map(percent)]),
    );
    const listed = part.getAllByRole('listitem');
    expect(listed).toHaveLength(rules.length);
    rules.forEach((rule, i) => {
      const worth = `Without it: ${percent(rule.without.state)}`;
      for (const words of [rule.what, rule.crate, rule.core, rule.place, worth]) {
        expect(listed[i]).toHaveTextContent(words);
      }
    });
  });

  it('has a witness for no other algorithm', async () => {
    fakeApi(lists);
    renderApp('/algorithms/fairtt');
    expect(await screen.findByRole('heading', { name: 'How the paper is read' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: /^An independent BBRv/ })).toBeNull();
  });

  it('draws its states and says what leads from one to the next', async () => {
    fakeApi(lists);
    const { user } = renderApp('/algorithms/bbr2');
    const drawing = await screen.findByRole('img', { name: /^States of BBRv2/ });
    for (const state of ['Startup', 'Drain', 'Down', 'Cruise', 'Refill', 'Up', 'ProbeRTT']) {
      expect(within(drawing).getByText(state)).toBeInTheDocument();
    }
    expect(screen.getByText('Startup → Drain')).toBeVisible();
    const first = screen.getByRole('button', { name: 'Show transition 1 in the drawing' });
    await user.click(first);
    expect(first).toHaveAttribute('aria-pressed', 'true');
    expect(drawing.querySelectorAll('[data-lit]')).toHaveLength(1);
  });

  it('opens a variant with what its base does not have and shows the rest when asked', async () => {
    fakeApi(lists);
    const { user } = renderApp('/algorithms/fairtt');
    const table = await screen.findByRole('table');
    expect(within(table).getByText('reading')).toBeVisible();
    expect(within(table).queryByText('headroom_ratio')).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'only those that BBRv2 lacks' }));
    expect(within(table).getByText('headroom_ratio')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Filter' }), 'jain');
    expect(screen.getByText('No parameter matches.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(screen.getByText('headroom_ratio')).toBeVisible();
  });

  it('says of an algorithm with fixed numbers that it has no parameters', async () => {
    fakeApi(lists);
    renderApp('/algorithms/highspeed');
    expect(await screen.findByText('None: all of its numbers are fixed.')).toBeVisible();
    expect(screen.queryByRole('searchbox', { name: 'Filter' })).toBeNull();
  });

  it('lists what a reconstruction assumes, and nothing for an exact one', async () => {
    fakeApi(lists);
    const { unmount } = renderApp('/algorithms/bbr_efra');
    const assumed = (await screen.findByText('Assumed')).parentElement;
    const efra = coreAlgorithms.find(({ name }) => name === 'bbr_efra');
    expect(efra?.assumptions.length).toBeGreaterThan(2);
    for (const sentence of efra?.assumptions ?? []) expect(assumed).toHaveTextContent(sentence);
    unmount();
    renderApp('/algorithms/da_bbr');
    await screen.findByText('Based on');
    expect(screen.queryByText('Assumed')).toBeNull();
  });

  it('explains the oracle and each reading of FaiRTT', async () => {
    fakeApi(lists);
    renderApp('/algorithms/fairtt');
    expect(await screen.findByText('Some settings use an oracle')).toBeVisible();
    const league = await screen.findByText(/^On the first page FaiRTT is fairer than BBRv2/);
    expect(league).toHaveTextContent(/Over the 3 situations of the league, FaiRTT is fairer/);
    expect(league).toHaveTextContent(/FaiRTT ranks 24th of 25, BBRv2 21st\.$/);
    expect(screen.getByText('coefficient = γ · minRTT / lastRTT')).toBeVisible();
    const reading = coreAlgorithms
      .find(({ name }) => name === 'fairtt')
      ?.parameters.find(({ name }) => name === 'reading');
    expect(reading?.choices.length).toBeGreaterThan(1);
    for (const choice of reading?.choices ?? []) {
      const term = screen
        .getAllByText(choice)
        .map((element) => element.closest('dt'))
        .find((element) => element !== null);
      expect(term?.nextElementSibling?.textContent).toMatch(/\.$/);
    }
  });

  it('runs it beside its base with one seed and opens both', async () => {
    const calls = fakeApi({
      ...lists,
      'POST /api/runs': (_, body) => ({
        status: 201,
        body: run({ id: requestOf({ body }).algorithms[0] ?? '' }),
      }),
      'POST /api/scenarios/check': { body: checked() },
      'GET /api/runs': { body: { items: [], next_cursor: null } },
      'GET /api/runs/*/series': (url) => ({ body: series(url.pathname.split('/')[3] ?? '') }),
      'GET /api/runs/*/timeline': (url) => ({ body: timeline(url.pathname.split('/')[3] ?? '') }),
    });
    const { user, router } = renderApp('/algorithms/fairtt');
    const seed = await screen.findByRole('textbox', { name: 'Seed' });
    await user.clear(seed);
    await user.type(seed, '5');
    await user.click(await screen.findByRole('button', { name: 'Compare with BBRv2' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/runs/fairtt'));
    expect(router.state.location.search).toEqual({ with: 'bbr2' });
    const asked = calls.filter(isMine).map(requestOf);
    expect(asked).toEqual([
      { algorithms: ['bbr2', 'bbr2'], seed: 5 },
      { algorithms: ['fairtt', 'fairtt'], seed: 5 },
    ]);
  });

  it('says why the runs were not started', async () => {
    const problem = { title: 'Too Many Requests', detail: 'Ten runs wait already.', status: 429 };
    fakeApi({ ...lists, 'POST /api/runs': { status: 429, body: problem } });
    const { user } = renderApp('/algorithms/bbr1');
    await user.click(await screen.findByRole('button', { name: 'Compare with CUBIC' }));
    expect((await screen.findAllByText('Ten runs wait already.')).at(-1)).toBeVisible();
  });

  it('names an algorithm that there is not', async () => {
    fakeApi(lists);
    renderApp('/algorithms/vegas-7');
    expect(await screen.findByText('There is no algorithm “vegas-7”')).toBeVisible();
  });
});
