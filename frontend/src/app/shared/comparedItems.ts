import type { Share } from '@/api/shares';
import { cellItem, type ComparedItem } from '@/state/compareUrl';

/** The items in a link to a comparison, as the page of comparisons names them. */
export function comparedItems({ items }: Share): ComparedItem[] {
  return items.map(({ run_ids, experiment_id, cell_digest }) =>
    experiment_id === null || cell_digest === null
      ? { kind: 'runs', ids: run_ids }
      : cellItem(experiment_id, cell_digest),
  );
}
