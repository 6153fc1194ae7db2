import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';

import type { Call } from '#tests/fakeApi';
import { run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { COMES_TO, dialog, draft, serveBuilder } from '#tests/varying';
import { saveDraft } from '@/state/drafts';

let calls: Call[] = [];

beforeEach(() => {
  calls = serveBuilder({
    'POST /api/experiments/check': { body: COMES_TO },
    'POST /api/experiments': { status: 201, body: { id: 'made', status: 'done' } },
    'GET /api/experiments/made': { status: 404, body: { title: '', detail: 'Gone' } },
    'GET /api/runs': { body: { items: [run({ id: 'r1', name: 'My path' })], next_cursor: null } },
    'GET /api/runs/*': { body: run({ id: 'r1', name: 'My path', seed: 9 }) },
  });
});

const ADDRESS = '/experiments/new?preset=elephant-and-mouse&variant=0';
const vary = (name: string) => screen.findByRole('checkbox', { name: `Vary ${name}` });

it('begins with a preset, a scenario of one’s own or nothing', async () => {
  saveDraft('d1', 'My draft', { text: '{"name": "My draft"}', seed: 1, base: null });
  const { user, router } = renderApp('/experiments/new');
  const own = (name: RegExp) => screen.findByRole('link', { name });
  expect(await own(/^My draft/)).toHaveAttribute('href', '/experiments/new?draft=d1');
  expect(await own(/^My path/)).toHaveAttribute('href', '/experiments/new?run=r1');
  expect(await own(/^Begin with Elephant and mouse, BBRv2/)).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Find a case' }), 'no such case');
  expect(screen.queryByRole('link', { name: /^Begin with Elephant/ })).toBeNull();
  await user.click(await own(/^Blank/));
  expect(router.state.location.search).toEqual({ draft: 'new' });
  expect(await vary('Rate')).not.toBeChecked();
  expect(screen.getByRole('heading', { name: 'One cell' })).toBeVisible();
});

it('takes a second group of flows and other values without leaving the page', async () => {
  const { user } = renderApp('/experiments/new?draft=new');
  await user.click(await screen.findByText('Add flows or change values (1 group of flows)'));
  await user.click(await screen.findByRole('button', { name: /^Add flows/ }));
  expect(await screen.findByText('Add flows or change values (2 groups of flows)')).toBeVisible();
  // By label: roles of a whole form take seconds to compute.
  expect(screen.getByLabelText('Vary Base RTT of cubic')).not.toBeChecked();
  const rate = screen.getByLabelText('Rate', { selector: 'input[inputmode]' });
  await user.clear(rate);
  await user.type(rate, '25{Enter}');
  expect(draft().base).toMatchObject({
    bottleneck: { rate_bps: 25e6 },
    flows: [{ label: 'CUBIC' }, { label: 'cubic' }],
  });
  expect(screen.getByText('25 Mbit/s')).toBeVisible();
});

it('grows with every choice, shrinks again, and keeps it in a draft', async () => {
  const { user, router } = renderApp(ADDRESS);
  await user.click(await vary('Rate'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('img', { name: '5 cells' })).toBeVisible();
  expect(screen.getByText('100 runs')).toBeVisible();
  await user.click(await vary('Base RTT of mouse'));
  expect(screen.getByRole('img', { name: '25 cells' })).toBeVisible();
  expect(router.state.location.href).toBe('/experiments/new?draft=last');
  expect(draft().axes.map(({ label }) => label)).toEqual(['Rate', 'Base RTT of mouse']);
  await user.click(screen.getByRole('button', { name: 'Edit the values of Rate' }));
  const values = within(await dialog());
  await user.click(values.getByRole('button', { name: 'Done' }));
  await user.click(await vary('Base RTT of mouse'));
  await user.click(await vary('Rate'));
  // Without any axis it is still the experiment that was begun.
  expect(draft()).toMatchObject({ axes: [], replications: { count: 20 } });
  expect(screen.getByRole('heading', { name: 'One cell' })).toBeVisible();
});

it('is run as it stands, also from the keyboard alone', async () => {
  const { user } = renderApp(ADDRESS);
  const rate = await vary('Rate');
  rate.focus();
  await user.keyboard(' ');
  const start = await screen.findByRole('button', { name: /^Run 100 runs/ });
  await waitFor(() => expect(start).toBeEnabled());
  fireEvent.keyDown(window, { key: 'Enter', ctrlKey: true });
  await waitFor(() =>
    expect(calls.find(({ route }) => route === 'POST /api/experiments')?.body).toMatchObject({
      experiment: { axes: [{ label: 'Rate' }], replications: { count: 20, first_seed: 1 } },
    }),
  );
});

it('takes four axes and says that there is no room for more', async () => {
  const { user } = renderApp(ADDRESS);
  for (const name of ['Rate', 'Propagation delay', 'Base RTT of mouse', 'Duration']) {
    await user.click(await vary(name));
  }
  expect(await vary('Buffer')).toBeDisabled();
  expect(screen.getByText(/^At most 4 axes/)).toBeVisible();
});

it('says that no field of a draft that is not valid JSON can be varied', async () => {
  saveDraft('d1', 'Broken', { text: '{', seed: 1, base: null });
  renderApp('/experiments/new?draft=d1');
  expect(await screen.findByText(/^The draft is not valid JSON/)).toBeVisible();
});
