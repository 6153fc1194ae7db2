import type { StepBoard } from '@/api/classTypes';

import styles from './board.module.css';
import { countOf, nameOf } from './people';

interface TextBoardProps {
  readonly board: StepBoard;
  /** What somebody wrote may say who they are: a wall has the count only. */
  readonly isWall: boolean;
}

/** What the class has written. */
export function TextBoard({ board: { answers }, isWall }: TextBoardProps) {
  if (answers.length === 0) return <p className="quiet">Nobody has answered yet.</p>;
  if (isWall) return <p>{`${countOf(answers.length, 'answer')} so far.`}</p>;
  return (
    <ul className={styles.texts}>
      {answers.map((answer) => (
        <li key={answer.student_id}>
          <b className="small">{nameOf(answer)}</b>
          <p>{String(answer.answer)}</p>
        </li>
      ))}
    </ul>
  );
}
