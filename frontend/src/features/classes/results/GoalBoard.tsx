import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import { useAlgorithmTitle, useScenarioSchema } from '@/api/catalog';
import type { ClassRun, StepBoard, WallTry } from '@/api/classes/classTypes';
import type { RunStepFile } from '@/steps/labFile';
import { termText, termTitle } from '@/steps/metricNames';
import { openFields, settingsWords } from '@/steps/openFields';
import { countOf } from '@/texts/counts';

import styles from './board.module.css';
import { nameOf } from '../dashboard/people';
import { Tally } from './Tally';
import { Tries } from './Tries';

interface GoalBoardProps {
  readonly step: RunStepFile;
  readonly board: StepBoard;
}

/** Who has run a step, and what came of it; each attempt leads to the run that proves it. */
export function GoalBoard({ step, board: { runs } }: GoalBoardProps) {
  const people = new Set(runs.map(({ student_id }) => student_id));
  const reached = new Set(runs.filter(({ holds }) => holds === true).map((run) => run.student_id));
  return (
    <GoalTally isGoal={step.kind === 'goal'} runnerCount={people.size} reachedCount={reached.size}>
      {step.kind === 'goal' && <Tries step={step} tried={runs.flatMap(judged)} />}
      <Attempts step={step} runs={runs} />
    </GoalTally>
  );
}

/** A run that is judged, as a wall has it. */
function judged({ settings, terms, holds }: ClassRun): WallTry[] {
  return holds === null ? [] : [{ settings, terms, holds }];
}

interface GoalTallyProps {
  readonly isGoal: boolean;
  readonly runnerCount: number;
  readonly reachedCount: number;
  readonly children?: React.ReactNode;
}

/** How many have run a step, and reached its goal. */
export function GoalTally({ isGoal, runnerCount, reachedCount, children }: GoalTallyProps) {
  if (runnerCount === 0) return <p className="quiet">{t`No one has run it yet.`}</p>;
  const tally = isGoal
    ? [
        { label: t`reached the goal`, count: reachedCount },
        { label: t`still trying`, count: runnerCount - reachedCount },
      ]
    : [
        {
          label: plural(runnerCount, { one: 'student has run it', other: 'students have run it' }),
          count: runnerCount,
        },
      ];
  return (
    <div className={styles.board}>
      <Tally entries={tally} />
      {children}
    </div>
  );
}

function Attempts({ step, runs }: { step: RunStepFile; runs: readonly ClassRun[] }) {
  const titleOf = useAlgorithmTitle();
  const schema = useScenarioSchema();
  const opens = schema.data === undefined ? [] : openFields(step, schema.data);
  const terms = [...new Set(runs.flatMap(({ terms: each }) => Object.keys(each)))];
  const isGoal = step.kind === 'goal';
  return (
    <div className={styles.scroll} role="region" aria-label={t`Attempts of the class`} tabIndex={0}>
      <table className={styles.table}>
        <caption>{countOf(runs.length, 'attempt')}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Student`}</th>
            <th scope="col">{t`Settings`}</th>
            {terms.map((term) => (
              <th key={term} scope="col" className="number">
                {termTitle(term)}
              </th>
            ))}
            <th scope="col">{isGoal ? t`Goal` : t`State`}</th>
            <th scope="col">{t`Evidence`}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.run_id + run.student_id}>
              <th scope="row">{nameOf(run)}</th>
              <td>{settingsWords(run.settings, opens, titleOf)}</td>
              {terms.map((term) => (
                <td key={term} className="number">
                  {termText(term, run.terms[term] ?? null)}
                </td>
              ))}
              <td>{stateWords(run)}</td>
              <td>
                <Link
                  to="/runs/$id"
                  params={{ id: run.run_id }}
                  aria-label={t`Run of ${nameOf(run)}, ${settingsWords(run.settings, opens, titleOf)}`}
                >
                  {t`run`}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function stateWords({ holds, status, hidden }: ClassRun): string {
  if (holds === null) return status;
  if (hidden !== null && !holds) {
    return t`✗ ${hidden.reached_count} of ${countOf(hidden.seed_count, 'hiddenRun')}`;
  }
  return holds ? t`✓ reached` : t`✗ missed`;
}
