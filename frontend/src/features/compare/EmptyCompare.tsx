import { Link } from '@tanstack/react-router';

import { useCompareTray } from '@/state/compareTray';
import { formatItems } from '@/state/compareUrl';
import { Button } from '@/ui/Button';

import styles from './compare.module.css';
import { PastedLinks } from './PastedLinks';
import { UnreadItems } from './UnreadItems';
import type { CompareViewState } from './useCompareView';

/** Nothing is compared yet: why, and what to do. */
export function EmptyCompare({ view }: { view: CompareViewState }) {
  const tray = useCompareTray();
  const of = formatItems(tray.items);
  return (
    <main className={styles.empty}>
      <h1>Compare two things, or more</h1>
      <UnreadItems of={view.view.of} />
      <p className="quiet">
        Paste two links of this lab: what they show stands beside one another, with the settings
        that differ and every metric. Or choose runs in My work, or “Add to comparison” at a cell of
        an experiment.
      </p>
      <PastedLinks count={2} present={[]} onItems={(items) => view.setItems(items, 0)} />
      <h2>Or begin elsewhere</h2>
      <div className={styles.buttons}>
        {of !== undefined && (
          <Button renderRoot={(props) => <Link to="/compare" search={{ of }} {...props} />}>
            {`Compare the ${tray.items.length} that were put aside`}
          </Button>
        )}
        <Button renderRoot={(props) => <Link to="/runs" {...props} />}>
          Choose runs in My work
        </Button>
        <Button renderRoot={(props) => <Link to="/papers" {...props} />}>
          Cells of a paper’s experiment
        </Button>
      </div>
    </main>
  );
}
