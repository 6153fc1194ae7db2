import { useMemo } from 'react';

import { RunStages, runCaption, type StageArm } from '@/stage/RunStages';
import { useStageKeys, useStageView } from '@/stage/StageCard';

import { CASE_NAMES } from './cases';
import type { LiveCase } from './cases';
import styles from './live.module.css';

interface CaseStagesProps {
  readonly live: LiveCase;
  readonly arms: readonly StageArm[];
}

/** Both algorithms beside one another; a run is drawn when it is done. */
export function CaseStages({ live, arms }: CaseStagesProps) {
  const view = useStageView();
  const isTable = useStageKeys(view);
  const drawn = useMemo(
    () => arms.map((arm) => (arm.run?.status === 'done' ? arm : { ...arm, run: undefined })),
    [arms],
  );
  return (
    <RunStages
      view={view}
      arms={drawn}
      paneIds={live.panes}
      durationSeconds={live.durationSeconds}
      className={styles.duo}
      plotClassName={styles.plot}
      headingLevel={3}
      labelOf={(title) => `${CASE_NAMES[live.id]} under ${title}`}
      captionOf={({ run, title }) => (run === undefined ? title : runCaption(run, title))}
      isTable={isTable}
    />
  );
}
