import { t } from '@lingui/core/macro';
import { useState, useMemo } from 'react';

import { toShortest } from '@/analysis/numbers/units';
import { useBeginRound, useRound, type Game, type GameRound } from '@/api/classes/games';
import type { Attempt } from '@/api/classes/labs';
import { FoldedTable } from '@/charts/stage/PaneTable';
import { StageCard, useStageView } from '@/stage/StageCard';
import { gameOf, type GameStepFile } from '@/steps/labFile';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { NotLoaded } from '@/ui/NotLoaded';

import { GameGuess } from './GameGuess';
import { gameStage, stageWords } from './gameStage';
import { useWorkBlocked } from '../attempt/workBlocked';
import styles from './run.module.css';

interface GameStepProps {
  readonly attempt: Attempt;
  readonly step: GameStepFile;
}

/** Name that algorithm: in each round throughput and queue are seen, and the rest is guessed. */
export function GameStep({ attempt, step }: GameStepProps) {
  const game = gameOf(attempt, step.id);
  // Where a student starts; guessing does not move them on from the result.
  const [index, go] = useState(() => firstOpen(game));
  if (game === undefined) return null;
  return (
    <div className={styles.run}>
      <Score step={step} game={game} />
      <Round key={index} attempt={attempt} step={step} game={game} index={index} onGo={go} />
    </div>
  );
}

/** The first round without a guess, else the last one. */
function firstOpen(game: Game | undefined): number {
  const rounds = game?.rounds ?? [];
  const open = rounds.findIndex(({ guess }) => guess === null);
  return open < 0 ? Math.max(0, rounds.length - 1) : open;
}

function Score({ step, game: { score } }: { step: GameStepFile; game: Game }) {
  const { right_count, answered_count, round_count, points } = score;
  if (answered_count === 0)
    return <p className="quiet">{t`${countOf(round_count, 'round')}. A guess is final.`}</p>;
  return (
    <p>
      <b>{t`${right_count} of ${answered_count} right`}</b>
      {t`, ${round_count - answered_count} to go`}
      {step.points > 0 &&
        points !== null &&
        t`; ${toShortest(points)} of ${toShortest(step.points)} points`}
    </p>
  );
}

interface RoundProps extends GameStepProps {
  readonly game: Game;
  readonly index: number;
  readonly onGo: (index: number) => void;
}

function Round({ attempt, step, game, index, onGo }: RoundProps) {
  const round = useRound(attempt.id, step.id, index);
  const stored = game.rounds[index];
  const count = game.rounds.length;
  return (
    <section className={styles.result} aria-label={t`Round ${index + 1}`}>
      <h3>{t`Round ${index + 1} of ${count}`}</h3>
      {round.error !== null && (
        <NotLoaded what={t`The round`} error={round.error} onRetry={() => void round.refetch()} />
      )}
      {round.isPending && <p className="quiet">{t`Loading the round`}</p>}
      {round.data !== undefined && (
        <>
          <Begin attempt={attempt} step={step} round={round.data} />
          {round.data.series !== null && <GameStage step={step} round={round.data} />}
          {stored !== undefined && (
            <GameGuess attempt={attempt} step={step} round={round.data} stored={stored} />
          )}
        </>
      )}
      <nav className={styles.form} aria-label={t`Rounds`}>
        {index > 0 && <Button onClick={() => onGo(index - 1)}>{t`Round before`}</Button>}
        {index < count - 1 && (
          <Button
            variant={stored?.guess == null ? 'default' : 'filled'}
            onClick={() => onGo(index + 1)}
          >
            {t`Next round`}
          </Button>
        )}
      </nav>
    </section>
  );
}

interface BeginProps extends GameStepProps {
  readonly round: GameRound;
}

/** Starts the run of a round, and says how far it is. */
function Begin({ attempt, step, round }: BeginProps) {
  const { index, status, simulated_s, duration_s } = round;
  const begin = useBeginRound(attempt.id, step.id, index);
  const held = useWorkBlocked();
  if (status === 'done') return null;
  if (status === 'queued' || status === 'running') {
    return (
      <p className={styles.progress}>
        <progress aria-label={t`Simulated`} max={duration_s} value={simulated_s} />
        <span className="small quiet">
          {status === 'queued'
            ? t`Waiting for its turn`
            : t`${toShortest(simulated_s)} s of ${toShortest(duration_s)} s simulated`}
        </span>
      </p>
    );
  }
  return (
    <>
      {status !== null && (
        <Note tone="bad" title={t`The round has no result`}>
          {t`Start it again: the hidden algorithm stays the same.`}
        </Note>
      )}
      <p>
        <Button
          variant="filled"
          disabled={begin.isPending || held !== null}
          onClick={() => begin.mutate()}
        >
          {begin.isPending ? t`Starting` : t`Start round ${index + 1}`}
        </Button>
      </p>
      {held !== null && <p className="small quiet">{held}</p>}
      {begin.error !== null && (
        <Note tone="bad" title={t`The round was not started`}>
          {begin.error.message}
        </Note>
      )}
    </>
  );
}

interface GameStageProps {
  readonly step: GameStepFile;
  readonly round: GameRound;
}

/** Throughput and queue of a round. There is no picture to take away: it would be one of a run. */
function GameStage({ step, round }: GameStageProps) {
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
        label={t`Round ${round.index + 1}: throughput and queue`}
      />
      <FoldedTable className={styles.numbers} summary={t`Plots as a table`} panes={panes} />
    </div>
  );
}
