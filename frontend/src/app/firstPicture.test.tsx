import { readFileSync } from 'node:fs';

import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';

import { NAVIGATION, withNavigation } from './navigation';

const read = (path: string) => readFileSync(`${process.cwd()}/${path}`, 'utf8');

describe('the head bar of index.html', () => {
  it('is the one that the page draws then, so that nothing jumps', async () => {
    fakeApi({ 'GET /api/algorithms': { body: coreAlgorithms } });
    renderApp('/algorithms');
    const drawn = await screen.findByRole('banner');
    const bar = new DOMParser().parseFromString(withNavigation(read('index.html')), 'text/html');
    const first = bar.querySelector('#root > .lab-head');
    const linksOf = (head: Element | null) =>
      [...(head?.querySelectorAll('a') ?? [])].map((link) => [
        link.textContent.trim(),
        link.getAttribute('href'),
        link.classList.item(0),
      ]);
    expect(linksOf(first)).toEqual(linksOf(drawn));
    expect(linksOf(first)).toHaveLength(1 + NAVIGATION.length);
    const shape = (head: Element | null) =>
      [...(head?.querySelectorAll('svg path') ?? [])].map((path) => path.getAttribute('d'));
    expect(shape(first)).toEqual(shape(drawn));
  });
});

describe('before the first picture', () => {
  const root = document.documentElement;

  beforeEach(() => clear());
  afterEach(() => clear());

  it('asks for what the first page needs, exactly as the page asks then', async () => {
    runAt('/');
    const asked = preloads().map((link) => link.getAttribute('href'));
    const calls = fakeApi({
      'GET /api/opening': { body: [] },
      'GET /api/algorithms': { body: coreAlgorithms },
      'GET /api/presets': { body: [] },
      'GET /api/ready': { body: { core_versions: [] } },
    });
    renderApp('/');
    await waitFor(() => expect(calls.length).toBeGreaterThan(1));
    // Without an owner: with another header the browser would ask a second time.
    const plain = calls.filter(({ headers }) => !headers.has('X-Lab-Owner'));
    expect(plain.map(({ url }) => url.pathname)).toEqual(expect.arrayContaining(asked));
    expect(asked).toEqual(['/api/opening', '/api/algorithms']);
    for (const link of preloads()) {
      expect(link.as).toBe('fetch');
      expect(link.crossOrigin).toBe('anonymous');
    }
  });

  it('asks for nothing on other pages', () => {
    runAt('/runs');
    expect(preloads()).toEqual([]);
    expect(root).not.toHaveAttribute('data-bare');
  });

  it.each(['/embed/abc?theme=dark', '/classes/1/wall'])('draws no bar at %s', (address) => {
    runAt(address);
    expect(root).toHaveAttribute('data-bare');
  });

  it('sets the colours that the user has chosen', () => {
    window.localStorage.setItem('lab-color-scheme', 'dark');
    runAt('/');
    expect(root).toHaveAttribute('data-color-scheme', 'dark');
  });

  function runAt(address: string) {
    window.history.replaceState(null, '', address);
    window.matchMedia ??= ((media: string) => ({ media, matches: false })) as never;
    // As the browser runs it.
    new Function(read('public/before-paint.js'))();
  }

  function preloads(): HTMLLinkElement[] {
    return [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')];
  }

  function clear() {
    for (const link of preloads()) link.remove();
    root.removeAttribute('data-bare');
    window.localStorage.clear();
    window.history.replaceState(null, '', '/');
  }
});
