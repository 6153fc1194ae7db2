import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { comparison, jain } from '#tests/comparisons';
import { run, scenario } from '#tests/fixtures';
import { filledRail } from '#tests/rails';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

function under(id: string, name: string) {
  const base = scenario();
  const flows = base.flows.map((flow) => ({ ...flow, algorithm: { ...flow.algorithm, name } }));
  return run({ id, seed: 9, scenario: { ...base, flows } });
}

function serve(known: readonly number[]) {
  const items = comparison().items.map((item) => ({
    ...item,
    seeds: [...known],
    seed_count: SEEDS.length,
    run_ids: [],
  }));
  const metric = jain();
  const against = metric.against_baseline.map((each) => each && { ...each, count: known.length });
  return serveRuns([under('one', 'fairtt'), under('two', 'bbr2')], {
    'POST /api/comparisons': {
      body: comparison({ items, metrics: [{ ...metric, against_baseline: against }] }),
    },
  });
}

describe('runs that stand for a comparison over seeds', () => {
  it('keep what all seeds say, after a reload as well', async () => {
    const calls = serve(SEEDS);
    renderApp('/runs/one?with=two&over=20');
    expect(await screen.findByText(/seed 9 of 20$/)).toBeVisible();
    const rail = await filledRail('Meaning');
    const part = (await within(rail).findByText('Over 20 seeds')).closest('section');
    expect(await within(part ?? rail).findByText('FaiRTT is fairer than BBRv2')).toBeVisible();
    expect(part).toHaveTextContent(/20 paired seeds/);
    expect(rail).not.toHaveTextContent(/can be chance/);
    expect(rail).toHaveTextContent(/This is one of the 20 seeds summarized above\./);
    const link = within(part ?? rail).getByRole('link', { name: 'Compare all 20 seeds' });
    expect(link).toHaveAttribute('href', '/compare?of=two.one&seeds=20');
    const [asked] = calls.filter(({ route }) => route === 'POST /api/comparisons');
    expect(asked?.body).toEqual({
      items: ['two', 'one'].map((id) => ({ label: '', run_ids: [id], seeds: SEEDS })),
      baseline_index: 0,
    });
    expect(calls.filter(({ route }) => route === 'POST /api/runs')).toEqual([]);
  });

  it('say how many are known, and nothing more, where some are missing', async () => {
    serve([9]);
    renderApp('/runs/one?with=two&over=20');
    const rail = await filledRail('Meaning');
    expect(await within(rail).findByText('1 of 20 seeds are computed.')).toBeVisible();
    expect(within(rail).queryByText(/is fairer/)).toBeNull();
    const name = 'Compute and compare all 20 seeds';
    expect(within(rail).getByRole('link', { name })).toBeVisible();
  });

  it('say that a difference can be chance where only two runs are compared', async () => {
    const calls = serve(SEEDS);
    renderApp('/runs/one?with=two');
    const rail = await filledRail('Meaning');
    expect(rail).toHaveTextContent(/One seed each: a difference can be chance/);
    expect(rail).not.toHaveTextContent(/Over 20 seeds/);
    expect(calls.filter(({ route }) => route === 'POST /api/comparisons')).toEqual([]);
  });
});
