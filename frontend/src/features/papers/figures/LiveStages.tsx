import { useMemo } from 'react';

import type { Run } from '@/api/types';
import type { PaneId } from '@/charts/model';
import { RunStages } from '@/stage/RunStages';
import { useStageView } from '@/stage/StageCard';

import type { LiveScenario } from './liveModel';
import styles from './live.module.css';
import { usePaperCaption } from './usePaperCaption';

interface LiveStagesProps {
  readonly title: string;
  readonly metrics: readonly string[];
  readonly arms: readonly LiveScenario[];
  readonly runs: readonly Run[];
}

const PANES: readonly (readonly [pane: PaneId, metric: RegExp])[] = [
  // How busy the link is shows where the flows' rates meet its capacity.
  ['throughput', /^(throughput|goodput|busy|utilisation)/],
  ['rtt', /rtt/],
  ['window', /^(cwnd|inflight)/],
  ['rates', /^(bandwidth|pacing)/],
  ['queue', /^queue/],
];

/** The arms of a paper's figure as runs, with the plots that its numbers stand in. */
export function LiveStages({ title, metrics, arms, runs }: LiveStagesProps) {
  const view = useStageView();
  const caption = usePaperCaption();
  const drawn = useMemo(
    () => arms.map(({ label, scenario }, index) => ({ title: label, scenario, run: runs[index] })),
    [arms, runs],
  );
  const paneIds = useMemo(
    () => PANES.flatMap(([id, name]) => (metrics.some((each) => name.test(each)) ? [id] : [])),
    [metrics],
  );
  return (
    <RunStages
      view={view}
      arms={drawn}
      paneIds={paneIds}
      durationSeconds={arms[0]?.scenario.duration_s ?? 0}
      className={styles.duo}
      plotClassName={styles.stage}
      headingLevel={4}
      labelOf={(arm) => `${title}: ${arm}`}
      captionOf={(arm) => `${title}: ${arm.title}. ${caption}`}
    />
  );
}
