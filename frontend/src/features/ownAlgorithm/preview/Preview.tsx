import { useMemo } from 'react';

import { toShortest } from '@/analysis/numbers/units';
import { elapsed } from '@/analysis/numbers/shown';
import type { CursorStore } from '@/analysis/replay/clock';
import type { Scenario } from '@/api/types';
import type { StageRun } from '@/charts/model';
import { plainStage } from '@/charts/panes/plainStage';
import { PreviewStage } from '@/preview/PreviewStage';
import { Note } from '@/ui/Note';

import { usePreview, type PreviewRun } from './usePreview';
import styles from './preview.module.css';

const PANES = ['throughput', 'window'] as const;
const TITLE = 'Preview: one seed';

interface PreviewProps {
  /** null: the text has no module now; the last curves stay. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  /** Whose first flow runs it. */
  readonly scenario: Scenario;
  /** The moment that is shown. */
  readonly clock: CursorStore;
  /** A moment of the curves was clicked, or Enter pressed at their cursor. */
  readonly onPoint: (seconds: number) => void;
}

/** Throughput and window of the algorithm in a first scenario, computed in this browser. */
export function Preview({ bytes, scenario, clock, onPoint }: PreviewProps) {
  const run = usePreview(bytes, scenario);
  const isOld = bytes === null;
  const stage = useMemo(() => (run === null ? null : stageOf(run, isOld)), [run, isOld]);
  if (run === null) return null;
  return (
    <PreviewStage
      className={styles.stage}
      title={TITLE}
      words={wordsOf(run, isOld)}
      paneIds={PANES}
      stage={run.simulatedSeconds > 0 ? stage : null}
      clock={clock}
      onPoint={onPoint}
    >
      {run.problem !== '' && (
        <Note tone="bad" title="The algorithm did not run to the end">
          {run.problem}
        </Note>
      )}
    </PreviewStage>
  );
}

export default Preview;

function stageOf(run: PreviewRun, isOld: boolean): StageRun {
  const { scenario, bufferBytes, series, simulatedSeconds } = run;
  const plain = plainStage({
    scenario,
    title: 'seed 1',
    run: { id: 'preview', result: { link: { buffer_bytes: bufferBytes } } },
    series,
    phases: [],
    simulatedSeconds,
  });
  return { ...plain, isPale: isOld };
}

function wordsOf({ scenario, isWhole, simulatedSeconds }: PreviewRun, isOld: boolean): string {
  const whose = isOld ? 'Of the last text that compiled. ' : '';
  const part = isWhole
    ? ''
    : `, first ${elapsed(simulatedSeconds)} s of ${toShortest(scenario.duration_s)} s`;
  return `${whose}Seed 1 of ${scenario.name}${part}, computed in this browser without a bound on instructions; a run on the server decides.`;
}
