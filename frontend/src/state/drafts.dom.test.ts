import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { DraftContent } from './draft';
import {
  currentDraft,
  deletedIds,
  deleteDraft,
  listDrafts,
  MAX_DRAFTS,
  MAX_TOTAL_BYTES,
  restoreDraft,
  saveDraft,
  setCurrentDraft,
} from './drafts';

const content = (text: string): DraftContent => ({ text, seed: 7, base: null });
const names = () => listDrafts().map(({ name }) => name);

// Another tab has emptied the storage: what this one remembers is not asked any more.
beforeEach(() => deleteDraft('nothing'));

describe('the drafts of this browser', () => {
  it('are listed with the last edited one first', () => {
    vi.useFakeTimers();
    for (const name of ['one', 'two', 'three']) {
      vi.advanceTimersByTime(1000);
      saveDraft(name, name, content(`{"name": "${name}"}`));
    }
    vi.advanceTimersByTime(1000);
    saveDraft('one', 'one again', content('{}'));
    vi.useRealTimers();
    expect(names()).toEqual(['one again', 'three', 'two']);
    expect(listDrafts()[0]).toMatchObject({ id: 'one', text: '{}', seed: 7, syncedAt: null });
  });

  it('take over the one draft of older versions with its name', () => {
    const old = { text: '{"name": "Deep buffer"}', seed: 3, base: null };
    window.localStorage.setItem('lab-draft-1', JSON.stringify(old));
    deleteDraft('nothing');
    expect(listDrafts()).toMatchObject([{ name: 'Deep buffer', seed: 3, text: old.text }]);
    expect(currentDraft()?.name).toBe('Deep buffer');
    expect(window.localStorage.getItem('lab-draft-1')).toBeNull();
    deleteDraft('nothing');
    expect(listDrafts()).toHaveLength(1);
  });

  it('open with the one that was chosen, else the last edited', () => {
    saveDraft('a', 'a', content('{}'));
    saveDraft('b', 'b', content('{}'));
    setCurrentDraft('a');
    expect(currentDraft()?.id).toBe('a');
    deleteDraft('a');
    expect(currentDraft()?.id).toBe('b');
  });

  it('come back when their deletion is taken back', () => {
    saveDraft('a', 'a', content('{}'));
    const [draft] = listDrafts();
    deleteDraft('a');
    expect([names(), deletedIds().has('a')]).toEqual([[], true]);
    if (draft === undefined) throw new Error('There was no draft.');
    restoreDraft(draft);
    expect([names(), deletedIds().has('a')]).toEqual([['a'], false]);
  });

  it('are not more than their bound, and those that are there can still change', () => {
    for (let index = 0; index < MAX_DRAFTS; index += 1) {
      expect(saveDraft(`${index}`, `${index}`, content('{}'))).toBe('kept');
    }
    expect(saveDraft('more', 'more', content('{}'))).toBe('full');
    expect(listDrafts()).toHaveLength(MAX_DRAFTS);
    expect(saveDraft('7', 'seven', content('{}'))).toBe('kept');
    expect(names()).toContain('seven');
  });

  it('fit into one message together', () => {
    expect(saveDraft('a', 'a', content('x'.repeat(MAX_TOTAL_BYTES / 2)))).toBe('kept');
    expect(saveDraft('b', 'b', content('x'.repeat(MAX_TOTAL_BYTES / 2)))).toBe('full');
    expect(names()).toEqual(['a']);
    expect(saveDraft('a', 'smaller', content('x'))).toBe('kept');
  });

  it('have room for the traces of links', () => {
    const times = Array.from({ length: 100_000 }, (_, n) => Math.floor(n * 0.94));
    const text = JSON.stringify({ bottleneck: { trace: { opportunities_ms: times } } }, null, 2);
    expect(text.length).toBeGreaterThan(MAX_TOTAL_BYTES);
    const base = { kind: 'file', title: 'a link', text, runId: null } as const;
    for (const id of ['a', 'b', 'c'])
      expect(saveDraft(id, id, { text: `${text} `, seed: 1, base })).toBe('kept');
    deleteDraft('c');
    expect(listDrafts()).toMatchObject([
      { text: `${text} `, base },
      { text: `${text} `, base },
    ]);
  });

  it('say when the browser keeps nothing', () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(saveDraft('a', 'a', content('{}'))).toBe('refused');
    refuse.mockRestore();
  });

  it('pass over what is no draft', () => {
    window.localStorage.setItem('lab-draft-2:x', '{"text": 1}');
    window.localStorage.setItem('lab-draft-2:y', 'no JSON');
    saveDraft('a', 'a', content('{}'));
    expect(names()).toEqual(['a']);
  });
});
