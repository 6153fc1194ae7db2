import type { Share } from '@/api/shares';
import { cellItem, type ComparedItem } from '@/state/compareUrl';

/** What a link to a comparison holds, as the page of comparisons names it. */
export function comparedItems({ items }: Share): ComparedItem[] {
  return items.map(({ run_ids, experiment_id, cell_digest }) =>
    experiment_id === null || cell_digest === null
      ? { kind: 'runs', ids: run_ids }
      : cellItem(experiment_id, cell_digest),
  );
}
