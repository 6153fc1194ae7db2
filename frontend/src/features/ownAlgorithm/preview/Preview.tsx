import { useMemo } from 'react';

import { toShortest } from '@/analysis/numbers/units';
import { elapsed } from '@/analysis/numbers/shown';
import type { Scenario } from '@/api/types';
import { buildPanes } from '@/charts/panes/panes';
import { plainStage } from '@/charts/panes/plainStage';
import { StageCard, useStageView } from '@/stage/StageCard';
import { Note } from '@/ui/Note';

import { usePreview, type PreviewRun } from './usePreview';
import styles from './preview.module.css';

const PANES = ['throughput', 'window'] as const;
const OPTIONS = {
  curves: 'flows',
  isGoodput: false,
  hasSsthresh: false,
  bandText: 'one seed',
} as const;
const TITLE = 'Preview: one seed';

interface PreviewProps {
  /** null: the text has no module now; the last curves stay. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  /** Whose first flow runs it. */
  readonly scenario: Scenario;
}

/** Throughput and window of the algorithm in a first scenario, computed in this browser. */
export function Preview({ bytes, scenario }: PreviewProps) {
  const run = usePreview(bytes, scenario);
  const view = useStageView();
  const isOld = bytes === null;
  const drawn = useMemo(() => (run === null ? null : drawnRun(run, isOld)), [run, isOld]);
  if (run === null || drawn === null) return null;
  const words = wordsOf(run, isOld);
  return (
    <section>
      <h2>{TITLE}</h2>
      <p className="small quiet">{words}</p>
      {run.problem !== '' && (
        <Note tone="bad" title="The algorithm did not run to the end">
          {run.problem}
        </Note>
      )}
      {run.simulatedSeconds > 0 && (
        <StageCard
          className={styles.stage}
          view={view}
          durationSeconds={run.scenario.duration_s}
          panes={drawn.panes}
          runs={[drawn.stage]}
          label={TITLE}
          caption={`${TITLE}. ${words}`}
          isLight
        />
      )}
    </section>
  );
}

export default Preview;

function drawnRun(run: PreviewRun, isOld: boolean) {
  const { scenario, bufferBytes, series, simulatedSeconds } = run;
  const plain = plainStage({
    scenario,
    title: 'seed 1',
    run: { id: 'preview', result: { link: { buffer_bytes: bufferBytes } } },
    series,
    phases: [],
    simulatedSeconds,
  });
  const stage = { ...plain, isPale: isOld };
  return { stage, panes: buildPanes(PANES, [stage], OPTIONS) };
}

function wordsOf({ scenario, isWhole, simulatedSeconds }: PreviewRun, isOld: boolean): string {
  const whose = isOld ? 'Of the last text that compiled. ' : '';
  const part = isWhole
    ? ''
    : `, first ${elapsed(simulatedSeconds)} s of ${toShortest(scenario.duration_s)} s`;
  return `${whose}Seed 1 of ${scenario.name}${part}, computed in this browser without a bound on instructions; a run on the server decides.`;
}
