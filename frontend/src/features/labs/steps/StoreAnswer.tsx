import { t } from '@lingui/core/macro';

import type { Json, useAnswer } from '@/api/classes/labs';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { useWorkBlocked } from '../attempt/workBlocked';
import styles from './step.module.css';

interface StoreAnswerProps {
  readonly label: string;
  /** Until when it can be changed. */
  readonly rule: string;
  readonly store: ReturnType<typeof useAnswer>;
  /** null: there is nothing to store yet. */
  readonly draft: Json;
  /** undefined: nothing is stored. */
  readonly stored: Json;
}

/** The button that stores an answer, how long it can be changed, and why it was not stored. */
export function StoreAnswer({ label, rule, store, draft, stored }: StoreAnswerProps) {
  const held = useWorkBlocked();
  const isSame = JSON.stringify(draft) === JSON.stringify(stored);
  return (
    <>
      {store.error !== null && (
        <Note tone="bad" title={t`The answer was not stored`}>
          {store.error.message}
        </Note>
      )}
      {store.isPending && store.failureCount > 0 && (
        <Note tone="warn" title={t`The lab does not answer.`}>
          {t`Your answer is kept here, and stored as soon as the lab answers. Leave this tab open.`}
        </Note>
      )}
      <div className={styles.store}>
        <Button
          variant={isSame ? 'default' : 'filled'}
          disabled={draft === null || isSame || store.isPending || held !== null}
          onClick={() => store.mutate(draft)}
        >
          {store.isPending ? t`Storing` : label}
        </Button>
        <p className="small quiet">
          <span role="status">{isSame && <b>{t`Stored. `}</b>}</span>
          {held ?? rule}
        </p>
      </div>
    </>
  );
}
