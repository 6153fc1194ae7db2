import { t } from '@lingui/core/macro';
import clsx from 'clsx';

import { useAlgorithmTitle } from '@/api/catalog';
import type { HiddenSeeds, LabRun } from '@/api/classes/labs';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';

import { termText, termTitle } from '@/steps/goalTerms';
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

/** The tries, the latest first, and whether they reached the goal. */
export function AttemptTable({ runs, opens, isGoal, shownId, onShow }: AttemptTableProps) {
  const titleOf = useAlgorithmTitle();
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
                <th scope="row">{settingsWords(run.settings, opens, titleOf)}</th>
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
                      aria-label={t`Show ${settingsWords(run.settings, opens, titleOf)}`}
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
      {run === undefined ? '' : verdictWords(run)}
    </p>
  );
}

function verdictWords({ goal, hidden_open_count: openCount }: LabRun): string {
  if (goal === null) {
    return openCount > 0 ? t`The verdict comes once ${hiddenRuns(openCount)} are computed.` : '';
  }
  if (goal.hidden !== null) return hiddenWords(goal.hidden);
  if (goal.holds) return t`✓ The goal is reached.`;
  return goal.is_decided
    ? t`✗ The goal is missed. Change the settings and run again.`
    : t`✗ The goal is missed: one of its numbers is missing from this run.`;
}

/** Of a run that reaches the goal with the seed that is shown. */
function hiddenWords(hidden: HiddenSeeds): string {
  const { seed_count: all, reached_count: reached, failed_count: failed } = hidden;
  if (reached === all) return t`✓ The goal is reached, in ${hiddenRuns(all)} as well.`;
  const lost =
    failed === 0 ? '' : t` ${failed} of them failed: run it again, or check your algorithm.`;
  return t`✗ The goal is reached in this run, but in ${reached} of ${hiddenRuns(all)} only.${lost}`;
}

const hiddenRuns = (count: number) => countOf(count, 'hiddenRun');

function goalWords({ goal, status, hidden_open_count: openCount }: LabRun): string {
  if (goal === null) return status === 'done' && openCount > 0 ? t`hidden runs` : STATES[status];
  if (goal.hidden !== null && !goal.holds) {
    return t`✗ ${goal.hidden.reached_count} of ${hiddenRuns(goal.hidden.seed_count)}`;
  }
  if (goal.holds) return t`✓ reached`;
  return goal.is_decided ? t`✗ missed` : t`✗ missed, a number is missing`;
}
