import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { paper, paperRow } from '#tests/papers';
import { renderApp } from '#tests/renderApp';
import { findDraft } from '@/state/drafts';

const fairtt = paper();
const answers = {
  'GET /api/papers': { body: { items: [fairtt] } },
  'GET /api/papers/fairtt': { body: fairtt },
};

describe('a number that covers several conditions', () => {
  const stratum = (label: string, verdict: 'within' | 'outside' | 'cannot_tell') => ({
    label,
    estimate: { mean: 1.5, low: 1.4, high: 1.6, seed_count: 3, average: 'geometric' as const },
    verdict,
    cause: verdict === 'cannot_tell' ? ('on_bound' as const) : null,
  });
  const strata = {
    axes: ['RTT'],
    decides: true,
    average_reason: null,
    counts: { ...fairtt.verdicts, cannot_tell: 1 },
    items: [stratum('2 ms', 'within'), stratum('60 ms', 'outside'), stratum('9 ms', 'cannot_tell')],
  };
  const tally = { count: 29, seed_count: 40, what: 'FaiRTT nearer', probability: 0.0064 };
  const [figure] = fairtt.figures;
  if (figure === undefined) throw new Error('the fixture has a figure');
  const rows = [paperRow({ verdict: 'mixed', strata, tally })];

  it('is mixed, and shows them one by one', async () => {
    fakeApi({
      ...answers,
      'GET /api/papers/fairtt': { body: paper({ figures: [{ ...figure, rows }] }) },
    });
    const { user } = renderApp('/papers/fairtt');
    expect(await screen.findByText('3 conditions')).toBeVisible();
    expect(
      screen.getByText(/FaiRTT nearer in 29 of 40 seeds \(sign test: p = 0.006\)/),
    ).toBeVisible();
    await user.click(screen.getByText('3 conditions'));
    const list = within(screen.getByRole('list', { name: 'RTT' }));
    expect(list.getAllByRole('listitem')).toHaveLength(3);
    expect(list.getByText('a narrow interval on the bound')).toBeVisible();
  });
});

it('offers as many seeds as would decide a row that three cannot', async () => {
  const key = 'main';
  const undecided = { verdict: 'cannot_tell', cause: 'few_seeds', seeds_needed: 40 } as const;
  const cells = [{ experiment_key: key, cell_indices: [0] }];
  const [figure] = fairtt.figures;
  if (figure === undefined) throw new Error('the fixture has a figure');
  const rows = [paperRow({ ...undecided, cells })];
  const experiments = fairtt.experiments.map((each) => ({ ...each, id: `id-of-${each.key}` }));
  fakeApi({
    ...answers,
    'GET /api/papers/fairtt': { body: paper({ figures: [{ ...figure, rows }], experiments }) },
  });
  const { user, router } = renderApp('/papers/fairtt');
  await user.click(await screen.findByText('Try 40 seeds'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/experiments/new'));
  const { draft } = router.state.location.search as { draft: string };
  expect(JSON.parse(findDraft(draft)?.text ?? '')).toMatchObject({
    replications: { count: 40 },
  });
});

describe('the headline of a paper', () => {
  it('answers first, and follows the choices', async () => {
    const theirs = fairtt.switch;
    if (theirs === null) throw new Error('the fixture has a switch');
    const [row] = theirs.rows;
    if (row === undefined) throw new Error('the switch has a row');
    const claims = ['fairer-main', '3a-ratio-fairtt'];
    const [figure] = fairtt.figures;
    if (figure === undefined) throw new Error('the fixture has a figure');
    const body = paper({
      figures: [{ ...figure, rows: claims.map((id) => paperRow({ id })) }],
      switch: {
        ...theirs,
        rows: claims.map((claim_id) => ({
          ...row,
          claim_id,
          tally_counts: [29, 3, 0, 0],
          tally_what: 'nearer',
        })),
      },
    });
    fakeApi({ ...answers, 'GET /api/papers/fairtt': { body } });
    const { user } = renderApp('/papers/fairtt');
    expect(await screen.findByText('29 of 40')).toBeVisible();
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Which error rate?' }),
      'choice some',
    );
    const said = await screen.findByText(/With your choices \(choice t2, choice some\)/);
    expect(said).toHaveTextContent('FaiRTT is further from equal shares than BBRv2');
    expect(said).toHaveTextContent(
      '3.00 times BBRv2’s (2.90 to 3.10), it is nearer in 3 of 20 seeds',
    );
    expect(screen.queryByText('29 of 40')).toBeNull();
  });
});

describe('the sections of a page', () => {
  it('fold, and a link to a row inside opens its section', async () => {
    // This DOM has no layout to scroll in. Other files in this window say so of HTMLElement, too.
    const scrolled = vi.fn();
    HTMLElement.prototype.scrollIntoView = scrolled;
    fakeApi(answers);
    const { user } = renderApp('/papers/fairtt');
    const heading = await screen.findByRole('heading', { name: 'Ratio over time' });
    const table = 'Measured against published: Ratio over time';
    expect(screen.getByRole('table', { name: table })).toBeVisible();
    await user.click(heading);
    await waitFor(() => expect(screen.queryByRole('table', { name: table })).toBeNull());
    window.location.hash = '#row-3a-ratio-bbr2';
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    expect(await screen.findByRole('table', { name: table })).toBeVisible();
    await waitFor(() => expect(scrolled).toHaveBeenCalled());
    window.location.hash = '';
  });
});
