/** Drafts, files and long lists of flow groups in the editor. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Answer } from '#tests/fakeApi';
import { checked, group, run, scenario } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveBuilder } from '#tests/varying';
import { currentDraft, deleteDraft, listDrafts, saveDraft } from '@/state/drafts';

let refusal: Answer | null = null;

beforeEach(() => {
  refusal = null;
  deleteDraft('nothing');
  HTMLElement.prototype.scrollIntoView = () => undefined;
  serveBuilder({
    'POST /api/scenarios/check': () => refusal ?? { body: checked() },
    'GET /api/runs/*': { body: run({ id: 'one', seed: 9 }) },
    'GET /api/runs': { body: { items: [], next_cursor: null } },
  });
});

const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const labels = () =>
  (JSON.parse(currentDraft()?.text ?? '{}') as { flows: { label: string }[] }).flows.map(
    ({ label }) => label,
  );

async function openMenu(action: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Draft' }));
  return screen.findByText(action);
}

function keep(id: string, name: string, groups = 2) {
  const flows = Array.from({ length: groups }, (_, index) => group(`flow ${index}`, 0.04, 'bbr2'));
  const text = JSON.stringify(scenario({ name, flows }), null, 2);
  saveDraft(id, name, { text, seed: 7, base: null });
}

describe('drafts in the editor', () => {
  it('opens the one that the address names, and edits that one', async () => {
    keep('one', 'First');
    keep('two', 'Second');
    const { router } = renderApp('/build?draft=one');
    fireEvent.change(await box('Duration'), { target: { value: '33' } });
    await waitFor(() => expect(router.state.location.href).toBe('/build'));
    expect(currentDraft()).toMatchObject({ id: 'one', name: 'First', seed: 7 });
    expect(listDrafts()).toHaveLength(2);
  });

  it('begins a new draft for every preset that is changed, and keeps the others', async () => {
    keep('one', 'First');
    renderApp('/build?preset=elephant-and-mouse');
    expect((await box('Name')).value).toBe('Elephant and mouse');
    expect(listDrafts()).toHaveLength(1);
    fireEvent.change(await box('Duration'), { target: { value: '33' } });
    expect(listDrafts().map(({ name }) => name)).toEqual(['Elephant and mouse', 'First']);
  });

  it('continues with a copy and leaves the other as it was', async () => {
    keep('one', 'First');
    renderApp('/build?draft=one');
    fireEvent.click(await openMenu('Save a copy'));
    await waitFor(async () => expect((await box('Name')).value).toBe('First copy'));
    fireEvent.change(await box('Duration'), { target: { value: '33' } });
    const texts = Object.fromEntries(listDrafts().map(({ name, text }) => [name, text]));
    expect(JSON.parse(texts.First ?? '{}')).toMatchObject({ duration_s: 10 });
    expect(JSON.parse(texts['First copy'] ?? '{}')).toMatchObject({ duration_s: 33 });
  });

  it('begins an empty one as often as it is asked to', async () => {
    renderApp('/build?draft=new');
    fireEvent.change(await box('Duration'), { target: { value: '33' } });
    expect((await box('Duration')).value).toBe('33');
    fireEvent.click(await openMenu('New scenario'));
    await waitFor(async () => expect((await box('Duration')).value).toBe('60'));
    fireEvent.change(await box('Duration'), { target: { value: '44' } });
    expect(listDrafts()).toHaveLength(2);
  });

  it('says when there is no such draft', async () => {
    renderApp('/build?draft=gone');
    expect(await screen.findByText(/This browser has no such draft/)).toBeVisible();
  });

  it('opens a file that is dropped on the page', async () => {
    renderApp('/build?preset=elephant-and-mouse');
    await box('Duration');
    const file = new File([JSON.stringify(scenario({ name: 'Dropped' }))], 'mine.json');
    // jsdom has no DataTransfer of its own.
    const drop = new Event('drop', { cancelable: true });
    Object.assign(drop, { dataTransfer: { types: ['Files'], files: [file] } });
    act(() => void window.dispatchEvent(drop));
    expect(drop.defaultPrevented).toBe(true);
    await waitFor(async () => expect((await box('Name')).value).toBe('Dropped'));
    expect(screen.getByText('from mine.json')).toBeVisible();
  });
});

describe('many flow groups', () => {
  it('moves a row with Alt and an arrow, and the focus along with it', async () => {
    keep('one', 'Three', 3);
    renderApp('/build?draft=one');
    const rtt = await box('Base RTT of flow 0');
    rtt.focus();
    fireEvent.keyDown(rtt, { key: 'ArrowDown', altKey: true });
    expect(labels()).toEqual(['flow 1', 'flow 0', 'flow 2']);
    expect(await box('Base RTT of flow 0')).toHaveFocus();
    fireEvent.keyDown(await box('Base RTT of flow 1'), { key: 'ArrowUp', altKey: true });
    expect(labels()).toEqual(['flow 1', 'flow 0', 'flow 2']);
  });

  it('shows a thousand of them page by page and fans them out in the drawing', async () => {
    keep('one', 'Thousand', 1000);
    const { user } = renderApp('/build?draft=one');
    expect(await screen.findByText('1 to 25 of 1000 groups')).toBeVisible();
    expect(await screen.findByRole('img', { name: /1000 groups/ })).toBeVisible();
    const pages = within(screen.getByRole('navigation', { name: 'Pages of flow groups' }));
    await user.click(pages.getByRole('button', { name: 'Next' }));
    expect(await box('Base RTT of flow 25')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Base RTT of flow 0' })).toBeNull();
  });

  it('leads from the list of problems to the field, also on another page of rows', async () => {
    keep('one', 'Many', 60);
    const errors = ['flows.55.rtt_s', 'warmup_s'].map((path) => ({
      path,
      pointer: '',
      message: `${path} is wrong; it must be at least 1`,
      value: 0,
      bound: 1,
    }));
    refusal = { status: 422, body: { title: 'x', detail: 'x', status: 422, errors } };
    const { user } = renderApp('/build?draft=one');
    await user.click(await screen.findByRole('button', { name: 'Show flows.55.rtt_s' }));
    expect(await box('Base RTT of flow 55')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Show warmup_s' }));
    expect(document.activeElement?.closest('[data-path]')).toHaveAttribute('data-path', 'warmup_s');
  });
});
