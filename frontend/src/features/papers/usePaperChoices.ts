import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import {
  choicesText,
  combinationText,
  followed,
  parseChoices,
  slugOf,
  switchIndex,
  type Choices,
  type FollowedRow,
} from '@/analysis/paperChoice';
import type { Paper, PaperRow } from '@/analysis/paperTypes';
import { parsePaperView } from '@/state/paperUrl';

export interface PaperChoices {
  readonly paper: Paper;
  readonly choices: Choices;
  /** Of the combination in the arrays of the switch; 0 without a switch. */
  readonly index: number;
  readonly isDefault: boolean;
  readonly choose: (questionId: string, choiceId: string) => void;
  readonly reset: () => void;
  /** A number of the page under the choice. */
  readonly follow: (row: PaperRow) => FollowedRow;
}

/** What is chosen stands in the address. */
export function usePaperChoices(paper: Paper): PaperChoices {
  const { choices: text } = useSearch({ from: '/papers/$name' });
  const navigate = useNavigate({ from: '/papers/$name' });
  const choices = useMemo(() => parseChoices(text), [text]);
  const index = useMemo(
    () => (paper.switch === null ? 0 : switchIndex(paper.switch, paper.questions, choices)),
    [paper, choices],
  );
  const reading = useMemo(
    () => (paper.switch === null ? '' : combinationText(paper.switch, paper.questions, choices)),
    [paper, choices],
  );
  const set = useCallback(
    (next: Choices) => {
      const written = choicesText(paper.questions, next) ?? '';
      void navigate({
        search: (old) => parsePaperView({ ...old, choices: written }),
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
      index,
      isDefault: choicesText(paper.questions, choices) === undefined,
      choose: (questionId, choiceId) => set({ ...choices, [questionId]: slugOf(choiceId) }),
      reset: () => set({}),
      follow: (row) => followed(row, paper.switch, index, reading),
    }),
    [paper, choices, index, reading, set],
  );
}
