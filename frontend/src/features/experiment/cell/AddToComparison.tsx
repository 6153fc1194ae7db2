import clsx from 'clsx';
import { Link } from '@tanstack/react-router';

import type { ExperimentCell } from '@/api/experiments/experiments';
import { useCompareTray } from '@/state/compareTray';
import { cellItem, formatItems } from '@/state/compareUrl';
import { Button } from '@/ui/Button';

import styles from '../experiment.module.css';

interface AddToComparisonProps {
  readonly experimentId: string;
  /** The chosen cell, or the pair of arms that it belongs to. */
  readonly cells: readonly Pick<ExperimentCell, 'scenario_digest'>[];
}

/** Puts the cells aside for a comparison, and leads to it once there are two. */
export function AddToComparison({ experimentId, cells }: AddToComparisonProps) {
  const tray = useCompareTray();
  const items = cells.map(({ scenario_digest }) => cellItem(experimentId, scenario_digest));
  const isThere = items.every(tray.has);
  const of = formatItems(tray.items);
  return (
    <section className={styles.tray}>
      <div>
        <Button disabled={isThere || tray.isFull} onClick={() => tray.add(items)}>
          {isThere
            ? 'In the comparison'
            : items.length > 1
              ? 'Add both to a comparison'
              : 'Add to a comparison'}
        </Button>
        {of !== undefined && tray.items.length > 1 && (
          <Link to="/compare" search={{ of }}>
            {`Compare ${tray.items.length}`}
          </Link>
        )}
        {tray.items.length > 0 && (
          <button type="button" className={clsx('ui-link', styles.textButton)} onClick={tray.clear}>
            Empty it
          </button>
        )}
      </div>
      <p className="small faint" role="status">
        {tray.items.length === 0
          ? 'Collect cells of any experiments to see them side by side.'
          : tray.isFull
            ? `${tray.items.length} are set aside, the maximum.`
            : `${tray.items.length} ${tray.items.length === 1 ? 'is' : 'are'} set aside in this browser.`}
      </p>
    </section>
  );
}
