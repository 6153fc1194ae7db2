import { describe, expect, it } from 'vitest';

import { mergeDrafts, type MergedDraft } from './draftMerge';

const draft = (id: string, text: string, minute: number, synced: number | null): MergedDraft => ({
  id,
  text,
  updatedAt: at(minute),
  syncedAt: synced === null ? null : at(synced),
});
const at = (minute: number) => `2026-11-20T17:${String(minute).padStart(2, '0')}:00.000Z`;
const merge = (local: MergedDraft[], remote: MergedDraft[], deleted: string[] = []) =>
  mergeDrafts(local, remote, new Set(deleted), () => 'new');
const texts = ({ drafts }: ReturnType<typeof merge>) => drafts.map(({ id, text }) => [id, text]);

describe('drafts of two browsers', () => {
  it('are all there, and known to be handed in', () => {
    const merged = merge([draft('a', 'mine', 1, null)], [draft('b', 'theirs', 2, null)]);
    expect(merged.drafts).toEqual([draft('a', 'mine', 1, 1), draft('b', 'theirs', 2, 2)]);
    expect(merged.doubled).toEqual([]);
  });

  it('take the side that was edited since', () => {
    expect(texts(merge([draft('a', 'old', 1, 1)], [draft('a', 'new', 5, 1)]))).toEqual([
      ['a', 'new'],
    ]);
    expect(texts(merge([draft('a', 'new', 5, 1)], [draft('a', 'old', 1, 1)]))).toEqual([
      ['a', 'new'],
    ]);
  });

  it('keep both where both sides were edited', () => {
    const merged = merge([draft('a', 'mine', 5, 1)], [draft('a', 'theirs', 4, 1)]);
    expect(texts(merged)).toEqual([
      ['a', 'theirs'],
      ['new', 'mine'],
    ]);
    expect(merged.doubled).toEqual(['a']);
  });

  it('do not bring back what was deleted here, unless it is there again', () => {
    expect(texts(merge([], [draft('a', 'x', 1, 1)], ['a']))).toEqual([]);
    expect(texts(merge([draft('a', 'y', 1, 1)], [draft('a', 'x', 2, 1)], ['a']))).toEqual([
      ['a', 'x'],
    ]);
  });

  it('of one text are one draft', () => {
    const merged = merge([draft('a', 'same', 5, null)], [draft('a', 'same', 6, null)]);
    expect(merged.drafts).toEqual([draft('a', 'same', 6, 6)]);
  });
});
