import { computeFiledRuns } from '@/api/runs/filedRuns';
import type { RunsFile } from '@/analysis/links/runsFile';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { fakeApi, type Answer, type Responder } from '#tests/fakeApi';
import { algorithms } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { keyToText } from '@/analysis/links/keyText';
import { ownerKey } from '@/api/http/owner';
import { deleteDraft, listDrafts, saveDraft } from '@/state/drafts';

const THEIRS = 'ab'.repeat(32);
const THEIR_DRAFT = {
  id: 'theirs',
  name: 'Theirs',
  text: '{"name": "Theirs"}',
  seed: 3,
  base: null,
  updated_at: '2026-11-20T17:00:00Z',
};

beforeEach(() => {
  deleteDraft('nothing');
});

function serve(more: Record<string, Answer | Responder> = {}) {
  return fakeApi({
    'GET /api/algorithms': { body: algorithms() },
    'GET /api/runs': { body: { items: [], next_cursor: null } },
    'GET /api/owner': { body: { run_count: 12, draft_count: 1, newest_run_at: null } },
    'POST /api/owner/adopt': { body: { run_count: 12 } },
    'GET /api/drafts': { body: { revision: 4, drafts: [THEIR_DRAFT] } },
    'PUT /api/drafts': (_, body) => ({ body: { ...(body as object), revision: 5 } }),
    ...more,
  });
}

async function openSheet() {
  const view = renderApp('/runs');
  await view.user.click(await screen.findByRole('button', { name: 'Move my work' }));
  return view;
}

/** Seven groups, then six. */
const shown = (text: string) => `${text.slice(0, 41)}\n${text.slice(42)}`;

const enter = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Key of the other browser' }), {
    target: { value: text },
  });

describe('taking work to another browser', () => {
  it('shows the key only when asked, and hands the drafts in', async () => {
    saveDraft('mine', 'Mine', { text: '{}', seed: 1, base: null });
    const calls = serve({ 'GET /api/drafts': { body: { revision: 0, drafts: [] } } });
    const { user } = await openSheet();
    expect(screen.queryByRole('textbox', { name: 'Key' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show the key' }));
    expect(screen.getByRole('textbox', { name: 'Key' })).toHaveValue(
      shown(keyToText(ownerKey()) ?? ''),
    );
    expect(await screen.findByText('Every run and 1 draft move too.')).toBeVisible();
    const put = calls.find(({ route }) => route === 'PUT /api/drafts');
    expect(put?.body).toMatchObject({ revision: 0, drafts: [{ id: 'mine', name: 'Mine' }] });
    expect(calls.map(({ url }) => url.href).join()).not.toContain(ownerKey());
    expect(screen.getByText(/Anyone with the key can see/)).toBeVisible();
  });
});

describe('bringing work from another browser', () => {
  it('names the group with a slip, and moves nothing', async () => {
    const calls = serve();
    await openSheet();
    const text = keyToText(THEIRS) ?? '';
    enter(text.replace(/^./, '0'));
    expect(await screen.findByText('There is a typing error in group 1.')).toBeVisible();
    enter(text.slice(0, 40));
    expect(await screen.findByText(/of 65 characters found/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use this key here' })).toBeNull();
    expect(calls.some(({ route }) => route.includes('owner'))).toBe(false);
  });

  it('brings the own runs along and joins the drafts of both', async () => {
    saveDraft('mine', 'Mine', { text: '{"name": "Mine"}', seed: 1, base: null });
    const before = ownerKey();
    const calls = serve();
    const { user } = await openSheet();
    enter(keyToText(THEIRS) ?? '');
    expect(await screen.findByText('The key has 12 runs and 1 draft.')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Use this key here' }));
    expect(await screen.findByText('12 runs were moved.')).toBeVisible();
    const adopted = calls.find(({ route }) => route === 'POST /api/owner/adopt');
    expect(adopted?.body).toEqual({ owner_key: before });
    expect(adopted?.headers.get('x-lab-owner')).toBe(THEIRS);
    expect(ownerKey()).toBe(THEIRS);
    expect(listDrafts().map(({ name }) => name)).toEqual(['Mine', 'Theirs']);
    const put = calls.find(({ route }) => route === 'PUT /api/drafts');
    expect(put?.headers.get('x-lab-owner')).toBe(THEIRS);
    expect(put?.body).toMatchObject({ revision: 4, drafts: [{ id: 'mine' }, { id: 'theirs' }] });
  });

  it('leaves the own runs behind under a key that it shows', async () => {
    const other = 'cd'.repeat(32);
    const before = keyToText(ownerKey()) ?? '';
    const calls = serve();
    const { user } = await openSheet();
    enter(keyToText(other) ?? '');
    await user.click(await screen.findByRole('radio', { name: /^Leave them/ }));
    expect(screen.getByRole('textbox', { name: /^Leave them/ })).toHaveValue(shown(before));
    await user.click(screen.getByRole('button', { name: 'Use this key here' }));
    await screen.findByText('This browser now works with the key.');
    expect(calls.some(({ route }) => route === 'POST /api/owner/adopt')).toBe(false);
    expect(ownerKey()).toBe(other);
  });

  it('merges again when another browser was quicker', async () => {
    let tries = 0;
    const conflict = { title: 'Conflict', status: 409, detail: 'Read them again.' };
    serve({
      'PUT /api/drafts': () => {
        tries += 1;
        return tries === 1
          ? { status: 409, body: conflict }
          : { body: { revision: 6, drafts: [] } };
      },
    });
    const { user } = await openSheet();
    enter(keyToText('ef'.repeat(32)) ?? '');
    await user.click(await screen.findByRole('button', { name: 'Use this key here' }));
    await screen.findByText('This browser now works with the key.');
    expect(tries).toBe(2);
    await waitFor(() => expect(listDrafts().map(({ id }) => id)).toEqual(['theirs']));
  });

  it('knows its own key', async () => {
    serve();
    await openSheet();
    enter(keyToText(ownerKey()) ?? '');
    expect(await screen.findByText('This is the key of this browser.')).toBeVisible();
  });
});

it('takes of a site’s file the runs, and says what else is in it', async () => {
  fakeApi({
    'GET /api/speed': { body: { core_version: '0', behaviour_version: 8, sizes: [] } },
    'GET /api/runs': { body: { items: [], next_cursor: null } },
  });
  const file = { behaviour_version: 8, runs: [], attempts: [{}], experiments: [{}, {}] };
  const { problems, labCount } = await computeFiledRuns(
    file as unknown as RunsFile,
    () => undefined,
  );
  expect(labCount).toBe(0);
  expect(problems).toEqual([
    'Only a site without a server reads labs done alone; the file has 1.',
    'Only a site without a server reads experiments; the file has 2.',
  ]);
});
