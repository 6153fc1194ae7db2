import { plural, t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { MOST_KEY_BYTES } from '@/analysis/imports/fileText';
import { useClaimClasses, useNewTeacherKeys } from '@/api/classes';
import type { ClassListed } from '@/api/classTypes';
import { Note } from '@/ui/Note';
import { saveFile } from '@/ui/saveFile';

import { AskFirst } from './AskFirst';
import styles from './classes.module.css';
import { allRecoveryFile, readRecoveryFile } from './recoveryFile';

/** Classes that were opened in another browser, by the file that was saved there. */
export function RecoverClasses({ listed }: { listed: readonly ClassListed[] }) {
  const navigate = useNavigate();
  const claim = useClaimClasses();
  const [problem, setProblem] = useState('');
  const open = async (file: File) => {
    const found = readRecoveryFile(await file.slice(0, MOST_KEY_BYTES).text());
    const [first] = found ?? [];
    setProblem(first === undefined ? t`${file.name} is no recovery file of a class.` : '');
    if (found === null || first === undefined) return;
    if (found.length > 1) {
      claim.mutate(found);
      return;
    }
    const hash = `teacher=${encodeURIComponent(first.teacherKey)}`;
    await navigate({ to: '/classes/$classId', params: { classId: first.id }, hash });
  };
  return (
    <div className={styles.recover}>
      <label>
        {t`From a recovery file `}
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void open(file);
          }}
        />
      </label>
      <p role="status" className={styles.bad}>
        {problem}
      </p>
      {claim.data !== undefined && (
        <Note
          tone={claim.data.failed.length === 0 ? 'plain' : 'warn'}
          title={openedWords(claim.data.done.length)}
        >
          {claim.data.failed.map(({ name, reason }) => `${name}: ${reason}`).join(' ')}
        </Note>
      )}
      {listed.length > 1 && <SaveAll listed={listed} />}
    </div>
  );
}

const openedWords = (count: number) =>
  plural(count, { one: '# class is here now', other: '# classes are here now' });

/** One file for all: each class gets a new key, because the service keeps none to show again. */
function SaveAll({ listed }: { listed: readonly ClassListed[] }) {
  const make = useNewTeacherKeys();
  const save = () =>
    make.mutate(listed, {
      onSuccess: ({ done }) => {
        if (done.length > 0) saveFile('classes.json', allRecoveryFile(done), 'application/json');
      },
    });
  return (
    <div>
      <AskFirst
        key={make.submittedAt}
        label={t`One recovery file for all`}
        question={t`Make a new key for each of your ${listed.length} classes? The recovery files and links for teachers that you have are void then.`}
        yes={t`Make and save`}
        isBusy={make.isPending}
        onYes={save}
      />
      {make.data !== undefined && make.data.failed.length > 0 && (
        <Note tone="bad" title={t`Not in the file, and their keys stay as they were`}>
          {make.data.failed.map(({ name, reason }) => `${name}: ${reason}`).join(' ')}
        </Note>
      )}
    </div>
  );
}
