import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { Contest } from '@/api/classes/contest';

import styles from './contest.module.css';

/** The score and why unfairness does not pay, how places are decided, and the drawn scenarios. */
export function HowJudged({ contest }: { readonly contest: Contest }) {
  const { said, kinds, scenarios, seed, state } = contest;
  const choice = kinds.map(({ kind }) => kind).join(',');
  return (
    <section className={styles.part} aria-labelledby="how-judged">
      <h2 id="how-judged">{t`How it is judged`}</h2>
      {said.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {state === 'open' && (
        <p>
          {t`The scenarios and their seed are drawn when the contest has ended, so that no module can be tuned to them.`}
        </p>
      )}
      <details className="ui-fold" open={state === 'open'}>
        <summary>
          {plural(kinds.length, {
            one: 'What may be drawn: # kind',
            other: 'What may be drawn: # kinds',
          })}
        </summary>
        <ul className="small">
          {kinds.map(({ kind, title, text }) => (
            <li key={kind}>
              <b>{title}</b>: {text}
            </li>
          ))}
        </ul>
      </details>
      {seed !== null && (
        <details className="ui-fold">
          <summary>
            {plural(scenarios.length, {
              one: 'The # scenario that was drawn',
              other: 'The # scenarios that were drawn',
            })}
          </summary>
          <ol className="small">
            {scenarios.map(({ title }, place) => (
              <li key={place}>{title}</li>
            ))}
          </ol>
          <p className="small">
            <Trans>
              To compute it again:{' '}
              <code className="breaks">
                ./lab contest DIR --seed {seed} --count {scenarios.length} --kinds {choice}
              </code>
            </Trans>
          </p>
        </details>
      )}
    </section>
  );
}
