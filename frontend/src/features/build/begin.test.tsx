import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';

import { run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { openBuilder, serveBuilder } from '#tests/varying';
import { currentDraft } from '@/state/drafts';

let calls: ReturnType<typeof serveBuilder>;

beforeEach(() => {
  calls = serveBuilder({
    'GET /api/runs/*': { body: run({ id: 'one', seed: 9 }) },
    'GET /api/runs': { body: { items: [], next_cursor: null } },
  });
});

const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const draft = () => JSON.parse(currentDraft()?.text ?? '{}') as Record<string, never>;

it('begins from nothing, with neutral names', async () => {
  const { user, router } = await openBuilder();
  await user.click(screen.getByRole('link', { name: 'New' }));
  await waitFor(() => {
    expect(router.state.location.search).toEqual({ draft: 'new' });
  });
  expect(await screen.findByRole('group', { name: 'flow 1' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Add flows/ }));
  expect(draft()).toMatchObject({ name: '', flows: [{ label: 'flow 1' }, { label: 'flow 2' }] });
});

it('selects a number with the first click: what is typed replaces it', async () => {
  const { user } = await openBuilder();
  const rate = await box('Rate');
  await user.click(rate);
  expect([rate.selectionStart, rate.selectionEnd]).toEqual([0, rate.value.length]);
  await user.keyboard('50');
  expect(rate.value).toBe('50');
  expect(draft()).toMatchObject({ bottleneck: { rate_bps: 50e6 } });
});

it('runs nothing with a seed that is none, and says so', async () => {
  const { user } = await openBuilder();
  const seed = await box('Seed');
  await user.clear(seed);
  await user.type(seed, 'abc');
  await user.tab();
  expect(seed.value).toBe('abc');
  expect(screen.getByRole('alert')).toHaveTextContent(
    '“abc” is not a number. This field takes a whole number, such as 10.',
  );
  expect(seed).toHaveAccessibleDescription(/“abc” is not a number/);
  expect(screen.getByRole('button', { name: /^Run/ })).toBeDisabled();
  fireEvent.keyDown(window, { key: 'Enter', ctrlKey: true });
  for (const wrong of ['1.5', '-1', '9007199254740992']) {
    fireEvent.change(seed, { target: { value: wrong } });
    fireEvent.blur(seed);
    expect(screen.getByRole('alert')).toHaveTextContent(`“${wrong}” is not possible`);
    expect(screen.getByRole('button', { name: /^Run/ })).toBeDisabled();
  }
  expect(calls.filter(({ route }) => route === 'POST /api/runs')).toEqual([]);
  fireEvent.change(seed, { target: { value: '7' } });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(currentDraft()?.seed).toBe(7);
  fireEvent.change(seed, { target: { value: '1,234' } });
  expect(currentDraft()?.seed).toBe(1234);
});

it('shows the RTT of a BDP beside the buffer, and lets it follow the flows', async () => {
  const { user } = await openBuilder();
  expect((await box('RTT of 1 BDP, fixed')).value).toBe('25');
  await user.click(screen.getByRole('button', { name: 'Follow the flows' }));
  expect(draft()).toMatchObject({ bottleneck: { buffer: { amount: 10, unit: 'bdp' } } });
  expect(draft()).not.toHaveProperty('bottleneck.buffer.rtt_s');
  expect(await screen.findByText(/^1 BDP: RTT [\d.]+ ms, the shortest flow’s$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Fix the RTT of 1 BDP' }));
  expect(await box('RTT of 1 BDP, fixed')).toBeVisible();
});

it('shows a text that is too deep as a problem, not as a broken page', async () => {
  renderApp('/build');
  const deep = `{"flows": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  await screen.findByRole('form', { name: 'Form' });
  const data = { getData: () => deep };
  fireEvent.paste(document.body, { clipboardData: data });
  expect(
    await screen.findByText('The text is not JSON, so the form cannot show it.'),
  ).toBeVisible();
  expect(screen.getAllByText(/nested more than 64 levels deep/)[0]).toBeVisible();
  expect(within(document.body).queryByText(/This page broke/)).toBeNull();
});
