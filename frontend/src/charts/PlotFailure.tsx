import { Note } from '@/ui/Note';

import { PlotLoadError } from './PlotlyPlot';
import styles from './stage/stage.module.css';

/** In place of a plot: its code did not arrive, or it could not be drawn. */
export function PlotFailure({ error }: { error: Error }) {
  const isMissing = error instanceof PlotLoadError;
  return (
    <div className={styles.failure}>
      <Note
        tone="bad"
        title={isMissing ? 'The plots could not be loaded.' : 'The plots could not be drawn.'}
        action={{ label: 'Reload', onClick: () => window.location.reload() }}
      >
        {isMissing
          ? 'The code that draws them did not load. Reload the page.'
          : `The data table (t) has the numbers. The error was: ${error.message}`}
      </Note>
    </div>
  );
}
