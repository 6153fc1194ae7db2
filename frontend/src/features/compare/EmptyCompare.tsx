import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { comparisonText } from '@/messages/comparison';

import styles from './compare.module.css';

/** Nothing is compared yet: why, and what to do. */
export function EmptyCompare() {
  return (
    <main className={styles.empty}>
      <h1>{comparisonText.empty}</h1>
      <p className="quiet">{comparisonText.emptyWhy}</p>
      <div className={styles.buttons}>
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
