import { Link } from '@tanstack/react-router';

import type { CellReference } from '@/analysis/papers/types';
import { papersText } from '@/messages/papers';

import { usePaperContext } from './paperContext';

interface CellLinkProps {
  readonly cells: readonly CellReference[];
  readonly what: string;
}

const text = papersText.rows;

/** To the first cell that a number comes from, in its stored experiment. */
export function CellLink({ cells, what }: CellLinkProps) {
  const { paper } = usePaperContext();
  const [first] = cells;
  if (first === undefined) return text.none;
  const id = paper.experiments.find(({ key }) => key === first.experiment_key)?.id ?? null;
  const count = cells.reduce((sum, { cell_indices }) => sum + cell_indices.length, 0);
  if (id === null) return text.cell(count);
  return (
    <Link
      to="/experiments/$id"
      params={{ id }}
      search={{ cell: first.cell_indices[0] ?? 0 }}
      aria-label={text.cellOf(what, count)}
    >
      {text.cell(count)}
    </Link>
  );
}
