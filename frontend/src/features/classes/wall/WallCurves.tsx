import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';

import type { RunCurves } from '@/api/classes/classTypes';
import { toGrid } from '@/api/runs/series';
import type { PaneId } from '@/charts/model';
import { buildPanes } from '@/charts/panes/panes';
import { groupedStage, plainOptions } from '@/charts/panes/plainGroups';
import { StageCard, useStageView } from '@/stage/StageCard';
import type { RunStepFile } from '@/steps/labFile';
import { Button } from '@/ui/Button';

import styles from './wall.module.css';

interface WallCurvesProps {
  readonly step: RunStepFile;
  readonly curves: RunCurves;
}

const NAMES: Readonly<Partial<Record<PaneId, string>>> = {
  throughput: t`Throughput`,
  rtt: t`RTT`,
  window: t`Window`,
  queue: t`Queue`,
};
const PANES = Object.keys(NAMES) as PaneId[];
/** The subjects of most questions: shares and queue. */
const FIRST: readonly PaneId[] = ['throughput', 'queue'];

/** The run that every student has seen, with the plots that the teacher chooses. */
export function WallCurves({ step, curves }: WallCurvesProps) {
  const view = useStageView();
  const [chosen, choose] = useState(FIRST);
  const { scenario, title } = step;
  const runs = useMemo(
    () => [
      groupedStage({
        scenario,
        title: scenario.name,
        run: { id: step.id, result: { link: curves } },
        series: toGrid({ ...WHOLE, ...curves }),
        phases: [],
        simulatedSeconds: scenario.duration_s,
      }),
    ],
    [step, scenario, curves],
  );
  const panes = useMemo(
    () => runs.flatMap((run) => buildPanes(chosen, [run], plainOptions(run))),
    [runs, chosen],
  );
  const toggle = (id: PaneId) => {
    const next = PANES.filter((each) => (each === id) !== chosen.includes(each));
    if (next.length > 0) choose(next);
  };
  return (
    <section className={styles.curves} aria-label={t`${title}: what happened`}>
      <StageCard
        className={styles.run}
        view={view}
        durationSeconds={scenario.duration_s}
        panes={panes}
        runs={runs}
        label={t`${title}: ${chosen.map((id) => NAMES[id]).join(', ')} of the run`}
      />
      <div className={styles.choice} role="group" aria-label={t`Plots`}>
        {PANES.map((id) => (
          <Button key={id} size="xs" aria-pressed={chosen.includes(id)} onClick={() => toggle(id)}>
            {NAMES[id]}
          </Button>
        ))}
        <span className="quiet">{t`The run of all students, seed ${curves.seed}`}</span>
      </div>
    </section>
  );
}

/** Fields of a series that a wall is not sent: it gets whole series of completed runs. */
const WHOLE = { sample_count: 0, complete: true, from_s: 0, to_s: 0 };
