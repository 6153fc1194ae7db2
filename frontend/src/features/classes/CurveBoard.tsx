import { useMemo, useState } from 'react';

import { createCursor } from '@/analysis/replay/clock';
import type { TimeRange } from '@/charts/model';
import { PaneTable } from '@/charts/stage/PaneTable';
import { Stage } from '@/charts/stage/Stage';
import type { CurvePrediction, PredictionStepFile, RunStepFile } from '@/steps/labFile';

import styles from './board.module.css';
import { classCurves, type AnswersOfClass } from './classCurves';
import { Tally } from './Tally';

interface CurveBoardProps {
  readonly step: PredictionStepFile & { readonly prediction: CurvePrediction };
  readonly about: RunStepFile;
  readonly board: AnswersOfClass;
  readonly isTruthShown: boolean;
}

/** Every curve of the class, thin; their median; and what happened, once it may be seen. */
export function CurveBoard({ step, about, board, isTruthShown }: CurveBoardProps) {
  const [clock] = useState(createCursor);
  const [zoom, setZoom] = useState<TimeRange | null>(null);
  const { scenario } = about;
  const curves = useMemo(
    () => classCurves(step.prediction, scenario, board, isTruthShown),
    [step, scenario, board, isTruthShown],
  );
  const panes = useMemo(() => (curves === null ? [] : [curves.pane]), [curves]);
  const runs = useMemo(() => (curves === null ? [] : [curves.stage]), [curves]);
  const range = useMemo<TimeRange>(() => zoom ?? [0, scenario.duration_s], [zoom, scenario]);
  if (curves === null) return <p>{`No plot shows ${step.prediction.series}.`}</p>;
  return (
    <div className={styles.board}>
      <p className={styles.sentence}>{leadOf(curves.sentence)}</p>
      {curves.tally.length > 0 && <Tally entries={curves.tally} />}
      <div className={styles.stage}>
        <Stage
          clock={clock}
          panes={panes}
          lanes={NO_LANES}
          runs={runs}
          range={range}
          onZoom={(from, to) => setZoom([Math.max(0, from), to])}
          onReset={() => setZoom(null)}
          label={`${step.title}: ${curves.sentence}`}
        />
      </div>
      <details className="ui-fold">
        <summary>Curves as a table</summary>
        <PaneTable panes={[curves.table]} />
      </details>
    </div>
  );
}

/** The counts stand below it, larger. */
const leadOf = (sentence: string) => sentence.replace(/:.*/, ':');

const NO_LANES: [] = [];
