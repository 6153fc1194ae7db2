import type { Problem } from '@/analysis/scenario/problems';

import styles from './build.module.css';

const MOST_SHOWN = 30;

interface ProblemsProps {
  readonly problems: readonly Problem[];
  /** The way leads to the field, else to the line. */
  readonly isForm: boolean;
  readonly onGoTo: (problem: Problem) => void;
}

/** What is wrong, field by field, with the way to it. */
export function Problems({ problems, isForm, onGoTo }: ProblemsProps) {
  return (
    <section className={styles.problems}>
      <h2>What is wrong</h2>
      <ul>
        {problems.slice(0, MOST_SHOWN).map((problem) => (
          <li key={`${problem.path} ${problem.message}`}>
            <Sentence problem={problem} />
            {(isForm || problem.line !== null) && (
              <button
                type="button"
                className={styles.lineLink}
                aria-label={wayTo(problem, isForm)}
                onClick={() => onGoTo(problem)}
              >
                {isForm || problem.line === null ? 'show' : `line ${problem.line}`}
              </button>
            )}
          </li>
        ))}
      </ul>
      {problems.length > MOST_SHOWN && (
        <p className="quiet small">{`and ${problems.length - MOST_SHOWN} more`}</p>
      )}
    </section>
  );
}

function wayTo({ path, line }: Problem, isForm: boolean): string {
  return isForm || line === null ? `Show ${path}` : `Go to line ${line}`;
}

function Sentence({ problem: { path, message } }: { problem: Problem }) {
  const hasPath = path !== '' && message.startsWith(path);
  return (
    <span>
      {hasPath && <b className={styles.bad}>{path}</b>}
      {hasPath ? message.slice(path.length) : message}
    </span>
  );
}
