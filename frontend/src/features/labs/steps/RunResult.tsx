import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { Attempt, LabRun } from '@/api/classes/labs';
import { stageText } from '@/api/runs/runProgress';
import { useRuns } from '@/api/runs/runs';
import { useRunEvents } from '@/api/runs/stream';
import { isOver, type Run } from '@/api/types';
import { ReadingNote } from '@/readings/ReadingNote';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';

import { answerTo, labOf, predictionsAbout, type RunStepFile } from '@/steps/labFile';
import { Outcomes, type Predicted } from './Outcomes';
import { RunNumbers } from './RunNumbers';
import { RunStage } from './RunStage';
import styles from './run.module.css';

interface RunResultProps {
  readonly attempt: Attempt;
  readonly step: RunStepFile;
  readonly labRun: LabRun;
}

/** A run of the step: how far it is, what was predicted of it, its plots and numbers. */
export function RunResult({ attempt, step, labRun }: RunResultProps) {
  const { runs, error, retry } = useRuns([labRun.run_id]);
  useRunEvents(runs);
  const isGiven = Object.keys(labRun.settings).length === 0;
  const predictions = useMemo(() => predictedOf(attempt, step.id), [attempt, step.id]);
  const [run] = runs;
  if (error !== null) {
    return <NotLoaded what={t`The run`} error={error} onRetry={retry} />;
  }
  if (run === undefined) return <p className="quiet">{t`Loading the run`}</p>;
  return (
    <section className={styles.result} aria-label={t`Result`}>
      <Progress run={run} />
      {run.status === 'done' && <Outcomes predictions={predictions} isGiven={isGiven} />}
      {run.result !== null && <RunNumbers result={run.result} scenario={run.scenario} />}
      <RunStage title={step.title} run={run} predictions={isGiven ? predictions : NONE} />
      <ReadingNote within={run.scenario} />
      <p>
        <Link to="/runs/$id" params={{ id: run.id }}>
          {t`Open the whole run`}
        </Link>
      </p>
    </section>
  );
}

const NONE: readonly Predicted[] = [];

function predictedOf(attempt: Attempt, stepId: string): readonly Predicted[] {
  return predictionsAbout(labOf(attempt), stepId).flatMap((step) => {
    const answer = answerTo(attempt, step.id);
    return answer === undefined ? [] : [{ step, answer }];
  });
}

function Progress({ run }: { run: Run }) {
  const { status, progress, error } = run;
  if (status === 'failed' || status === 'cancelled') {
    return (
      <Note tone="bad" title={status === 'failed' ? t`The run failed` : t`The run was cancelled`}>
        {error?.message ?? t`It has no result.`}
      </Note>
    );
  }
  if (isOver(status)) return null;
  const { simulated_s, duration_s } = progress;
  return (
    <p className={styles.progress}>
      <progress aria-label={t`Simulated`} max={duration_s} value={simulated_s} />
      <span className="small quiet">
        {status === 'queued' ? t`Waiting for its turn` : stageText(run)}
      </span>
    </p>
  );
}
