import { useMemo } from 'react';

import { runsCaption } from '@/analysis/scenario/pictureCaption';
import { isPartOfRun, missingOf, useSeries, useTimelines } from '@/api/runs/series';
import { isOver, type Run, type Scenario } from '@/api/types';
import type { PaneId, TimeRange } from '@/charts/model';
import { buildPanes, METRICS, withSharedScales } from '@/charts/panes/panes';
import { groupedStage, plainOptions, plainSubjects } from '@/charts/panes/plainGroups';
import { MissingCurves } from '@/charts/stage/MissingCurves';
import { FoldedTable, PaneTable } from '@/charts/stage/PaneTable';

import { StageCard, type StageView } from './StageCard';

/** A scenario whose stage is there at once; its curves come with its run. */
export interface StageArm {
  readonly title: string;
  readonly scenario: Scenario;
  readonly run: Run | undefined;
}

const POINTS = 700;
const NO_SUBJECTS = { flowIndices: [], hasGroups: false };

/** Loads curves and phases of the arms' runs, and draws each on its own, with equal axes. */
export function useRunStages(
  arms: readonly StageArm[],
  paneIds: readonly PaneId[],
  zoom: TimeRange | null,
) {
  const ids = useMemo(() => arms.flatMap(({ run }) => run?.id ?? []), [arms]);
  const first = arms[0]?.scenario;
  const request = useMemo(() => {
    const subjects = first === undefined ? NO_SUBJECTS : plainSubjects(first);
    return { metrics: METRICS, ...subjects, range: zoom, points: POINTS };
  }, [first, zoom]);
  const series = useSeries(ids, request, true);
  const timelines = useTimelines(ids, true);
  const stages = useMemo(() => {
    const built = arms.map(({ title, scenario, run }) => {
      const at = run === undefined ? -1 : ids.indexOf(run.id);
      const loaded = series.data[at];
      const isPart = run !== undefined && isPartOfRun(run, loaded);
      const isWhole = run !== undefined && isOver(run.status) && !isPart;
      const farSeconds = isPart ? loaded?.grid.timeSeconds.at(-1) : run?.progress.simulated_s;
      const stage = groupedStage({
        scenario,
        title,
        run,
        series: loaded?.grid,
        phases: timelines.data[at]?.phases ?? [],
        simulatedSeconds: isWhole ? scenario.duration_s : (farSeconds ?? 0),
      });
      return { run: stage, panes: buildPanes(paneIds, [stage], plainOptions(stage)) };
    });
    return withSharedScales(built);
  }, [arms, ids, paneIds, series.data, timelines.data]);
  const isWhole = ids.length > 0 && ids.every((_, at) => series.data[at]?.isComplete === true);
  return { stages, isWhole, missing: missingOf(series, timelines) };
}

/** The caption of a picture of one run. */
export function runCaption(run: Run, title: string): string {
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

interface RunStagesProps {
  readonly view: StageView;
  readonly arms: readonly StageArm[];
  readonly paneIds: readonly PaneId[];
  readonly durationSeconds: number;
  readonly className: string | undefined;
  readonly plotClassName: string | undefined;
  readonly headingLevel: 3 | 4;
  readonly labelOf: (title: string) => string;
  readonly captionOf: (arm: StageArm) => string;
  /** Whether a key of the page has opened the tables; without it each has a fold. */
  readonly isTable?: boolean;
}

const LANES = ['phases'] as const;

/** Runs beside one another on one clock, with their states as lanes. */
export function RunStages(props: RunStagesProps) {
  const { view, arms, paneIds, durationSeconds, labelOf, captionOf, isTable } = props;
  const { stages, missing } = useRunStages(arms, paneIds, view.zoom);
  const Heading = `h${props.headingLevel}` as const;
  return (
    <div className={props.className}>
      <MissingCurves {...missing} />
      {arms.map((arm, index) => {
        const { run, panes = [] } = stages[index] ?? {};
        return (
          <div key={index}>
            <Heading>{arm.title}</Heading>
            <StageCard
              className={props.plotClassName}
              view={view}
              durationSeconds={durationSeconds}
              panes={panes}
              lanes={LANES}
              runs={run === undefined ? [] : [run]}
              label={labelOf(arm.title)}
              caption={captionOf(arm)}
            />
            {isTable === undefined && <FoldedTable summary="Table" panes={panes} />}
            {isTable === true && <PaneTable panes={panes} />}
          </div>
        );
      })}
    </div>
  );
}
