import { useDocumentTitle } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';

import { formatCount } from '@/analysis/units';
import { useExperiment } from '@/api/experiments';
import { pageTitle } from '@/messages/app';
import { experimentText } from '@/messages/experiment';
import { Note } from '@/ui/Note';

import styles from './experiment.module.css';

/** One experiment: what it is and how far it is. */
export function ExperimentPage() {
  const { id } = useParams({ from: '/experiments/$id' });
  const { data, error, refetch } = useExperiment(id);
  useDocumentTitle(pageTitle(data?.name ?? experimentText.title));
  if (error !== null) {
    return (
      <main className={styles.page}>
        <Note
          tone="bad"
          title={experimentText.failed}
          action={{ label: experimentText.retry, onClick: () => void refetch() }}
        >
          {error.message}
        </Note>
      </main>
    );
  }
  if (data === undefined) return <main className={styles.page} aria-busy="true" />;
  const { done_count, unit_count } = data.progress;
  return (
    <main className={styles.page}>
      <h1>{data.name === '' ? experimentText.unnamed : data.name}</h1>
      <p className="quiet">
        {experimentText.done(formatCount(done_count), formatCount(unit_count))}
      </p>
    </main>
  );
}
