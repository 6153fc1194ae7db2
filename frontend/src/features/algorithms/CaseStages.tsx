import { useMemo } from 'react';

import { runsCaption } from '@/analysis/scenario/pictureCaption';
import { missingOf, useSeries, useTimelines } from '@/api/runs/series';
import type { Run, Scenario } from '@/api/types';
import { MissingCurves } from '@/charts/stage/MissingCurves';
import { buildPanes, METRICS, withSharedScales } from '@/charts/panes/panes';
import { PaneTable } from '@/charts/stage/PaneTable';
import { plainStage } from '@/charts/panes/plainStage';
import { StageCard, useStageKeys, useStageView } from '@/stage/StageCard';

import { CASE_NAMES } from './cases';
import type { LiveCase } from './cases';
import styles from './live.module.css';

interface CaseArm {
  readonly title: string;
  readonly scenario: Scenario;
  /** The run that is drawn, when it is done. */
  readonly run: Run | undefined;
}

interface CaseStagesProps {
  readonly live: LiveCase;
  readonly arms: readonly CaseArm[];
}

const POINTS = 600;
const LANES = ['phases'] as const;

/** Both algorithms beside one another on one clock, with their states as lanes. */
export function CaseStages({ live, arms }: CaseStagesProps) {
  const view = useStageView();
  const isTable = useStageKeys(view);
  const ids = useMemo(
    () => arms.flatMap(({ run }) => (run?.status === 'done' ? [run.id] : [])),
    [arms],
  );
  const request = {
    metrics: METRICS,
    flowIndices: live.flows.map((_, index) => index),
    range: view.zoom,
    points: POINTS,
  };
  const series = useSeries(ids, request, true);
  const timelines = useTimelines(ids, true);
  const stages = useMemo(() => {
    const built = arms.map(({ title, scenario, run }) => {
      const at = run === undefined ? -1 : ids.indexOf(run.id);
      const stage = plainStage({
        scenario,
        title,
        run,
        series: series.data[at]?.grid,
        phases: timelines.data[at]?.phases ?? [],
        simulatedSeconds: run?.status === 'done' ? scenario.duration_s : 0,
      });
      return { runs: [stage], panes: buildPanes(live.panes, [stage]) };
    });
    return withSharedScales(built);
  }, [arms, ids, live, series.data, timelines.data]);
  return (
    <div className={styles.duo}>
      <MissingCurves {...missingOf(series, timelines)} />
      {stages.map(({ runs, panes }, index) => (
        <div key={index}>
          <h3>{runs[0]?.label}</h3>
          <StageCard
            className={styles.plot}
            view={view}
            durationSeconds={live.durationSeconds}
            panes={panes}
            lanes={LANES}
            runs={runs}
            label={`${CASE_NAMES[live.id]} under ${runs[0]?.label ?? ''}`}
            caption={captionOf(arms[index])}
          />
          {isTable && <PaneTable panes={panes} />}
        </div>
      ))}
    </div>
  );
}

function captionOf(arm: CaseArm | undefined): string {
  if (arm?.run === undefined) return arm?.title ?? '';
  const { run, title } = arm;
  return runsCaption(run.scenario.name, [
    {
      label: title,
      isBaseline: false,
      seed: run.seed,
      coreVersion: run.core_version,
      scenarioDigest: run.scenario_digest,
    },
  ]);
}
