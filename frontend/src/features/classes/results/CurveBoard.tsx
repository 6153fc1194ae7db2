import { t } from '@lingui/core/macro';
import { useMemo } from 'react';

import { FoldedTable } from '@/charts/stage/PaneTable';
import { StageCard, useStageView } from '@/stage/StageCard';
import type { CurvePrediction, PredictionStepFile, RunStepFile } from '@/steps/labFile';

import styles from './board.module.css';
import { classCurves, type AnswersOfClass } from './classCurves';
import { LargeCounts } from './LargeCounts';

interface CurveBoardProps {
  readonly step: PredictionStepFile & { readonly prediction: CurvePrediction };
  readonly about: RunStepFile;
  readonly board: AnswersOfClass;
  readonly isTruthShown: boolean;
}

/** Every curve of the class, thin; their median; and what happened, once it may be seen. */
export function CurveBoard({ step, about, board, isTruthShown }: CurveBoardProps) {
  const view = useStageView();
  const { scenario } = about;
  const curves = useMemo(
    () => classCurves(step.prediction, scenario, board, isTruthShown),
    [step, scenario, board, isTruthShown],
  );
  const panes = useMemo(() => (curves === null ? [] : [curves.pane]), [curves]);
  const runs = useMemo(() => (curves === null ? [] : [curves.stage]), [curves]);
  if (curves === null) return <p>{t`No plot shows ${step.prediction.series}.`}</p>;
  return (
    <div className={styles.board}>
      <p className={styles.sentence}>{leadOf(curves.sentence)}</p>
      {curves.tally.length > 0 && <LargeCounts entries={curves.tally} />}
      <StageCard
        className={styles.stage}
        view={view}
        durationSeconds={scenario.duration_s}
        panes={panes}
        runs={runs}
        label={`${step.title}: ${curves.sentence}`}
      />
      <FoldedTable summary={t`Curves as a table`} panes={[curves.table]} />
    </div>
  );
}

/** The counts stand below it, larger. */
const leadOf = (sentence: string) => sentence.replace(/:.*/, ':');
