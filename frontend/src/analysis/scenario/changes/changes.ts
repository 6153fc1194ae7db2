/** What differs between the scenario at the start of an edit and the edited one. */
import { getAt, isObject, joinPath } from '@/analysis/scenario/fields/fieldPath';

export type Change =
  | {
      readonly kind: 'set';
      /** In the scenario that is edited. */
      readonly path: string;
      readonly before: unknown;
      readonly after: unknown;
    }
  | { readonly kind: 'added'; readonly path: string; readonly group: unknown }
  /** `path` is where the group stood before. */
  | { readonly kind: 'removed'; readonly path: string; readonly group: unknown };

/** What a field means where the scenario says nothing about it. */
type FallbackOf = (path: string) => unknown;

const FLOWS = 'flows';

export function changesBetween(before: unknown, after: unknown, fallbackOf: FallbackOf): Change[] {
  if (!isObject(before) || !isObject(after)) return [];
  const { [FLOWS]: groupsBefore, ...restBefore } = before;
  const { [FLOWS]: groupsAfter, ...restAfter } = after;
  return [
    ...changesOf(restBefore, restAfter, '', fallbackOf),
    ...changesOfGroups(listOf(groupsBefore), listOf(groupsAfter), fallbackOf),
  ];
}

function changesOf(
  before: unknown,
  after: unknown,
  path: string,
  fallbackOf: FallbackOf,
): Change[] {
  if (isObject(before) || isObject(after)) {
    // Of another kind, it has other fields: only as a whole can it be put back.
    if (hasOtherKind(before, after, path, fallbackOf))
      return [{ kind: 'set', path, before, after }];
    const names = new Set([...namesOf(before), ...namesOf(after)]);
    return [...names].flatMap((name) =>
      changesOf(getAt(before, name), getAt(after, name), joinPath(path, name), fallbackOf),
    );
  }
  const fallback = before === undefined || after === undefined ? fallbackOf(path) : undefined;
  const [was, is] = [before ?? fallback ?? null, after ?? fallback ?? null];
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  return [{ kind: 'set', path, before, after }];
}

function hasOtherKind(
  before: unknown,
  after: unknown,
  path: string,
  fallbackOf: FallbackOf,
): boolean {
  const kindOf = (value: unknown) => getAt(value, 'kind') ?? fallbackOf(joinPath(path, 'kind'));
  return kindOf(before) !== kindOf(after);
}

function changesOfGroups(
  before: readonly unknown[],
  after: readonly unknown[],
  fallbackOf: FallbackOf,
): Change[] {
  const partners = partnersOf(before, after);
  const kept = after.flatMap((group, index): Change[] => {
    const path = joinPath(FLOWS, index);
    const partner = partners[index];
    if (partner == null) return [{ kind: 'added', path, group }];
    return changesOf(before[partner], group, path, fallbackOf);
  });
  const removed = before.flatMap((group, index): Change[] =>
    partners.includes(index) ? [] : [{ kind: 'removed', path: joinPath(FLOWS, index), group }],
  );
  return [...kept, ...removed];
}

/** For each group now, which one it was: by its label, else by its place; null: it is new. */
function partnersOf(before: readonly unknown[], after: readonly unknown[]): (number | null)[] {
  const taken = new Set<number>();
  const take = (index: number) => {
    if (index < 0 || index >= before.length || taken.has(index)) return null;
    taken.add(index);
    return index;
  };
  const byLabel = after.map((group) => {
    const label = getAt(group, 'label');
    const isNamed = typeof label === 'string' && label !== '';
    return isNamed ? take(before.findIndex((each) => getAt(each, 'label') === label)) : null;
  });
  return byLabel.map((partner, index) => partner ?? take(index));
}

function namesOf(value: unknown): string[] {
  return isObject(value) ? Object.keys(value) : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
