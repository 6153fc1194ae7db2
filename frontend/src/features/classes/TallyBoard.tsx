import type { Tallied } from '@/api/classTypes';

import styles from './board.module.css';
import { countOf } from './people';

interface TallyBoardProps {
  readonly title: string;
  readonly tally: readonly Tallied[];
  /** Which one is right may be seen. */
  readonly isTruthShown: boolean;
}

/** How many chose what. */
export function TallyBoard({ title, tally, isTruthShown }: TallyBoardProps) {
  const most = Math.max(1, ...tally.map(({ count }) => count));
  return (
    <ul className={styles.bars} aria-label={title}>
      {tally.map(({ label, count, is_right }) => {
        const isRight = isTruthShown && is_right === true;
        return (
          <li key={label} data-right={isRight || undefined}>
            <span className={styles.barLabel}>
              {label}
              {isRight && <b> ✓ right</b>}
            </span>
            <span className={styles.barTrack} aria-hidden="true">
              <i style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <b className={styles.barCount}>
              {count}
              <span className="visually-hidden">{` ${countOf(count, 'answer').replace(/^\d+ /, '')}`}</span>
            </b>
          </li>
        );
      })}
    </ul>
  );
}
