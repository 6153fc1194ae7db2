import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { running } from '#tests/firstPage';
import { coreAlgorithms } from '#tests/registry';
import { run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

import { NAVIGATION } from './navigation';

beforeEach(() => {
  fakeApi({
    'GET /api/runs': { body: { items: [], next_cursor: null } },
    'GET /api/algorithms': { body: coreAlgorithms },
  });
});

describe('the head bar', () => {
  it('names the places and marks the one that is open', async () => {
    renderApp('/algorithms');
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    const links = within(nav).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(
      NAVIGATION.map(({ label }) => label),
    );
    expect(within(nav).getByRole('link', { current: 'page' })).toHaveTextContent('Algorithms');
  });

  it('sets light, dark, or what the system has', async () => {
    const { user } = renderApp('/algorithms');
    const choice = await screen.findByRole('combobox', { name: 'Colours' });
    expect(choice).toHaveValue('auto');
    const scheme = () => document.documentElement.getAttribute('data-color-scheme');
    await user.selectOptions(choice, 'Dark');
    expect(scheme()).toBe('dark');
    await user.selectOptions(choice, 'Light');
    expect(scheme()).toBe('light');
    expect(window.localStorage.getItem('lab-color-scheme')).toBe('light');
    await user.selectOptions(choice, 'System');
    expect(choice).toHaveValue('auto');
  });
});

describe('the foot of a page', () => {
  it('opens pictures of its plots, where it has some, and no plot has a button of its own', async () => {
    fakeApi(running);
    renderApp('/');
    const save = await screen.findByRole('button', { name: 'Save a picture' });
    expect(screen.queryAllByRole('button', { name: /^Picture/ })).toHaveLength(0);
    await userEvent.click(save);
    expect(await screen.findByRole('dialog', { name: 'Save a picture' })).toBeVisible();
  });

  it('offers none where nothing is drawn', async () => {
    renderApp('/algorithms');
    await screen.findByRole('link', { name: 'BBRv2' });
    expect(screen.queryByRole('button', { name: 'Save a picture' })).toBeNull();
  });
});

/** A page may have states of its own. */
function announcer(): Element {
  const found = document.querySelector('.visually-hidden[role="status"]');
  if (found === null) throw new Error('nothing announces');
  return found;
}

describe('going to another page', () => {
  it('puts the focus at its start and says its title', async () => {
    const { user } = renderApp('/runs');
    await user.click(await screen.findByRole('link', { name: 'Algorithms' }));
    await screen.findByRole('link', { name: 'BBRv2' });
    expect(document.activeElement).toHaveAttribute('id', 'page');
    const status = announcer();
    await waitFor(() => expect(status).toHaveTextContent('Algorithms · FaiRTT Lab'));
  });

  it('never says the title of the page before for that of a run that is still loading', async () => {
    let answer: (body: unknown) => void = () => undefined;
    const late = new Promise((resolve) => (answer = resolve));
    serveRuns([], {
      'GET /api/runs': { body: { items: [], next_cursor: null } },
      'GET /api/runs/*': async () => ({ body: await late }),
    });
    const { router } = renderApp('/algorithms');
    await waitFor(() => expect(document.title).toBe('Algorithms · FaiRTT Lab'));
    const said: string[] = [];
    const status = announcer();
    const observer = new MutationObserver(() => said.push(status.textContent));
    observer.observe(status, { childList: true, characterData: true, subtree: true });
    await act(() => router.navigate({ to: '/runs/$id', params: { id: 'one' } }));
    // Longer than a title has to stand to be said.
    await act(() => new Promise((done) => setTimeout(done, 300)));
    answer(run({ id: 'one', name: 'Two flows' }));
    await waitFor(() => expect(said.at(-1)).toBe('Two flows · FaiRTT Lab'));
    expect(said.filter((each) => each !== '')).toEqual(['Two flows · FaiRTT Lab']);
  });

  it('gives an address that leads nowhere a title and a way on', async () => {
    renderApp('/no/such/page');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Page not found · FaiRTT Lab'));
    expect(screen.getByRole('link', { name: 'Go to the start' })).toHaveAttribute('href', '/');
  });
});
