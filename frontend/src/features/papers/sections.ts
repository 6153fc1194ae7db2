/** The parts of a paper's page, in their order, and where a link finds them. Pure. */
import type { Paper } from '@/analysis/papers/types';

export type SectionId =
  | 'figure'
  | 'questions'
  | 'findings'
  | 'readings'
  | 'constants'
  | 'mechanism'
  | 'notes'
  | 'other'
  | 'experiments';

export interface Section {
  readonly id: string;
  readonly kind: SectionId;
  readonly title: string;
}

/** So many rows are one table to search in, not a table under each figure. */
const MOST_ROWS_APART = 60;

/** Whether findings stand in one table of their own. */
export function hasFindings(paper: Pick<Paper, 'figures'>): boolean {
  return paper.figures.reduce((sum, { rows }) => sum + rows.length, 0) > MOST_ROWS_APART;
}

export function sectionsOf(paper: Paper): Section[] {
  const part = (kind: SectionId, title: string, isThere: boolean): Section[] =>
    isThere ? [{ id: kind, kind, title }] : [];
  return [
    ...paper.figures.map(({ id, title }) => ({
      id: `figure-${id}`,
      kind: 'figure' as const,
      title,
    })),
    ...part('findings', 'Findings, one by one', hasFindings(paper)),
    ...part('questions', 'What the paper leaves open', paper.questions.length > 0),
    ...part('readings', 'Which reading fits', paper.readings.length > 0),
    ...part('constants', 'Constants and equations', paper.constants.length > 0),
    ...part('mechanism', 'How it works, as measured', paper.mechanism !== null),
    ...part('notes', 'The paper’s own numbers', paper.notes.length > 0),
    ...part('other', paper.other?.title ?? '', paper.other !== null),
    ...part('experiments', 'Experiments of this page', paper.experiments.length > 0),
  ];
}
