import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { createAppRouter } from '@/app/router';
import { currentDraft, listDrafts, saveDraft, setCurrentDraft } from '@/state/drafts';
import { waitForStoring } from '@/state/waitingModule';

import { fakeApi } from '#tests/fakeApi';
import { renderApp } from '#tests/renderApp';

/** An embedding page shows only what was shared. */
const ELSEWHERE = '/embed/$token';
const paths = Object.keys(createAppRouter().routesByPath).filter((path) => path !== ELSEWHERE);

beforeEach(() => {
  // Every page in the state that it has without its lab, where nothing of its own takes files.
  fakeApi({});
  waitForStoring(null);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // jsdom has no workers: what a page asks of one stays without an answer.
  vi.stubGlobal('Worker', SilentWorker);
});

class SilentWorker {
  postMessage(): void {
    return;
  }
  terminate(): void {
    return;
  }
}

function send(type: string, file: File): Event {
  const event = new Event(type, { cancelable: true });
  // jsdom has no DataTransfer of its own.
  Object.assign(event, { dataTransfer: { types: ['Files'], files: [file] } });
  act(() => void window.dispatchEvent(event));
  return event;
}

async function dropModule(): Promise<void> {
  const file = new File([new Uint8Array([0, 97, 115, 109])], 'mine.wasm');
  await waitFor(
    () => {
      // The code for files is loaded when the first one is dragged over the page.
      send('dragenter', file);
      expect(send('dragover', file).defaultPrevented).toBe(true);
    },
    { timeout: 10_000 },
  );
  expect(send('drop', file).defaultPrevented).toBe(true);
}

describe('a file that is dropped', () => {
  it('is looked for on every page there is', () => {
    expect(paths.length).toBeGreaterThan(30);
    expect(paths).toEqual(
      expect.arrayContaining(['/', '/build', '/runs/$id', '/compare', '/league', '/algorithms']),
    );
  });

  it.each(paths)('is taken on %s, and no draft changes', async (path) => {
    const text = '{"version": 1, "name": "Mine"}';
    const isKept = saveDraft('mine', 'Mine', { text, seed: 1, base: null });
    expect(isKept).toBe('kept');
    setCurrentDraft('mine');
    const count = listDrafts().length;
    renderApp(path.replace(/\$\w+/g, 'a1'));
    await dropModule();
    const dialog = within(await screen.findByRole('dialog', { name: 'mine.wasm' }));
    expect(dialog.getByRole('link', { name: 'Store it as your algorithm' })).toBeVisible();
    expect(currentDraft()).toMatchObject({ id: 'mine', text });
    expect(listDrafts()).toHaveLength(count);
  });
});
