import { LEGEND } from '@/analysis/numbers/metricTexts';

import styles from './ui.module.css';

interface SignificanceMarkProps {
  /** null: there is no interval to judge by. */
  readonly isSignificant: boolean | null;
  /** Beside words that say the same. */
  readonly isQuiet?: boolean;
}

/** A full square: a significant difference; a hollow one: none; nothing without an interval. */
export function SignificanceMark({ isSignificant, isQuiet = false }: SignificanceMarkProps) {
  if (isSignificant === null) return null;
  const spoken = isQuiet
    ? ({ 'aria-hidden': true } as const)
    : ({ role: 'img', 'aria-label': isSignificant ? 'significant' : 'not significant' } as const);
  return (
    <i className={styles.significance} data-significant={isSignificant || undefined} {...spoken} />
  );
}

/** What the marks of a table of differences mean. */
export function SignificanceLegend() {
  return (
    <>
      <span>
        <SignificanceMark isSignificant isQuiet /> {LEGEND.significant}
      </span>
      <span>
        <SignificanceMark isSignificant={false} isQuiet /> {LEGEND.notSignificant}
      </span>
    </>
  );
}
