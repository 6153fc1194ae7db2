import type { MeasuredTrace } from '@/analysis/imports/types';
import { causesOf, type CauseLink } from '@/analysis/imports/why/why';

import styles from './files.module.css';

/** The flows whose causes are listed; the JSON of `./lab read` has those of all. */
const MOST_FLOWS = 4;

/** Why a measurement was as fast as it was, each statement with how it is known. */
export function WhyPart({ trace }: { trace: MeasuredTrace }) {
  const causes = causesOf(trace);
  const left = causes.length - MOST_FLOWS;
  const hasRates = trace.flows.some(({ evidence }) => evidence?.probes === undefined);
  return (
    <section className={styles.why}>
      <h3>{hasRates ? 'Why this rate?' : 'What do its round trips show?'}</h3>
      {causes.slice(0, MOST_FLOWS).map(({ label, links }, index) => (
        <div key={index}>
          {causes.length > 1 && <h4>{label}</h4>}
          <ul>
            {links.map((link, at) => (
              <Statement key={at} link={link} />
            ))}
          </ul>
        </div>
      ))}
      {left > 0 && (
        <p className="small faint">
          {left} more {left === 1 ? 'flow has' : 'flows have'} theirs in the JSON of{' '}
          <code>./lab read</code>.
        </p>
      )}
    </section>
  );
}

function Statement({ link: { sentence, certainty } }: { link: CauseLink }) {
  return (
    <li>
      <span className={styles.certainty}>{certainty}</span> <span>{sentence}</span>
    </li>
  );
}
