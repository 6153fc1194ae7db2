import { chartText } from '@/messages/charts';
import { Note } from '@/ui/Note';

import { PlotLoadError } from './PlotlyPlot';
import styles from './stage.module.css';

/** In place of a plot: its code did not arrive, or it could not be drawn. */
export function PlotFailure({ error }: { error: Error }) {
  const isMissing = error instanceof PlotLoadError;
  return (
    <div className={styles.failure}>
      <Note
        tone="bad"
        title={isMissing ? chartText.plotMissing : chartText.plotFailed}
        action={{ label: chartText.reload, onClick: () => window.location.reload() }}
      >
        {isMissing ? chartText.plotMissingWhy : chartText.plotFailedWhy(error.message)}
      </Note>
    </div>
  );
}
