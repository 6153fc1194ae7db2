/**
 * Drafts of two browsers become one list without losing anything: a draft that was edited on one
 * side only is taken from there, one that was edited on both is kept twice.
 */
export interface MergedDraft {
  readonly id: string;
  readonly text: string;
  /** ISO time. */
  readonly updatedAt: string;
  /** `updatedAt` of the version that the server had last; null: it never went there. */
  readonly syncedAt: string | null;
}

export interface Merge<T extends MergedDraft> {
  /** What is to be stored here and handed in. */
  readonly drafts: readonly T[];
  /** Ids of drafts of this browser that were edited on both sides, and stay beside the others. */
  readonly doubled: readonly string[];
}

/** `deletedIds` were deleted here: the server's copy does not bring them back. */
export function mergeDrafts<T extends MergedDraft>(
  local: readonly T[],
  remote: readonly T[],
  deletedIds: ReadonlySet<string>,
  newId: () => string,
): Merge<T> {
  const mine = new Map(local.map((draft) => [draft.id, draft]));
  const theirs = new Map(
    remote
      .filter(({ id }) => !deletedIds.has(id) || mine.has(id))
      .map((draft) => [draft.id, draft]),
  );
  const doubled: string[] = [];
  const drafts = [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((id) => {
    const here = mine.get(id);
    const there = theirs.get(id);
    if (here === undefined || there === undefined) return here ?? there ?? [];
    if (here.text === there.text || here.updatedAt === there.updatedAt) return later(here, there);
    if (here.updatedAt === here.syncedAt) return there;
    if (there.updatedAt === here.syncedAt) return here;
    doubled.push(id);
    return [there, { ...here, id: newId() }];
  });
  return { drafts: drafts.map(synced), doubled };
}

function later<T extends MergedDraft>(a: T, b: T): T {
  return a.updatedAt < b.updatedAt ? b : a;
}

function synced<T extends MergedDraft>(draft: T): T {
  return { ...draft, syncedAt: draft.updatedAt };
}
