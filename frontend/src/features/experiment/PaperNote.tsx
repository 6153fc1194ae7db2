import { Link } from '@tanstack/react-router';

import { experimentText } from '@/messages/experiment';

import styles from './experiment.module.css';

/** The paper that an experiment reproduces, and the way to its page. */
export function PaperNote({ name }: { name: string }) {
  return (
    <section>
      <p className={styles.note}>
        <b>{experimentText.paper}</b>{' '}
        <Link to="/papers/$name" params={{ name }}>
          {experimentText.openPaper}
        </Link>
      </p>
    </section>
  );
}
