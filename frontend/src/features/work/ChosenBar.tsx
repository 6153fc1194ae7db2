import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { formatItems, MOST_ITEMS, type ComparedItem } from '@/state/compareUrl';
import { Button } from '@/ui/Button';

import styles from './work.module.css';
import { confirmDelete } from './runTexts';

/** As many as the run page can distinguish by line style. */
const MOST_COMPARED = 6;

interface ChosenBarProps {
  readonly ids: readonly string[];
  /** The same as items of a comparison, for its address. */
  readonly items: readonly ComparedItem[];
  readonly isDeleting: boolean;
  readonly onClear: () => void;
  readonly onDelete: () => void;
}

/** Actions on the chosen runs; nothing while none is chosen. */
export function ChosenBar({ ids, items, isDeleting, onClear, onDelete }: ChosenBarProps) {
  const [asksFor, setAsksFor] = useState<string | null>(null);
  const [first, ...others] = ids;
  // Choosing something else takes the question back.
  const asks = asksFor === ids.join();
  if (first === undefined) return null;
  const canCompare = others.length > 0 && ids.length <= MOST_COMPARED;
  return (
    <div className={styles.chosen} role="region" aria-label={`${ids.length} chosen`}>
      <b>{`${ids.length} chosen`}</b>
      {canCompare && (
        <Button
          variant="filled"
          renderRoot={(props) => (
            <Link
              to="/runs/$id"
              params={{ id: first }}
              search={{ with: others.join('.') }}
              {...props}
            />
          )}
        >
          {`Compare ${ids.length}`}
        </Button>
      )}
      {items.length > 1 && items.length <= MOST_ITEMS && <OverSeeds items={items} />}
      {others.length === 0 && <span className="quiet">Choose one more to compare.</span>}
      {items.length > MOST_ITEMS && (
        <span className="quiet">{`At most ${MOST_ITEMS} runs are compared at once.`}</span>
      )}
      <span className={styles.space} />
      {asks ? (
        <>
          <span>
            <b>{confirmDelete(ids.length)}</b>
          </span>
          <Button variant="filled" disabled={isDeleting} onClick={onDelete} autoFocus>
            {`Delete ${ids.length}`}
          </Button>
          <Button onClick={() => setAsksFor(null)}>Keep</Button>
        </>
      ) : (
        <>
          <Button onClick={() => setAsksFor(ids.join())}>{`Delete ${ids.length}`}</Button>
          <Button onClick={onClear}>Choose none</Button>
        </>
      )}
    </div>
  );
}

/** The page of comparisons: means over seeds, with their intervals. */
function OverSeeds({ items }: { items: readonly ComparedItem[] }) {
  const of = formatItems(items);
  if (of === undefined) return null;
  return (
    <Button renderRoot={(props) => <Link to="/compare" search={{ of }} {...props} />}>
      Over seeds, with intervals
    </Button>
  );
}
