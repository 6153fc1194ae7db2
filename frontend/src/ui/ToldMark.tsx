import { LEGEND } from '@/analysis/numbers/metricWords';

import styles from './ui.module.css';

interface ToldMarkProps {
  /** null: there is no interval to judge by. */
  readonly isTold: boolean | null;
  /** Beside words that say the same. */
  readonly isQuiet?: boolean;
}

/** A full square: a significant difference; a hollow one: none; nothing without an interval. */
export function ToldMark({ isTold, isQuiet = false }: ToldMarkProps) {
  if (isTold === null) return null;
  const spoken = isQuiet
    ? ({ 'aria-hidden': true } as const)
    : ({ role: 'img', 'aria-label': isTold ? 'significant' : 'not significant' } as const);
  return <i className={styles.told} data-told={isTold || undefined} {...spoken} />;
}

/** What the marks of a table of differences mean. */
export function ToldLegend() {
  return (
    <>
      <span>
        <ToldMark isTold isQuiet /> {LEGEND.told}
      </span>
      <span>
        <ToldMark isTold={false} isQuiet /> {LEGEND.notTold}
      </span>
    </>
  );
}
