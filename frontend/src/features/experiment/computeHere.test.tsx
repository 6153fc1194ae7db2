import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';

import type { Experiment } from '@/api/experiments/experiments';
import { experiment } from '#tests/experimentFixtures';
import { fakeApi } from '#tests/fakeApi';

import { ComputeHere } from './ComputeHere';

vi.mock(import('@/core/loadWithRules'), () => ({
  loadWithRules: () =>
    Promise.resolve({
      module: {} as WebAssembly.Module,
      rules: { schema: {}, algorithms: [] },
    }),
}));

const JOIN = 'POST /api/remote-work/experiments/*/tabs';
const CLAIM = 'POST /api/remote-work/claims';

function show(changes: Partial<Experiment>) {
  const running = { ...experiment({ axes: [], seedCount: 1 }), status: 'running' as const };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ComputeHere experiment={{ ...running, ...changes }} />
    </QueryClientProvider>,
  );
}

function api() {
  return fakeApi({
    [JOIN]: { body: { token: 'labwork_x', expires_at: '2030-01-01T00:00:00Z' } },
    [CLAIM]: { body: { batch: null, ask_again_s: 60, reason: 'No batch is waiting.' } },
    'PUT /api/remote-work/experiments/*/tabs': { status: 204 },
  });
}

it('asks for nothing until it is switched on, then under the token of this browser', async () => {
  const calls = api();
  show({ is_mine: false, takes_tabs: true });
  expect(screen.queryByLabelText(/^Let others/)).toBeNull();
  expect(calls).toEqual([]);
  fireEvent.click(screen.getByLabelText('Compute in this tab'));
  expect(await screen.findByText(/No batch is waiting/)).toBeVisible();
  expect(calls.map(({ route }) => route.split('/').at(-1))).toEqual(['tabs', 'claims']);
  expect(calls[1]?.headers.get('authorization')).toBe('Bearer labwork_x');
  expect(calls[1]?.body).toMatchObject({ wants_scenarios: true });
});

it('gets another token for one that has ended, and says why where it gets none', async () => {
  const refused = (detail: string) => ({ status: 401, body: { title: 'Token refused', detail } });
  const claims = [{ body: { batch: null, ask_again_s: 0 } }, refused('It has expired.')];
  const joins = [{ body: { token: 'labwork_x' } }, { body: { token: 'labwork_y' } }];
  const calls = fakeApi({
    [JOIN]: () => joins.shift() ?? refused('It was revoked.'),
    [CLAIM]: () => claims.shift() ?? refused('There is no such token.'),
  });
  show({ is_mine: false, takes_tabs: true });
  fireEvent.click(screen.getByLabelText('Compute in this tab'));
  expect(await screen.findByText(/There is no such token/)).toBeVisible();
  const asked = calls.map(({ route, headers }) => headers.get('authorization') ?? route.at(-1));
  expect(asked).toEqual(['s', 'Bearer labwork_x', 'Bearer labwork_x', 's', 'Bearer labwork_y']);
});

it('computes nothing while the page is hidden or the battery is low', async () => {
  const calls = api();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  show({ takes_tabs: true });
  fireEvent.click(screen.getByLabelText('Compute in this tab'));
  expect(await screen.findByText(/Paused while the page is hidden/)).toBeVisible();
  hidden.mockReturnValue(false);
  const getBattery = () => Promise.resolve({ charging: false, level: 0.2 });
  Object.assign(navigator, { getBattery });
  fireEvent.click(screen.getByLabelText('Compute in this tab'));
  fireEvent.click(screen.getByLabelText('Compute in this tab'));
  expect(await screen.findByText(/the battery is below 30%/)).toBeVisible();
  expect(calls).toEqual([]);
  Object.assign(navigator, { getBattery: undefined });
});

it('is there for an owner, who opens it to others, and for others only then', async () => {
  const calls = api();
  show({ is_mine: true, takes_tabs: false });
  fireEvent.click(screen.getByLabelText('Let others compute in theirs'));
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ takes_tabs: true }));
});

it('is not there for others, nor for what is done', () => {
  show({ is_mine: false, takes_tabs: false });
  show({ status: 'done', takes_tabs: true });
  expect(screen.queryByLabelText('Compute in this tab')).toBeNull();
});
