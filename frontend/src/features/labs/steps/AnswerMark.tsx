import { t } from '@lingui/core/macro';

import type { Mark } from '@/api/classes/labs';

import styles from './step.module.css';

/** Whether an answer is right, with a sign and a word; nothing where a teacher has to judge. */
export function AnswerMark({ mark }: { mark: Mark | null }) {
  if (mark?.is_right == null) return null;
  return (
    <p className={styles.right} data-right={mark.is_right} role="status">
      {mark.is_right ? t`✓ Right.` : t`✗ Not right.`}
    </p>
  );
}
