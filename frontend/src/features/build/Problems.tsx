import type { Problem } from '@/analysis/problems';
import { buildText } from '@/messages/build';

import styles from './build.module.css';

interface ProblemsProps {
  readonly problems: readonly Problem[];
  readonly onGoTo: (line: number) => void;
}

/** What is wrong, field by field, with the way to its line. */
export function Problems({ problems, onGoTo }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <section className={styles.problems}>
      <h2>{buildText.problemsTitle}</h2>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.path} ${problem.message}`}>
            <OneProblem problem={problem} onGoTo={onGoTo} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneProblem({ problem, onGoTo }: { problem: Problem; onGoTo: (line: number) => void }) {
  const { path, message, line } = problem;
  const hasPath = path !== '' && message.startsWith(path);
  return (
    <>
      <span>
        {hasPath && <b className={styles.bad}>{path}</b>}
        {hasPath ? message.slice(path.length) : message}
      </span>
      {line !== null && (
        <button
          type="button"
          className={styles.lineLink}
          aria-label={buildText.goToLine(line)}
          onClick={() => onGoTo(line)}
        >
          {buildText.line(line)}
        </button>
      )}
    </>
  );
}
