import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { probe } from '@/api/http/connection';
import { run } from '#tests/fixtures';
import { fakeApi, FakeEventSource } from '#tests/fakeApi';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

import { isPageAway, lazyPage } from './routes/lazyPage';

const TITLE = 'No connection to the lab.';

/** No answer, as without a network. */
function silence() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
}

describe('a lab that does not answer', () => {
  it('is reported on the page with what will happen, until it answers', async () => {
    const open = run({ id: 'one', status: 'running', result: null, finished_at: null });
    serveRuns([open], { 'GET /api/health': { body: {} } });
    renderApp('/runs/one');
    await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1));
    expect(screen.queryByText(TITLE)).toBeNull();
    const [stream] = FakeEventSource.opened;
    silence();
    act(() => stream?.dispatchEvent(new Event('error')));
    expect(await screen.findByText(TITLE)).toBeVisible();
    expect(
      screen.getByText(/Runs continue there; this page catches up automatically/),
    ).toBeVisible();
    serveRuns([open], { 'GET /api/health': { body: {} } });
    act(() => stream?.dispatchEvent(new Event('open')));
    await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
  });

  it('is asked when the browser loses its network, and when that is back', async () => {
    const asked = serveRuns([run({ id: 'one' })], { 'GET /api/health': { body: {} } });
    renderApp('/runs/one');
    await screen.findByText('2.5 times');
    // A lab on this machine needs no network.
    act(() => void window.dispatchEvent(new Event('offline')));
    await waitFor(() => expect(asked.map(({ route }) => route)).toContain('GET /api/health'));
    expect(screen.queryByText(TITLE)).toBeNull();
    silence();
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(await screen.findByText(TITLE)).toBeVisible();
    serveRuns([run({ id: 'one' })], { 'GET /api/health': { body: {} } });
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
  });

  it('is asked again for what it did not answer', async () => {
    silence();
    renderApp('/runs/one');
    expect(await screen.findByText('This run could not be loaded', {}, WAIT)).toBeVisible();
    serveRuns([run({ id: 'one' })], { 'GET /api/health': { body: {} } });
    await act(probe);
    expect(await screen.findByText('2.5 times', {}, WAIT)).toBeVisible();
  });
});

/** Questions without an answer are repeated before they fail. */
const WAIT = { timeout: 15_000 };

describe('a page whose code is not here', () => {
  const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

  it('is away while the lab does not answer', async () => {
    silence();
    const page = lazyPage<{ Page: () => null }, 'Page'>(load, 'Page');
    await page.preload?.();
    expect(thrownBy(page)).toSatisfy(isPageAway);
    expect(String(thrownBy(page))).toContain('This page could not be fetched.');
  });

  it('is left to the router if the lab answers: it may be a newer one', async () => {
    fakeApi({ 'GET /api/health': { body: {} } });
    let caught: unknown;
    const page = lazyPage<{ Page: () => null }, 'Page'>(
      () => load().catch((error: unknown) => Promise.reject((caught = error))),
      'Page',
    );
    window.sessionStorage.setItem(
      'tanstack_router_reload:Failed to fetch dynamically imported module',
      '1',
    );
    await page.preload?.();
    expect(thrownBy(page)).toBe(caught);
  });
});

function thrownBy(page: unknown): unknown {
  try {
    (page as (props: object) => unknown)({});
  } catch (error) {
    return error;
  }
  return null;
}
