import { Link } from '@tanstack/react-router';

import type { CellReference } from '@/analysis/papers/types';

import { usePaperContext } from './paperContext';

interface CellLinkProps {
  readonly cells: readonly CellReference[];
  readonly what: string;
}

/** To the first cell that a number comes from, in its stored experiment. */
export function CellLink({ cells, what }: CellLinkProps) {
  const { paper } = usePaperContext();
  const [first] = cells;
  if (first === undefined) return '–';
  const id = paper.experiments.find(({ key }) => key === first.experiment_key)?.id ?? null;
  const count = cells.reduce((sum, { cell_indices }) => sum + cell_indices.length, 0);
  if (id === null) return count === 1 ? 'cell' : `${count} cells`;
  return (
    <Link
      to="/experiments/$id"
      params={{ id }}
      search={{ cell: first.cell_indices[0] ?? 0 }}
      aria-label={`${count === 1 ? 'The cell' : `The first of ${count} cells`} behind: ${what}`}
    >
      {count === 1 ? 'cell' : `${count} cells`}
    </Link>
  );
}
