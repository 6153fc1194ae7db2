import { BegunLabs } from './BegunLabs';
import styles from './labs.module.css';
import { ShippedLabs } from './ShippedLabs';

/** The labs that come with the product, above them those that this browser has begun. */
export function LabsPage() {
  return (
    <main className={styles.page}>
      <h1>Labs</h1>
      <p className="quiet">
        A lab leads through a few runs: predict, run, compare, and reach a measured goal.
      </p>
      <BegunLabs />
      <ShippedLabs />
    </main>
  );
}
