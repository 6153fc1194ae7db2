import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { Contest } from '@/api/contest';

import styles from './contest.module.css';

/** What the score is and why unfairness buys nothing, how places come about, and what was drawn. */
export function HowJudged({ contest }: { readonly contest: Contest }) {
  const { said, scenarios, seed, state } = contest;
  return (
    <section className={styles.part} aria-labelledby="how-judged">
      <h2 id="how-judged">{t`How it is judged`}</h2>
      {said.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {state === 'open' && (
        <p>
          {t`The 20 scenarios and their seed are drawn when the contest has ended, so that no module can be tuned to them.`}
        </p>
      )}
      {seed !== null && (
        <details className="ui-fold">
          <summary>{t`The ${scenarios.length} scenarios that were drawn`}</summary>
          <ol className="small">
            {scenarios.map(({ title }, place) => (
              <li key={place}>{title}</li>
            ))}
          </ol>
          <p className="small">
            <Trans>
              To compute it again: <code>./lab contest DIR --seed {seed}</code>
            </Trans>
          </p>
        </details>
      )}
    </section>
  );
}
