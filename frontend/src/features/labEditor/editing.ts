import { createContext, useContext } from 'react';

import { withValue, type LabDraft } from '@/analysis/labs/draft';
import type { KnownAlgorithm } from '@/analysis/experiment/fields';
import { getAt, isWithin } from '@/analysis/scenario/fields/fieldPath';
import type { ProblemItem } from '@/api/http/problem';

import type { EditedLab } from './useDraft';

/** The context that every field of the editor needs. */
export interface Editing {
  readonly draft: LabDraft;
  readonly problems: readonly ProblemItem[];
  /** By name of a step the predictions that it waits for, as the draft was stored last. */
  readonly waitsFor: Readonly<Record<string, readonly string[]>>;
  /** JSON Schema of a scenario; undefined: not there yet. */
  readonly schema: unknown;
  readonly algorithms: readonly KnownAlgorithm[];
  readonly change: EditedLab['change'];
}

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (editing === null) throw new Error('useEditing is for fields inside of the editor.');
  return editing;
}

interface EditedPlace {
  readonly value: unknown;
  readonly problems: readonly ProblemItem[];
  readonly set: (value: unknown) => void;
}

/** One place of the draft. `isLeaf`: what is wrong below it is said there too. */
export function useDraftPlace(path: string, isLeaf = true): EditedPlace {
  const { draft, problems, change } = useEditing();
  return {
    value: getAt(draft, path),
    problems: problems.filter((each) => (isLeaf ? isWithin(each.path, path) : each.path === path)),
    set: (value) => change((now) => withValue(now, path, value), path),
  };
}
