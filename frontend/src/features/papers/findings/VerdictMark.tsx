import { presentVerdicts, type Verdict, type VerdictCounts } from '@/analysis/papers/verdicts';
import { Term } from '@/ui/Term';

import styles from './verdict.module.css';
import { verdictWords } from './verdictTexts';

interface VerdictMarkProps {
  readonly verdict: Verdict;
  /** The verdict with its reason, one click away; empty: there is no more to say. */
  readonly why: string;
  readonly note: string | undefined;
}

/** A square that says it by its filling, and the word beside it. */
export function VerdictMark({ verdict, why, note }: VerdictMarkProps) {
  const word = verdictWords[verdict];
  return (
    <span className={styles.verdict}>
      <VerdictSquare verdict={verdict} />
      {why === '' ? (
        word
      ) : (
        <Term name={word} definition={why} {...(note !== undefined && { note })} />
      )}
    </span>
  );
}

const SIDE_PX = 11;

/** Filled: within; chequered: mixed; hollow: outside; half: inconclusive; dotted: not judged. */
export function VerdictSquare({ verdict }: { verdict: Verdict }) {
  const inner = SIDE_PX - 1;
  return (
    <svg className={styles.square} width={SIDE_PX} height={SIDE_PX} aria-hidden="true">
      <rect x={0.5} y={0.5} width={inner} height={inner} data-verdict={verdict} />
      {verdict === 'mixed' && (
        <path
          d={`M0.5 0.5H${SIDE_PX / 2}V${SIDE_PX / 2}H0.5ZM${SIDE_PX / 2} ${SIDE_PX / 2}H${inner + 0.5}V${inner + 0.5}H${SIDE_PX / 2}Z`}
        />
      )}
      {verdict === 'cannot_tell' && (
        <path d={`M0.5 ${inner + 0.5}V0.5L${inner + 0.5} ${inner + 0.5}Z`} />
      )}
    </svg>
  );
}

/** How many of which verdict: marks with words. */
export function VerdictTally({ counts }: { counts: VerdictCounts }) {
  return (
    <ul className={styles.tally} aria-label="Verdicts">
      {presentVerdicts(counts).map(({ verdict, count }) => (
        <li key={verdict}>
          <VerdictSquare verdict={verdict} />
          {`${count} ${verdictWords[verdict]}`}
        </li>
      ))}
    </ul>
  );
}
