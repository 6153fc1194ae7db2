import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';

import { digestOf } from '@/analysis/scenario/modules';
import { useEnterContest, type Contest } from '@/api/classes/contest';
import { useMyModules } from '@/api/algorithms/modules';
import { Button } from '@/ui/Button';
import { ModuleChoice } from '@/ui/fields/ModuleChoice';
import { Note } from '@/ui/Note';

import styles from './contest.module.css';

interface EnterModuleProps {
  readonly attemptId: string;
  readonly contest: Contest;
}

/** Enters one of the modules of this browser, under a title that the class reads on the wall. */
export function EnterModule({ attemptId, contest }: EnterModuleProps) {
  const own = contest.entries.filter(({ state }) => state !== 'withdrawn');
  const modules = useMyModules();
  const entered = new Set(own.map(({ sha256 }) => sha256));
  const free = modules.data?.filter(({ name }) => !entered.has(digestOf(name))) ?? [];
  if (own.length >= contest.entries_per_student)
    return <p>{t`You have ${own.length} entries, the maximum. Withdraw one to enter another.`}</p>;
  return (
    <>
      {free.length > 0 && <Form attemptId={attemptId} modules={free} />}
      <p className="small">
        <Trans>
          To enter another one, <Link to="/algorithms/write">write an algorithm</Link> or{' '}
          <Link to="/algorithms" hash="your-algorithm">
            store a file
          </Link>
          . Both stay in this browser’s list.
        </Trans>
      </p>
      {modules.error !== null && (
        <Note
          tone="bad"
          title={t`Your modules could not be loaded`}
          action={{ label: t`Try again`, onClick: () => void modules.refetch() }}
        >
          {modules.error.message}
        </Note>
      )}
    </>
  );
}

interface FormProps {
  readonly attemptId: string;
  readonly modules: NonNullable<ReturnType<typeof useMyModules>['data']>;
}

function Form({ attemptId, modules }: FormProps) {
  const id = useId();
  const enter = useEnterContest(attemptId);
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const module = modules.find(({ name }) => name === chosen) ?? modules[0];
  if (module === undefined) return null;
  const title = typed ?? module.description.title;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        enter.mutate(
          { sha256: digestOf(module.name), title: title.trim() },
          { onSuccess: () => setTyped(null) },
        );
      }}
    >
      <ModuleChoice
        label={t`Your module`}
        modules={modules}
        value={module.name}
        className={styles.field}
        onChange={setChosen}
      />
      <label htmlFor={`${id}-title`}>{t`Title on the board and the wall`}</label>
      <input
        id={`${id}-title`}
        className={styles.field}
        required
        maxLength={80}
        value={title}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" variant="filled" disabled={enter.isPending || title.trim() === ''}>
        {enter.isPending ? t`Entering` : t`Enter this module`}
      </Button>
      {enter.error !== null && (
        <Note tone="bad" title={t`The module was not entered`}>
          {enter.error.message}
        </Note>
      )}
    </form>
  );
}
