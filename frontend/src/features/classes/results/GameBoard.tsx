import { t } from '@lingui/core/macro';

import { useAlgorithmTitle } from '@/api/catalog';
import type { StepBoard } from '@/api/classes/classTypes';
import { countOf } from '@/texts/counts';

import styles from './board.module.css';
import { nameOf } from '../dashboard/studentNames';
import { LargeCounts } from './LargeCounts';

interface GameBoardProps {
  readonly title: string;
  readonly board: StepBoard;
  /** Which algorithm was taken for which may be shown. */
  readonly isTruthShown: boolean;
}

type GameOfClass = NonNullable<StepBoard['game']>;

/** How well a class names algorithms, and which ones it mixes up. */
export function GameBoard({ title, board: { game }, isTruthShown }: GameBoardProps) {
  if (game?.class_right_ratio == null) return <p className="quiet">{t`No one has guessed yet.`}</p>;
  const cells = Object.values(game.table).flatMap((row) => Object.values(row));
  const count = cells.reduce((sum, each) => sum + each, 0);
  return (
    <Guesses
      title={title}
      guessCount={count}
      rightCount={Math.round(game.class_right_ratio * count)}
      table={isTruthShown ? game.table : null}
    >
      {game.scores.length > 0 && <Scores game={game} />}
    </Guesses>
  );
}

interface GuessesProps {
  readonly title: string;
  readonly guessCount: number;
  readonly rightCount: number;
  /** null: it is not to be seen yet. */
  readonly table: GameOfClass['table'] | null;
  readonly children?: React.ReactNode;
}

/** The guesses of a class as counts, without names. */
export function Guesses({ title, guessCount, rightCount, table, children }: GuessesProps) {
  if (guessCount === 0) return <p className="quiet">{t`No one has guessed yet.`}</p>;
  return (
    <div className={styles.board}>
      <LargeCounts
        entries={[
          { label: t`right of ${countOf(guessCount, 'guess')}`, count: rightCount },
          { label: t`not right`, count: guessCount - rightCount },
        ]}
      />
      {table !== null && <Confusion title={title} table={table} />}
      {children}
    </div>
  );
}

function Confusion({ title, table }: { title: string; table: GameOfClass['table'] }) {
  const name = useAlgorithmTitle();
  const candidates = Object.keys(table);
  return (
    <div className={styles.scroll} role="region" aria-label={t`Guesses: ${title}`} tabIndex={0}>
      <table className={styles.table}>
        <caption>{t`Rows: hidden algorithm. Columns: guess.`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Hidden`}</th>
            {candidates.map((guess) => (
              <th key={guess} scope="col" className="number">
                {name(guess)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {candidates.map((hidden) => (
            <tr key={hidden}>
              <th scope="row">{name(hidden)}</th>
              {candidates.map((guess) => {
                const count = table[hidden]?.[guess] ?? 0;
                return (
                  <td key={guess} className="number">
                    {hidden === guess ? <b>{count}</b> : count}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Scores({ game: { scores, rounds } }: { game: GameOfClass }) {
  return (
    <div className={styles.scroll} role="region" aria-label={t`Scores`} tabIndex={0}>
      <table className={styles.table}>
        <caption>{t`Of ${countOf(rounds, 'round')}`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Student`}</th>
            <th scope="col" className="number">
              {t`Right`}
            </th>
            <th scope="col" className="number">
              {t`Guessed`}
            </th>
          </tr>
        </thead>
        <tbody>
          {scores.map((player) => (
            <tr key={player.student_id}>
              <th scope="row">{nameOf(player)}</th>
              <td className="number">{player.right_count}</td>
              <td className="number">{player.answered_count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
