import { useMemo } from 'react';

import type { GameRound } from '@/api/games';
import { PaneTable } from '@/charts/stage/PaneTable';
import { StageCard, useStageView } from '@/stage/StageCard';
import type { GameStepFile } from '@/steps/labFile';

import { gameStage, stageWords } from './gameStage';
import styles from './run.module.css';

interface GameStageProps {
  readonly step: GameStepFile;
  readonly round: GameRound;
}

/** Throughput and queue of a round. There is no picture to take away: it would be one of a run. */
export function GameStage({ step, round }: GameStageProps) {
  const view = useStageView();
  const { run, panes } = useMemo(() => gameStage(step, round), [step, round]);
  const runs = useMemo(() => [run], [run]);
  return (
    <div>
      <p className="visually-hidden">{stageWords(panes)}</p>
      <StageCard
        className={styles.gameStage}
        view={view}
        durationSeconds={round.duration_s}
        panes={panes}
        runs={runs}
        label={`Round ${round.index + 1}: throughput and queue`}
      />
      <details className={styles.numbers}>
        <summary>Plots as a table</summary>
        <PaneTable panes={panes} />
      </details>
    </div>
  );
}
