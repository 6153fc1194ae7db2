import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import { whenText, wholeTime } from '@/analysis/numbers/times';
import { useDeleteAttempt, useMyAttempts, type AttemptListed } from '@/api/labs';
import { Button } from '@/ui/Button';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';

import { DeleteInPlace } from './DeleteInPlace';
import styles from './labs.module.css';

/** What this browser has begun, to go on with. Before that there is nothing to say. */
export function BegunLabs() {
  const list = useMyAttempts();
  const remove = useDeleteAttempt();
  if (list.error !== null) {
    return (
      <section>
        <NotLoaded
          what={t`The labs that you began`}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      </section>
    );
  }
  if (list.data === undefined || list.data.length === 0) return null;
  return (
    <section aria-labelledby="begun-labs">
      <h2 id="begun-labs">{t`Begun in this browser`}</h2>
      {remove.error !== null && (
        <Note tone="bad" title={t`The lab was not deleted`}>
          {remove.error.message}
        </Note>
      )}
      <ul className={styles.begun}>
        {list.data.map((attempt) => (
          <Begun
            key={attempt.id}
            attempt={attempt}
            isBusy={remove.isPending && remove.variables === attempt.id}
            onDelete={() => remove.mutate(attempt.id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface BegunProps {
  readonly attempt: AttemptListed;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
}

function Begun({ attempt, isBusy, onDelete }: BegunProps) {
  const { id, title, started_at, answered_step_count: count } = attempt;
  const when = whenText(started_at, new Date());
  return (
    <li className={styles.attempt}>
      <div>
        <h3>{title}</h3>
        <p className="small quiet">
          {plural(count, { one: '# step answered', other: '# steps answered' })}
          {t`, begun `}
          <time dateTime={started_at} title={wholeTime(started_at)}>
            {when}
          </time>
        </p>
      </div>
      <DeleteInPlace
        name={t`${title}, begun ${when}`}
        question={t`Delete this lab and your answers for good?`}
        why={t`Runs that you made outside of a class stay under My work.`}
        isBusy={isBusy}
        onDelete={onDelete}
      >
        <Button
          renderRoot={(props) => (
            <Link
              to="/labs/attempts/$attemptId"
              params={{ attemptId: id }}
              aria-label={t`Continue ${title}, begun ${when}`}
              {...props}
            />
          )}
        >
          {t`Continue`}
        </Button>
      </DeleteInPlace>
    </li>
  );
}
