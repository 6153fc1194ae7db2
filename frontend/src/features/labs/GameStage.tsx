import { useMemo, useState } from 'react';

import { createCursor } from '@/analysis/replay/clock';
import type { GameRound } from '@/api/games';
import type { LaneId, TimeRange } from '@/charts/model';
import { PaneTable } from '@/charts/stage/PaneTable';
import { Stage } from '@/charts/stage/Stage';
import type { GameStepFile } from '@/steps/labFile';

import { gameStage, stageWords } from './gameStage';
import styles from './run.module.css';

interface GameStageProps {
  readonly step: GameStepFile;
  readonly round: GameRound;
}

const NO_LANES: readonly LaneId[] = [];

/** Throughput and queue of a round. There is no picture to take away: it would be one of a run. */
export function GameStage({ step, round }: GameStageProps) {
  const [clock] = useState(createCursor);
  const [zoom, setZoom] = useState<TimeRange | null>(null);
  const { run, panes } = useMemo(() => gameStage(step, round), [step, round]);
  const runs = useMemo(() => [run], [run]);
  const range = useMemo<TimeRange>(() => zoom ?? [0, round.duration_s], [zoom, round.duration_s]);
  return (
    <div>
      <p className="visually-hidden">{stageWords(panes)}</p>
      <div className={styles.gameStage}>
        <Stage
          clock={clock}
          panes={panes}
          lanes={NO_LANES}
          runs={runs}
          range={range}
          onZoom={(from, to) => setZoom([Math.max(0, from), to])}
          onReset={() => setZoom(null)}
          label={`Round ${round.index + 1}: throughput and queue`}
        />
      </div>
      <details className={styles.numbers}>
        <summary>Plots as a table</summary>
        <PaneTable panes={panes} />
      </details>
    </div>
  );
}
