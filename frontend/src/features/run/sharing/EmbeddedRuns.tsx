import { useMemo, useState } from 'react';

import { createCursor } from '@/analysis/replay/clock';
import { useAlgorithmTitle } from '@/api/catalog';
import type { Run } from '@/api/types';
import styles from '@/share/share.module.css';
import { CursorProvider } from '@/state/cursor';
import { usePageKeys } from '@/state/keys';
import { useSize } from '@/ui/useSize';

import { LazyReplay } from '../replay/LazyReplay';
import { ResultSentence, windowAndSeed } from '../rails/ResultSentence';
import { RunFocus } from '../RunFocus';
import { RunStage } from '../plots/RunStage';
import { Transport } from '../transport/Transport';
import { usePageTime } from '../view/usePageTime';
import {
  useRunView,
  type PlotChoice,
  type ReplayChoice,
  type RunsBeside,
  type TimeView,
} from '../view/useRunView';
import { EmbeddedChange } from './EmbeddedChange';
import { useStageRuns, type Staged } from '../plots/useStageRuns';
import { runLabels } from '../view/view';

/** The results of shared runs with their seeds, and their plots; nothing else. */
export function EmbeddedRuns({ runs }: { runs: readonly Run[] }) {
  const { flows, ...view } = useRunView();
  // The moment of the link, with or without its packets.
  const [clock] = useState(() => {
    const fresh = createCursor();
    if (view.time.frozenSeconds !== undefined) fresh.freezeAt(view.time.frozenSeconds);
    return fresh;
  });
  return (
    <RunFocus scenario={runs[0]?.scenario} address={flows}>
      <CursorProvider value={clock}>
        <Plots runs={runs} {...view} />
      </CursorProvider>
    </RunFocus>
  );
}

interface PlotsProps {
  readonly runs: readonly Run[];
  readonly time: TimeView;
  readonly plots: PlotChoice;
  readonly replay: ReplayChoice;
  readonly beside: RunsBeside;
}

function Plots({ runs, replay, ...view }: PlotsProps) {
  const titleOf = useAlgorithmTitle();
  const labels = useMemo(() => runLabels(runs, titleOf), [runs, titleOf]);
  const { ref, width } = useSize<HTMLElement>();
  const staged = useStageRuns(runs, labels, view, width);
  return (
    <section ref={ref} className={styles.embedStage} aria-label="Shared result">
      <div>
        {runs.map(
          ({ id, result }, place) =>
            result !== null && (
              <section key={id}>
                {runs.length > 1 && <h2>{labels[place]}</h2>}
                <ResultSentence result={result} />
                <p className="small faint">{windowAndSeed(result)}</p>
              </section>
            ),
        )}
      </div>
      {runs.map(({ id, scenario }, place) => (
        <EmbeddedChange key={id} scenario={scenario} title={labels[place] ?? 'Run'} />
      ))}
      {replay.isOn && (
        <EmbeddedReplay {...{ runs, staged, replay }} plots={view.plots} time={view.time} />
      )}
      <div className={styles.embedPlots}>
        <RunStage {...view} {...{ runs, staged, labels }} />
      </div>
    </section>
  );
}

interface EmbeddedReplayProps {
  readonly runs: readonly Run[];
  readonly staged: Staged;
  readonly plots: PlotChoice;
  readonly time: TimeView;
  readonly replay: ReplayChoice;
}

/** The packets of the first run of a link, with a clock to play them: nothing moves by itself. */
function EmbeddedReplay({ runs, staged, plots, time, replay }: EmbeddedReplayProps) {
  const page = usePageTime(runs, staged, time, replay);
  usePageKeys({ ' ': page.onPlay, '<': page.slower, '>': page.faster });
  const [run] = runs;
  const [stage] = staged.stageRuns;
  if (run === undefined || stage === undefined) return null;
  return (
    <div>
      <LazyReplay
        run={run}
        stage={stage}
        linkIndex={plots.linkIndex}
        pace={page.pace}
        name={null}
        restSeconds={page.restSeconds}
        onClose={replay.toggle}
        onZoom={time.setZoom}
      />
      <Transport
        {...page}
        run={{ ...stage, flows: page.overviewFlows }}
        isReplay
        onReplay={replay.toggle}
      />
    </div>
  );
}
