import type { StepBoard } from '@/api/classTypes';

import styles from './board.module.css';
import { nameOf } from './people';

interface TextBoardProps {
  readonly board: StepBoard;
}

/** What the class has written. A wall never has it: what somebody wrote may say who they are. */
export function TextBoard({ board: { answers } }: TextBoardProps) {
  if (answers.length === 0) return <p className="quiet">No one has answered yet.</p>;
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
