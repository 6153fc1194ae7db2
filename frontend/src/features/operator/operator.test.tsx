import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { renderApp } from '#tests/renderApp';

const OWNER = 'ab'.repeat(32);
const page = {
  workers: 'no worker is here for experiments',
  database_bytes: 25_300_000,
  disk_free_bytes: 41_000_000_000,
  disk_bytes: 100_000_000_000,
  series_bytes: 3_210_000,
  series_limit_bytes: 200_000_000_000,
  ownerless_series_bytes: 0,
  owner_count: 1,
  owners: [
    {
      owner: OWNER,
      run_count: 12,
      experiment_count: 1,
      storage_bytes: 3_210_000,
      newest_at: '2026-11-29T10:00:00Z',
      limit_reason: null as string | null,
    },
  ],
  stuck: [
    {
      kind: 'run',
      id: '0198c0de-0000-7000-8000-000000000001',
      queue: 'interactive',
      status: 'running',
      attempt: 2,
      waited_s: null,
      silent_s: 95,
    },
  ],
  kept: [{ what: 'runs', count: 40, next_at: '2026-12-20T08:30:00Z', overdue_count: 0 }],
  tokens: [
    {
      name: 'desk',
      state: 'distrusted',
      units: 210,
      waiting: 0,
      equal: 200,
      wrong: 1,
      runs: 3,
      runs_equal: 2,
    },
  ],
};

it('opens with the token, and limits an owner who reads why', async () => {
  let reason: string | null = null;
  const refused = { type: 'x', title: 'Token refused', status: 401, detail: 'no', errors: [] };
  const calls = fakeApi({
    'GET /api/operator': () =>
      calls.at(-1)?.headers.get('authorization') === 'Bearer the-right-token-of-it'
        ? {
            body: { ...page, owners: page.owners.map((use) => ({ ...use, limit_reason: reason })) },
          }
        : { status: 401, body: refused },
    'PUT /api/operator/limits/*': (_url, body) => {
      ({ reason } = body as { reason: string });
      return { status: 204 };
    },
    'DELETE /api/operator/limits/*': () => {
      reason = null;
      return { status: 204 };
    },
  });
  renderApp('/operator');
  const enter = async (token: string) => {
    fireEvent.change(await screen.findByLabelText('Token'), { target: { value: token } });
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  };
  await enter('another-token-of-it');
  expect(await screen.findByText('This token is not valid')).toBeVisible();
  await enter('the-right-token-of-it');
  expect(await screen.findByText('Workers: no worker is here for experiments')).toBeVisible();
  expect(screen.getByText('41 GB of 100 GB')).toBeVisible();
  expect(screen.getByText('95 s')).toBeVisible();
  expect(screen.getByText('2026-12-20 08:30')).toBeVisible();
  expect(screen.getByText('distrusted')).toBeVisible();
  const owners = within(screen.getByRole('region', { name: 'Owners, as a table' }));
  expect(owners.getByText('3.21 MB')).toBeVisible();
  fireEvent.click(owners.getByRole('button', { name: 'Limit' }));
  const why = 'Your script asks again and again.';
  fireEvent.change(owners.getByLabelText(/^Reason/), { target: { value: why } });
  fireEvent.click(owners.getByRole('button', { name: 'Allow nothing new' }));
  expect(await owners.findByText(why)).toBeVisible();
  const put = calls.find(({ route }) => route === `PUT /api/operator/limits/${OWNER}`);
  expect(put?.headers.get('authorization')).toBe('Bearer the-right-token-of-it');
  fireEvent.click(owners.getByRole('button', { name: 'Lift the limit' }));
  expect(await owners.findByRole('button', { name: 'Limit' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Forget the token' }));
  expect(await screen.findByLabelText('Token')).toBeVisible();
  expect(sessionStorage.getItem('lab-operator-token')).toBe('');
});
