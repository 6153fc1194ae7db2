import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import newreno from '#modules/assemblyscript/newreno.ts?raw';
import { withFork } from '@/analysis/scenario/changes/forks';
import { fakeApi } from '#tests/fakeApi';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';

const MODULES = '/api/algorithms/modules';
const ORIGIN = 'ab'.repeat(32);
const COPY = 'cd'.repeat(32);

function moduleOf(sha256: string, title: string, source: string) {
  return {
    name: `wasm:${sha256}`,
    sha256,
    byte_count: 2048,
    description: {
      name: 'mine',
      title,
      summary: '',
      source: '',
      recovery: 'own',
      ecn: 'off',
      parameters: [],
      series: [],
      phases: [],
      reasons: [],
    },
    build_line: 'npx asc',
    licence: 'MIT',
    created_at: '2026-11-28T12:00:00Z',
    source_text: source,
    is_mine: false,
  };
}

const ORIGINAL = moduleOf(ORIGIN, 'Mine', newreno);
const FORKED = withFork(newreno, { name: ORIGINAL.name, title: 'Mine' });

function serve(copy: object) {
  fakeApi({
    'GET /api/algorithms': { body: coreAlgorithms },
    'GET /api/algorithms/not-public': { body: [] },
    [`GET ${MODULES}`]: { body: [] },
    [`GET ${MODULES}/${ORIGIN}`]: { body: ORIGINAL },
    [`GET ${MODULES}/${COPY}`]: copy,
  });
}

describe('the page of a stored module', () => {
  it('has its source, what it was forked from, and a copy to edit', async () => {
    serve({ body: moduleOf(COPY, 'Mine, steeper', FORKED) });
    renderApp(`/algorithms/wasm:${COPY}`);
    expect(await screen.findByRole('heading', { name: 'Mine, steeper' })).toBeVisible();
    expect(screen.getByLabelText('Source').textContent).toBe(FORKED);
    const main = within(screen.getByRole('main'));
    expect(await main.findByRole('link', { name: 'Mine, wasm:abababab' })).toHaveAttribute(
      'href',
      `/algorithms/wasm%3A${ORIGIN}`,
    );
    expect(main.getByRole('link', { name: 'Edit a copy' })).toHaveAttribute(
      'href',
      expect.stringContaining(`fork=wasm%3A${COPY}`),
    );
    expect(main.getByText('MIT')).toBeVisible();
  });

  it('offers no copy of a source that the page cannot compile', async () => {
    serve({ body: moduleOf(COPY, 'In C', '#include "ccsim_algorithm.h"') });
    renderApp(`/algorithms/wasm:${COPY}`);
    expect(await screen.findByRole('heading', { name: 'In C' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Edit a copy' })).toBeNull();
    expect(screen.queryByText(/Forked from/)).toBeNull();
  });

  it('says that a module is not there', async () => {
    serve({ status: 404, body: { title: 'Not found', detail: 'There is no such module.' } });
    renderApp(`/algorithms/wasm:${COPY}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('The module could not be loaded');
  });
});
