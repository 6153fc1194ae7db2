import { hasServer } from '@/api/http/transport';
import type { Run } from '@/api/types';
import { RUN_FILES, SERVER_FILES } from '@/generated/exportFiles';

import { FileLink } from './FileLink';
import styles from './share.module.css';

interface DownloadsProps {
  readonly runs: readonly Run[];
  /** What distinguishes each run from the others of the page. */
  readonly labels: readonly string[];
}

/** The files of each run that is done. */
export function Downloads({ runs, labels }: DownloadsProps) {
  const named = runs.map((run, index) => ({ run, label: labels[index] ?? run.name }));
  const done = named.filter(({ run }) => run.status === 'done');
  if (done.length === 0) return null;
  const isMissing = (format: string) => !hasServer() && SERVER_FILES.includes(format);
  const files = Object.entries(RUN_FILES);
  const missing = files.flatMap(([format, title]) => (isMissing(format) ? title : []));
  return (
    <section className={styles.part}>
      <h3>Files</h3>
      {done.map(({ run, label }) => (
        <nav key={run.id} className={styles.row} aria-label={`Files of ${label}`}>
          {runs.length > 1 && <b className={styles.whose}>{label}</b>}
          {files.map(([format, title]) =>
            isMissing(format) ? null : (
              <FileLink key={format} href={`/api/runs/${run.id}/export/${format}`}>
                {title}
              </FileLink>
            ),
          )}
        </nav>
      ))}
      <p className="small faint">
        {missing.length > 0 &&
          `${missing.join(', ')}: only in a lab with a server, as the page has no library for it. `}
        The ZIP is self-contained, with citation, and can be recomputed: ./lab replay FILE.zip
      </p>
    </section>
  );
}
