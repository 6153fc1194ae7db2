import { Term } from '@/ui/Term';

import type { Arm } from './arms';
import styles from './experiment.module.css';
import { controlText, towardsText, type Verdicts } from './verdicts';

interface VerdictLineProps {
  readonly verdicts: Verdicts;
  readonly arms: readonly Arm[];
}

/** What the whole map says: a line for each arm, counted over the cells that are coloured. */
export function VerdictLine({ verdicts, arms }: VerdictLineProps) {
  const baseline = arms.find(({ isBaseline }) => isBaseline)?.name ?? '';
  return (
    <div className={styles.verdicts} role="status">
      {verdicts.arms.map(({ arm_index, sentence }) => (
        <p key={arm_index}>
          <b>{`${arms[arm_index]?.name ?? ''} against ${baseline}: `}</b>
          {sentence}
        </p>
      ))}
      <p className="quiet small">
        {towardsText(verdicts)}{' '}
        <Term name="How significance is decided" definition={controlText(verdicts)} />
      </p>
    </div>
  );
}
