import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { stepsOf, textAt, withCopy, withMoved, withValue } from '@/analysis/labs/draft';
import { kindTitle, withNewStep, type StepKind } from '@/analysis/labs/newStep';

import type { EditedLab } from './useDraft';

export interface StepActions {
  readonly add: (kind: StepKind) => void;
  readonly move: (index: number, by: -1 | 1) => void;
  readonly moveTo: (from: number, to: number) => void;
  readonly copy: (index: number) => void;
  readonly remove: (index: number) => void;
  /** The step deleted last, which can still be restored; null: none. */
  readonly deleted: string | null;
  readonly bringBack: () => void;
  /** For screen readers. */
  readonly said: string;
}

/** Actions on whole steps. Each can be undone at once. */
export function useStepActions(
  { draft, change, undo }: EditedLab,
  shown: number | null,
  choose: (index: number | null, of?: EditedLab['draft']) => void,
): StepActions {
  const [deleted, setDeleted] = useState<{ name: string; after: unknown; at: number } | null>(null);
  const [said, setSaid] = useState('');
  const nameOf = (index: number) => {
    const step = stepsOf(draft)[index];
    return textAt(step, 'title') || kindTitle(step);
  };
  const become = (next: EditedLab['draft'], index: number | null, words: string) => {
    change(() => next, '');
    choose(index, next);
    setSaid(words);
  };
  const moveTo = (from: number, to: number) => {
    const next = withMoved(draft, 'steps', from, to);
    if (next === draft || from === to) return;
    const count = stepsOf(draft).length;
    become(next, to, t`${nameOf(from)} is now step ${to + 1} of ${count}`);
  };
  return {
    add: (kind) => {
      const at = shown === null ? stepsOf(draft).length : shown + 1;
      const next = withNewStep(kind, draft, at);
      const isAlone = stepsOf(next).length === stepsOf(draft).length + 1;
      const title = kindTitle(stepsOf(next)[at]);
      const words = isAlone
        ? t`${title} added as step ${at + 1}`
        : t`${title} and its run added as steps ${at + 1} and ${at + 2}`;
      become(next, at, words);
    },
    move: (index, by) => moveTo(index, index + by),
    moveTo,
    copy: (index) => become(withCopy(draft, index), index + 1, t`${nameOf(index)} duplicated`),
    remove: (index) => {
      const next = withValue(draft, `steps.${index}`, undefined);
      const count = stepsOf(next).length;
      setDeleted({ name: nameOf(index), after: next, at: index });
      become(next, count === 0 ? null : Math.min(index, count - 1), t`${nameOf(index)} deleted`);
    },
    // Whatever was done since would be undone instead.
    deleted: deleted !== null && deleted.after === draft ? deleted.name : null,
    bringBack: () => {
      undo();
      if (deleted !== null) choose(deleted.at);
      setSaid(t`The step is back`);
    },
    said,
  };
}
