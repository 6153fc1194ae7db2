import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import type { StepFile } from '@/steps/labFile';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import styles from './run.module.css';

interface WithheldProps {
  readonly prediction: StepFile;
  /** The name of the button that cannot be pressed yet. */
  readonly action: string;
}

/** In the place of a step whose runs could show what a prediction asks that is not stored yet. */
export function Withheld({ prediction, action }: WithheldProps) {
  return (
    <div className={styles.run}>
      <Note tone="warn" title={t`This step waits for your prediction.`}>
        {t`Store an answer to `}
        <Link to="." search={{ step: prediction.id }}>
          {prediction.title}
        </Link>
        {t` first: a guess is worth more before the result is seen.`}
      </Note>
      <div>
        <Button variant="filled" disabled>
          {action}
        </Button>
      </div>
    </div>
  );
}
