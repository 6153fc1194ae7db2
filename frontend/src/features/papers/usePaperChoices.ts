import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import {
  choicesText,
  combinationOf,
  followed,
  parseChoices,
  slugOf,
  type Choices,
  type Combination,
  type FollowedRow,
} from '@/analysis/papers/choice';
import type { Paper, PaperRow } from '@/analysis/papers/types';
import { paperSearch } from '@/state/paperUrl';

export interface PaperChoices {
  readonly paper: Paper;
  readonly choices: Choices;
  readonly combination: Combination;
  readonly isDefault: boolean;
  readonly choose: (questionId: string, choiceId: string) => void;
  readonly reset: () => void;
  /** A number of the page under the choice. */
  readonly follow: (row: PaperRow) => FollowedRow;
}

/** Choices are kept in the address. */
export function usePaperChoices(paper: Paper): PaperChoices {
  const { choices: text } = useSearch({ from: '/papers/$name' });
  const navigate = useNavigate({ from: '/papers/$name' });
  const choices = useMemo(() => parseChoices(text), [text]);
  const combination = useMemo(() => combinationOf(paper, choices), [paper, choices]);
  const set = useCallback(
    (next: Choices) => {
      const written = choicesText(paper.questions, next) ?? '';
      void navigate({
        search: (old) => paperSearch.parse({ ...old, choices: written }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, paper],
  );
  return useMemo(
    () => ({
      paper,
      choices,
      combination,
      isDefault: combination.isDefault,
      choose: (questionId, choiceId) => set({ ...choices, [questionId]: slugOf(choiceId) }),
      reset: () => set({}),
      follow: (row) => followed(row, combination),
    }),
    [paper, choices, combination, set],
  );
}
