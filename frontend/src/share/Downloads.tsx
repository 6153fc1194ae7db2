import type { Run } from '@/api/types';
import { RUN_FILES } from '@/generated/exportFiles';

import styles from './share.module.css';

interface DownloadsProps {
  readonly runs: readonly Run[];
  /** What tells each run from the others of the page. */
  readonly labels: readonly string[];
}

/** The files of each run that is done. */
export function Downloads({ runs, labels }: DownloadsProps) {
  const named = runs.map((run, index) => ({ run, label: labels[index] ?? run.name }));
  const done = named.filter(({ run }) => run.status === 'done');
  if (done.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>Files</h3>
      {done.map(({ run, label }) => (
        <nav key={run.id} className={styles.row} aria-label={`Files of ${label}`}>
          {runs.length > 1 && <b className={styles.whose}>{label}</b>}
          {Object.entries(RUN_FILES).map(([format, title]) => (
            <a key={format} href={`/api/runs/${run.id}/export/${format}`} download>
              {title}
            </a>
          ))}
        </nav>
      ))}
      <p className="small faint">
        The ZIP is self-contained, with citation, and can be recomputed: ./lab replay FILE.zip
      </p>
    </section>
  );
}
