import { Link } from '@tanstack/react-router';

import styles from './experiment.module.css';

/** The paper that an experiment reproduces, and the way to its page. */
export function PaperNote({ name }: { name: string }) {
  return (
    <section>
      <p className={styles.note}>
        <b>Belongs to a paper.</b>{' '}
        <Link to="/papers/$name" params={{ name }}>
          Published numbers, and ours
        </Link>
      </p>
    </section>
  );
}
