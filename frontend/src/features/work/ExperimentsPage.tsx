import { Link, useNavigate, useSearch } from '@tanstack/react-router';

import { Button } from '@/ui/Button';

import { ExperimentList } from './ExperimentList';
import styles from './work.module.css';

/** The experiments of this browser, with what an experiment is for those who have none yet. */
export function ExperimentsPage() {
  const { find = '' } = useSearch({ from: '/experiments' });
  const navigate = useNavigate({ from: '/experiments' });
  return (
    <main className={styles.page}>
      <div className={styles.head}>
        <h1>Experiments</h1>
        <p className="quiet">
          An experiment runs a scenario over every value of one field or of several, with many seeds
          each, and compares the results.
        </p>
        <span className={styles.space} />
        <Button variant="filled" renderRoot={(props) => <Link to="/experiments/new" {...props} />}>
          New experiment
        </Button>
      </div>
      <ExperimentList
        find={find}
        onFind={(words) =>
          void navigate({ search: words.trim() === '' ? {} : { find: words }, replace: true })
        }
      />
    </main>
  );
}
