import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';

import { useAlgorithmTitle } from '@/api/catalog';
import { useGuess, type Game, type GameRound } from '@/api/classes/games';
import type { Attempt } from '@/api/classes/labs';
import type { GameStepFile } from '@/steps/labFile';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import answers from './answer.module.css';
import { useWorkBlocked } from '../attempt/workBlocked';
import styles from './step.module.css';

interface GameGuessProps {
  readonly attempt: Attempt;
  readonly step: GameStepFile;
  readonly round: GameRound;
  /** The round as the attempt has it: it knows of a guess first. */
  readonly stored: Game['rounds'][number];
}

/** The candidates to choose from; afterwards what it was. */
export function GameGuess({ attempt, step, round, stored }: GameGuessProps) {
  const title = useAlgorithmTitle();
  const name = useId();
  const [chosen, choose] = useState<string | null>(null);
  const store = useGuess(attempt.id, step.id, round.index);
  const held = useWorkBlocked();
  if (stored.guess !== null && stored.algorithm !== null) {
    return <GuessResult guess={stored.guess} algorithm={stored.algorithm} runId={round.run_id} />;
  }
  if (round.status !== 'done') return null;
  return (
    <form
      className={styles.task}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) store.mutate(chosen);
      }}
    >
      <div role="radiogroup" aria-label={t`Which algorithm is it?`} className={answers.options}>
        {step.candidates.map((candidate) => (
          <label key={candidate}>
            <input
              type="radio"
              name={name}
              checked={chosen === candidate}
              onChange={() => choose(candidate)}
            />
            <span>{title(candidate)}</span>
          </label>
        ))}
      </div>
      <p>
        <Button
          type="submit"
          variant="filled"
          disabled={chosen === null || store.isPending || held !== null}
        >
          {store.isPending ? t`Storing` : t`That is my guess`}
        </Button>
      </p>
      <p className="small quiet">{held ?? t`A guess is final, and reveals the algorithm.`}</p>
      {store.error !== null && (
        <Note tone="bad" title={t`The guess was not stored`}>
          {store.error.message}
        </Note>
      )}
    </form>
  );
}

interface GuessResultProps {
  readonly guess: string;
  readonly algorithm: string;
  readonly runId: string | null;
}

function GuessResult({ guess, algorithm, runId }: GuessResultProps) {
  const title = useAlgorithmTitle();
  const isRight = guess === algorithm;
  return (
    <div>
      <p className={styles.right} data-right={isRight} role="status">
        {isRight
          ? t`✓ Right: it is ${title(algorithm)}.`
          : t`✗ Not right: it is ${title(algorithm)}, you guessed ${title(guess)}.`}
      </p>
      {runId !== null && (
        <p>
          <Link to="/runs/$id" params={{ id: runId }}>
            {t`Open the whole run`}
          </Link>
        </p>
      )}
    </div>
  );
}
