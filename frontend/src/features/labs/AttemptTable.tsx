import { t } from '@lingui/core/macro';
import clsx from 'clsx';

import type { LabRun } from '@/api/labs';
import { Button } from '@/ui/Button';

import { termText, termTitle } from '@/steps/metricWords';
import { settingsWords, type Open } from '@/steps/openFields';
import styles from './run.module.css';

interface AttemptTableProps {
  /** The latest last. */
  readonly runs: readonly LabRun[];
  readonly opens: readonly Open[];
  readonly isGoal: boolean;
  readonly shownId: string | undefined;
  readonly onShow: (runId: string) => void;
}

const STATES = {
  queued: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

/** What was tried, the latest first, and whether it reached the goal. */
export function AttemptTable({ runs, opens, isGoal, shownId, onShow }: AttemptTableProps) {
  const terms = [...new Set(runs.flatMap(({ goal }) => Object.keys(goal?.terms ?? {})))];
  const last = runs.at(-1);
  return (
    <div className={styles.tried}>
      <h3>{isGoal ? t`Your attempts` : t`Your runs`}</h3>
      {isGoal && <Reached run={last} />}
      <div className={styles.scroll} role="region" aria-label={t`Attempts`} tabIndex={0}>
        <table className={clsx('row-names', styles.table)}>
          <thead>
            <tr>
              <th scope="col">{t`Settings`}</th>
              {terms.map((term) => (
                <th key={term} scope="col" className="number">
                  {termTitle(term)}
                </th>
              ))}
              <th scope="col">{isGoal ? t`Goal` : t`State`}</th>
              <th scope="col">
                <span className="visually-hidden">{t`Show`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {runs.toReversed().map((run) => (
              <tr key={run.run_id} data-shown={run.run_id === shownId || undefined}>
                <th scope="row">{settingsWords(run.settings, opens)}</th>
                {terms.map((term) => (
                  <td key={term} className="number">
                    {run.goal === null ? '' : termText(term, run.goal.terms[term] ?? null)}
                  </td>
                ))}
                <td>{isGoal ? goalWords(run) : STATES[run.status]}</td>
                <td className="number">
                  {run.run_id === shownId ? (
                    <span className="small quiet">{t`shown`}</span>
                  ) : (
                    <Button
                      size="xs"
                      aria-label={t`Show ${settingsWords(run.settings, opens)}`}
                      onClick={() => onShow(run.run_id)}
                    >
                      {t`Show`}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** The verdict on the latest attempt, in words that are read aloud when they come. */
function Reached({ run }: { run: LabRun | undefined }) {
  return (
    <p role="status" className={styles.reached} data-reached={run?.goal?.holds}>
      {run?.goal == null
        ? ''
        : run.goal.holds
          ? t`✓ The goal is reached.`
          : run.goal.is_decided
            ? t`✗ The goal is missed. Change the settings and run again.`
            : t`✗ The goal is missed: this run lacks one of its numbers.`}
    </p>
  );
}

function goalWords({ goal, status }: LabRun): string {
  if (goal === null) return STATES[status];
  if (goal.holds) return t`✓ reached`;
  return goal.is_decided ? t`✗ missed` : t`✗ missed, a number is lacking`;
}
