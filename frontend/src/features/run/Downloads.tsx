import type { Run } from '@/api/types';
import { downloadText } from '@/messages/downloads';

import styles from './share.module.css';

type DownloadFormat = keyof typeof downloadText.formats;

const FORMATS = Object.keys(downloadText.formats) as DownloadFormat[];

/** The files of each run that is done. */
export function Downloads({ runs }: { readonly runs: readonly Run[] }) {
  const done = runs.filter(({ status }) => status === 'done');
  if (done.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{downloadText.title}</h3>
      {done.map((run) => (
        <nav key={run.id} className={styles.row} aria-label={downloadText.of(nameOf(run))}>
          {done.length > 1 && <b>{nameOf(run)}</b>}
          {FORMATS.map((format) => (
            <a key={format} href={`/api/runs/${run.id}/export/${format}`} download>
              {downloadText.formats[format]}
            </a>
          ))}
        </nav>
      ))}
      <p className="small faint">{downloadText.why}</p>
    </section>
  );
}

function nameOf({ name, seed }: Run): string {
  return `${name}, seed ${String(seed)}`;
}
