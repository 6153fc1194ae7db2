import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { useChangeClass } from '@/api/classes/classes';
import type { Classroom } from '@/api/classes/classTypes';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/fields/Checkbox';
import { Note } from '@/ui/Note';

import styles from '../dashboard/dashboard.module.css';
import { linesOf } from './lines';

/** What students need to join, and what they are shown. */
export function ClassRules({ classroom }: { classroom: Classroom }) {
  const { id, name, sections, needs_approval, shows_solutions } = classroom;
  const { holds_back_right, holds_back_points } = classroom;
  const change = useChangeClass(id);
  const [text, setText] = useState(name);
  const [list, setList] = useState(sections.join('\n'));
  const wanted = linesOf(list);
  const isSame = text.trim() === name && wanted.join('\n') === sections.join('\n');
  return (
    <section className={styles.part}>
      <h2>{t`Name and rules`}</h2>
      <form
        className={styles.part}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ name: text.trim(), sections: wanted });
        }}
      >
        <label className={styles.field}>
          {t`Name`}
          <input maxLength={80} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        <label className={styles.field}>
          {t`Sections, one per line`}
          <textarea rows={3} value={list} onChange={({ target }) => setList(target.value)} />
        </label>
        <p>
          <Button type="submit" disabled={text.trim() === '' || isSame || change.isPending}>
            {t`Store`}
          </Button>
        </p>
      </form>
      <Checkbox
        checked={needs_approval}
        onChange={(is) => change.mutate({ needs_approval: is })}
        label={t`I admit each student myself`}
      />
      <Checkbox
        checked={holds_back_right}
        onChange={(is) => change.mutate({ holds_back_right: is })}
        label={t`Students see the right answer to a question once I show it`}
      />
      <Checkbox
        checked={holds_back_points}
        onChange={(holds) => change.mutate({ holds_back_points: holds })}
        label={t`Students see their points once I release them`}
      />
      <Checkbox
        checked={shows_solutions}
        onChange={(shows) => change.mutate({ shows_solutions: shows })}
        label={t`Students get the solutions when the class has ended`}
      />
      {change.error !== null && (
        <Note tone="bad" title={t`Nothing was changed`}>
          {change.error.message}
        </Note>
      )}
    </section>
  );
}
