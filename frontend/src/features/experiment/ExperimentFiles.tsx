import { experimentExportUrl } from '@/api/experiments/experiments';
import { hasServer } from '@/api/http/transport';
import { EXPERIMENT_FILES, SERVER_EXPERIMENT_FILES } from '@/generated/exportFiles';
import { FileLink } from '@/share/FileLink';

import styles from './experiment.module.css';

/** The files of a finished experiment, besides its table. */
export function ExperimentFiles({ id }: { id: string }) {
  return (
    <nav className={styles.files} aria-label="Files">
      {Object.entries(EXPERIMENT_FILES).map(([format, title]) =>
        !hasServer() && SERVER_EXPERIMENT_FILES.includes(format) ? null : (
          <FileLink key={format} href={experimentExportUrl(id, format)}>
            {title}
          </FileLink>
        ),
      )}
    </nav>
  );
}
