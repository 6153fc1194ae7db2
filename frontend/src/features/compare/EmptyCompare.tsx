import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { comparisonText } from '@/messages/comparison';
import { useCompareTray } from '@/state/compareTray';
import { formatItems } from '@/state/compareUrl';

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
      <h1>{comparisonText.empty}</h1>
      <UnreadItems of={view.view.of} />
      <p className="quiet">{comparisonText.emptyWhy}</p>
      <PastedLinks count={2} present={[]} onItems={(items) => view.setItems(items, 0)} />
      <h2>{comparisonText.otherWays}</h2>
      <div className={styles.buttons}>
        {of !== undefined && (
          <Button renderRoot={(props) => <Link to="/compare" search={{ of }} {...props} />}>
            {comparisonText.fromTray(tray.items.length)}
          </Button>
        )}
        <Button renderRoot={(props) => <Link to="/runs" {...props} />}>
          {comparisonText.toWork}
        </Button>
        <Button renderRoot={(props) => <Link to="/papers" {...props} />}>
          {comparisonText.toPapers}
        </Button>
      </div>
    </main>
  );
}
