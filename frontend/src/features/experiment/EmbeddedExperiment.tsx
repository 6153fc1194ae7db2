import { armAxisOf } from '@/analysis/experiment/layout';
import { useExperiment, type Experiment } from '@/api/experiments/experiments';
import { Note } from '@/ui/Note';

import { CellSummary } from './cell/CellSummary';
import styles from './experiment.module.css';
import { seedWords } from './views/lines';
import { useExperimentView } from './useExperimentView';
import { useNumbers, useShownRevision } from './useNumbers';
import { View } from './views/ExperimentView';

/** The result of the chosen cell of a shared experiment, its seeds and its plot; no more. */
export function EmbeddedExperiment({ id }: { id: string }) {
  const { data, error } = useExperiment(id);
  if (data !== undefined) return <Plot experiment={data} />;
  if (error === null) return <div aria-busy="true" />;
  return (
    <Note tone="bad" title="This result could not be loaded">
      {error.message}
    </Note>
  );
}

function Plot({ experiment }: { experiment: Experiment }) {
  const shown = useExperimentView(experiment);
  const revision = useShownRevision(experiment);
  const hasArms = armAxisOf(experiment.axes) !== null;
  const numbers = useNumbers(experiment, shown?.metric.name ?? '', revision, hasArms);
  if (shown === null) return null;
  return (
    <section className={styles.embedded} aria-label="Shared result">
      <div>
        <CellSummary shown={shown} numbers={numbers} />
        <p className="small quiet">{`${shown.metric.label}, ${seedWords(experiment)}`}</p>
      </div>
      <View shown={shown} numbers={numbers} revision={revision} />
    </section>
  );
}
