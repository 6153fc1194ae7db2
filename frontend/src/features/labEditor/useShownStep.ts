import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { stepsOf, textAt, type LabDraft } from '@/analysis/labs/draft';

/** The step that is edited, by its place; null: the lab itself. */
export function useShownStep(draft: LabDraft) {
  const { step: wanted } = useSearch({ from: '/labs/edit/$documentId' });
  const navigate = useNavigate({ from: '/labs/edit/$documentId' });
  const steps = stepsOf(draft);
  const [chosen, setChosen] = useState<number | null>(() => {
    const at = steps.findIndex((step) => textAt(step, 'id') === wanted);
    return at < 0 ? null : at;
  });
  // What was undone may have been the last step.
  const shown = chosen === null || steps.length === 0 ? null : Math.min(chosen, steps.length - 1);
  /** `of`: the draft as it is after a change that has not been drawn yet. */
  const choose = (index: number | null, of = draft) => {
    setChosen(index);
    const id = index === null ? '' : textAt(stepsOf(of)[index], 'id');
    // A reload comes back to the same step.
    void navigate({ search: { step: id === '' ? undefined : id }, replace: true });
  };
  return { shown, choose };
}
