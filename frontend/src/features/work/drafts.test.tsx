import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { algorithms } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { deleteDraft, listDrafts, saveDraft } from '@/state/drafts';

beforeEach(() => {
  deleteDraft('nothing');
  fakeApi({
    'GET /api/algorithms': { body: algorithms() },
    'GET /api/runs': { body: { items: [], next_cursor: null } },
  });
});

function keep(id: string, name: string, algorithm = 'bbr2') {
  const flows = [{ rtt_s: 0.02, algorithm: { name: algorithm } }];
  const text = JSON.stringify({ name, bottleneck: { rate_bps: 2e7 }, flows }, null, 2);
  const base = { kind: 'preset' as const, title: 'Known case', text: '{}', runId: null };
  saveDraft(id, name, { text, seed: 7, base });
}

const link = (name: string) => screen.findByRole('link', { name });

describe('the list of drafts', () => {
  it('shows what each one is, where it came from, and opens it', async () => {
    keep('one', 'Deep buffer');
    renderApp('/runs?show=drafts');
    expect(await link('Deep buffer')).toHaveAttribute('href', '/build?draft=one');
    const row = within((await link('Deep buffer')).closest('tr') ?? document.body);
    for (const text of ['BBRv2', '1 flow', '20 Mbit/s', 'seed 7', 'preset Known case']) {
      expect(await row.findByText(text)).toBeVisible();
    }
  });

  it('says that it is empty and begins a draft', async () => {
    renderApp('/runs?show=drafts');
    expect(await screen.findByText('This browser has no drafts.')).toBeVisible();
    expect(await link('New scenario')).toHaveAttribute('href', '/build?draft=new');
  });

  it('finds by name and text', async () => {
    keep('one', 'Deep buffer', 'cubic');
    keep('two', 'Shallow buffer');
    const { user } = renderApp('/runs?show=drafts');
    await user.type(await screen.findByRole('searchbox'), 'buffer cubic');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Shallow buffer' })).toBeNull());
    expect(await link('Deep buffer')).toBeVisible();
  });

  it('renames in the scenario as well', async () => {
    keep('one', 'Old');
    const { user } = renderApp('/runs?show=drafts');
    await user.click(await screen.findByRole('button', { name: 'Rename Old' }));
    await user.keyboard('New name{Enter}');
    expect(await link('New name')).toBeVisible();
    expect(JSON.parse(listDrafts()[0]?.text ?? '{}')).toMatchObject({ name: 'New name' });
  });

  it('duplicates under a name of its own', async () => {
    keep('one', 'Deep buffer');
    const { user } = renderApp('/runs?show=drafts');
    await user.click(await screen.findByRole('button', { name: 'Duplicate Deep buffer' }));
    expect(await link('Deep buffer copy')).toBeVisible();
    expect(await link('Deep buffer')).toBeVisible();
    expect(new Set(listDrafts().map(({ id }) => id)).size).toBe(2);
  });

  it('brings back what was deleted', async () => {
    keep('one', 'Deep buffer');
    const { user } = renderApp('/runs?show=drafts');
    await user.click(await screen.findByRole('button', { name: 'Delete Deep buffer' }));
    expect(listDrafts()).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await link('Deep buffer')).toBeVisible();
  });
});
