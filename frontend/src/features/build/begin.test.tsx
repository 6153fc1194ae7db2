import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';

import { run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { algorithmsWithParameter } from '#tests/scenarioSchema';
import { openBuilder, serveBuilder } from '#tests/varying';
import { currentDraft } from '@/state/drafts';

function withCubic() {
  const known = algorithmsWithParameter();
  return [...known, ...known.slice(0, 1).map((each) => ({ ...each, ...CUBIC }))];
}

const CUBIC = { name: 'cubic', title: 'CUBIC' };

let calls: ReturnType<typeof serveBuilder>;

beforeEach(() => {
  calls = serveBuilder({
    'GET /api/runs/*': { body: run({ id: 'one', seed: 9 }) },
    'GET /api/algorithms': { body: withCubic() },
    'GET /api/runs': { body: { items: [], next_cursor: null } },
  });
});

const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const draft = () => JSON.parse(currentDraft()?.text ?? '{}') as Record<string, never>;

it('begins from nothing, with the names of the algorithms', async () => {
  const { user, router } = await openBuilder();
  await user.click(screen.getByRole('link', { name: 'New' }));
  await waitFor(() => {
    expect(router.state.location.search).toEqual({ draft: 'new' });
  });
  expect(await screen.findByRole('group', { name: 'CUBIC' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Add flows/ }));
  expect(draft()).toMatchObject({ name: '', flows: [{ label: 'CUBIC 1' }, { label: 'CUBIC 2' }] });
});

it('gives the focus to added flows, so that the key that adds can be pressed again', async () => {
  const { user } = await openBuilder('/build?preset=elephant-and-mouse');
  await screen.findByRole('group', { name: 'mouse' });
  await user.keyboard('n');
  expect(screen.getByRole('group', { name: 'BBRv2' })).toHaveFocus();
  await user.keyboard('n');
  expect(screen.getByRole('group', { name: 'BBRv2 2' })).toHaveFocus();
  await user.keyboard('{Tab}');
  expect(screen.getByRole('textbox', { name: 'Name of BBRv2 2' })).toHaveFocus();
});

it('lets names follow the algorithm until one is typed', async () => {
  const { user } = await openBuilder('/build?preset=elephant-and-mouse');
  await user.click(screen.getByRole('link', { name: 'New' }));
  const algorithm = await screen.findByRole('combobox', { name: 'Algorithm of CUBIC' });
  await user.selectOptions(algorithm, 'bbr2');
  expect(draft()).toMatchObject({ flows: [{ label: 'BBRv2', algorithm: { name: 'bbr2' } }] });
  const name = await box('Name of BBRv2');
  fireEvent.change(name, { target: { value: 'mouse' } });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Algorithm of mouse' }), 'cubic');
  expect(draft()).toMatchObject({ flows: [{ label: 'mouse', algorithm: { name: 'cubic' } }] });
  // Without a name it has its own again.
  fireEvent.change(name, { target: { value: '' } });
  fireEvent.blur(name);
  expect(draft()).toMatchObject({ flows: [{ label: 'CUBIC' }] });
});

it('comes back with the browser to what was edited, and can still undo it', async () => {
  const { user, router } = await openBuilder();
  fireEvent.change(await box('Rate'), { target: { value: '33' } });
  await user.click(screen.getByRole('link', { name: 'New' }));
  await waitFor(async () => expect((await box('Rate')).value).toBe('10'));
  router.history.back();
  await waitFor(async () => expect((await box('Rate')).value).toBe('33'));
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect(undo).toBeEnabled();
  await user.click(undo);
  expect((await box('Rate')).value).not.toBe('33');
  router.history.forward();
  await waitFor(async () => expect((await box('Rate')).value).toBe('10'));
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
  await user.click(screen.getByRole('button', { name: 'Use the shortest RTT' }));
  expect(draft()).toMatchObject({ bottleneck: { buffer: { amount: 10, unit: 'bdp' } } });
  expect(draft()).not.toHaveProperty('bottleneck.buffer.rtt_s');
  expect(await screen.findByText(/^1 BDP: RTT [\d.]+ ms, the shortest flow’s$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Keep .* as the RTT of 1 BDP$/ }));
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
