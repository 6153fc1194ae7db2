/** The parts of a paper's page, in their order, and where a link finds them. Pure. */
import type { Paper } from '@/analysis/papers/types';
import { papersText } from '@/messages/papers';

export type SectionId =
  | 'figure'
  | 'questions'
  | 'findings'
  | 'readings'
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
    ...part('findings', papersText.findings.title, hasFindings(paper)),
    ...part('questions', papersText.questions.title, paper.questions.length > 0),
    ...part('readings', papersText.readings.title, paper.readings.length > 0),
    ...part('mechanism', papersText.mechanism, paper.mechanism !== null),
    ...part('notes', papersText.notes, paper.notes.length > 0),
    ...part('other', paper.other?.title ?? '', paper.other !== null),
    ...part('experiments', papersText.experiments.title, paper.experiments.length > 0),
  ];
}
