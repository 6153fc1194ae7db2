import { useMemo } from 'react';

import type { Run } from '@/api/types';
import type { TimeRange } from '@/charts/model';
import { PaneTable } from '@/charts/PaneTable';
import { buildPanes, withSharedScales } from '@/charts/panes';
import { Stage } from '@/charts/Stage';
import { withoutHidden } from '@/charts/visible';
import { useFlowChoice } from '@/state/flowFocus';

import styles from './run.module.css';
import { RunNotice } from './RunNotice';
import type { RunViewState } from './useRunView';
import type { Staged } from './useStageRuns';

interface RunStageProps {
  readonly runs: readonly Run[];
  readonly staged: Staged;
  readonly labels: readonly string[];
  readonly view: RunViewState;
}

/** The plots: both runs on the same axes, or each on its own with equal axes. */
export function RunStage({ runs, staged, labels, view }: RunStageProps) {
  const stages = useStages({ runs, staged, labels, view });
  const duration = Math.max(...runs.map(({ scenario }) => scenario.duration_s));
  const range = useMemo<TimeRange>(() => view.zoom ?? [0, duration], [view.zoom, duration]);
  return (
    <div className={styles.stages} data-side={stages.length > 1 || undefined}>
      {stages.map(({ members, panes }) => (
        <div key={members.map(({ id }) => id).join()} className={styles.stageBox}>
          {stages.length > 1 && <h2 className={styles.sideTitle}>{members[0]?.label}</h2>}
          <div className={styles.stageArea}>
            <Stage
              panes={panes}
              lanes={view.lanes}
              runs={members}
              range={range}
              onZoom={view.setZoom}
              onReset={view.resetZoom}
              label={members.map(({ label }) => label).join(', ')}
            />
          </div>
          {view.view.table === true && <PaneTable panes={panes} />}
        </div>
      ))}
      <RunNotice runs={runs} labels={labels} seriesError={staged.error} />
    </div>
  );
}

function useStages({ runs, staged, view }: RunStageProps) {
  const isSide = view.isSide && runs.length > 1;
  const { hidden, spans } = useFlowChoice();
  const stageRuns = useMemo(
    () => staged.stageRuns.map((run) => withoutHidden(run, hidden, spans)),
    [staged.stageRuns, hidden, spans],
  );
  return useMemo(() => {
    // Side by side the position tells the run, so that both are drawn solid; the baseline is left.
    const groups = isSide
      ? [...stageRuns].reverse().map((each) => [{ ...each, role: 'current' as const }])
      : [stageRuns];
    const stages = groups.map((members) => ({
      members,
      panes: buildPanes(view.panes, members),
    }));
    return isSide ? withSharedScales(stages) : stages;
  }, [stageRuns, isSide, view.panes]);
}
