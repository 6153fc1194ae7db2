import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';

import { useOpenContest, type Contest } from '@/api/contest';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import styles from './contest.module.css';

const HOUR_MS = 3_600_000;
const MOST_ENTRIES = 5;

interface SetContestProps {
  readonly classId: string;
  /** undefined: there is none yet. */
  readonly contest?: Contest;
}

/** Until when modules can be entered, and how many a student may have. */
export function SetContest({ classId, contest }: SetContestProps) {
  const id = useId();
  const set = useOpenContest(classId);
  const [endsAt, setEndsAt] = useState(() =>
    localText(contest === undefined ? new Date(Date.now() + HOUR_MS) : new Date(contest.ends_at)),
  );
  const [count, setCount] = useState(contest?.entries_per_student ?? MOST_ENTRIES);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate({ ends_at: new Date(endsAt).toISOString(), entries_per_student: count });
      }}
    >
      <label htmlFor={`${id}-end`}>{t`Modules can be entered until`}</label>
      <input
        id={`${id}-end`}
        type="datetime-local"
        required
        className={styles.field}
        value={endsAt}
        onChange={({ target }) => setEndsAt(target.value)}
      />
      <label htmlFor={`${id}-count`}>{t`Entries a student`}</label>
      <select
        id={`${id}-count`}
        className={styles.field}
        value={count}
        onChange={({ target }) => setCount(Number(target.value))}
      >
        {Array.from({ length: MOST_ENTRIES }, (_, place) => (
          <option key={place}>{place + 1}</option>
        ))}
      </select>
      <Button type="submit" variant="filled" disabled={set.isPending || endsAt === ''}>
        {contest === undefined ? t`Open the contest` : t`Change it`}
      </Button>
      {set.error !== null && (
        <Note tone="bad" title={t`Nothing was changed`}>
          {set.error.message}
        </Note>
      )}
    </form>
  );
}

/** As a field for local times has it: `2026-12-07T14:30`. */
function localText(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
