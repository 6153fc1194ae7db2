import { useState } from 'react';

import { armAxisOf } from '@/analysis/experiment/layout';
import type { Experiment } from '@/api/experiments';
import { usePageKeys } from '@/state/keys';
import { Note } from '@/ui/Note';

import { CellRail } from './CellRail';
import { Controls } from './Controls';
import styles from './experiment.module.css';
import { ExperimentHead } from './ExperimentHead';
import { ExperimentNotices } from './ExperimentNotices';
import { ShareExperiment } from './ShareExperiment';
import { useExperimentView, type Shown } from './useExperimentView';
import { useNumbers, useShownRevision } from './useNumbers';
import { View } from './View';

/** The head, the controls and views in the middle, the chosen cell in the rail. */
export function ExperimentWorkbench({ experiment }: { experiment: Experiment }) {
  const shown = useExperimentView(experiment);
  const [isSharing, setSharing] = useState(false);
  usePageKeys({ s: () => setSharing(true) });
  return (
    <main className={styles.page}>
      <ExperimentHead experiment={experiment} onShare={() => setSharing(true)} />
      {shown === null ? <p className={styles.failure} /> : <WorkArea shown={shown} />}
      {isSharing && <ShareExperiment experiment={experiment} onClose={() => setSharing(false)} />}
    </main>
  );
}

type Sheet = 'settings' | 'cell';

function WorkArea({ shown }: { shown: Shown }) {
  const { experiment, metric, axes, address, change } = shown;
  const revision = useShownRevision(experiment);
  const numbers = useNumbers(experiment, metric.name, revision, armAxisOf(axes) !== null);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const toggleTable = () => change({ table: address.table === true ? undefined : true });
  usePageKeys({ t: toggleTable });
  const tab = (name: Sheet, label: string) => (
    <button
      type="button"
      aria-expanded={sheet === name}
      onClick={() => setSheet(sheet === name ? null : name)}
    >
      {label}
    </button>
  );
  return (
    <>
      <div className={styles.work}>
        <div className={styles.main}>
          <Controls shown={shown} isOpen={sheet === 'settings'} />
          <ExperimentNotices experiment={experiment} />
          {numbers.error !== null && (
            <Note
              tone="bad"
              title="The numbers could not be loaded"
              action={{ label: 'Try again', onClick: numbers.retry }}
            >
              {numbers.error.message}
            </Note>
          )}
          <View shown={shown} numbers={numbers} revision={revision} />
        </div>
        <aside
          className={styles.side}
          data-open={sheet === 'cell' || undefined}
          aria-label="Chosen cell"
        >
          <CellRail shown={shown} numbers={numbers} revision={revision} />
        </aside>
      </div>
      <div className={styles.tabs}>
        {tab('settings', 'View')}
        {tab('cell', 'Chosen cell')}
      </div>
    </>
  );
}
