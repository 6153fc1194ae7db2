import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { useBoard } from '@/api/classes/classes';
import type { Classroom } from '@/api/classes/classTypes';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/fields/Checkbox';
import { saveFile } from '@/ui/saveFile';

import fields from '../classes.module.css';
import styles from '../dashboard/dashboard.module.css';
import { type ClassSettings, readSettingsFile, settingsFile } from './settingsFile';

/** The class without its students, for next year. */
export function SettingsFile({ classroom }: { classroom: Classroom }) {
  const [hasNames, setHasNames] = useState(false);
  const board = useBoard(classroom.id);
  const students = board.data?.students ?? [];
  return (
    <section className={styles.part}>
      <h2>{t`This class again`}</h2>
      <p className="quiet">
        {t`A file with the lab, its answers and the rules of the class: “Open a class” begins a new one from it, with other students, even after this one has been deleted.`}
      </p>
      <Checkbox
        checked={hasNames}
        onChange={setHasNames}
        label={t`With the students’ aliases, for your own records`}
      />
      <p>
        <Button
          disabled={hasNames && board.data === undefined}
          onClick={() =>
            saveFile(
              `class-settings-${classroom.code}.json`,
              settingsFile(classroom, hasNames ? students : null),
              'application/json',
            )
          }
        >
          {t`Save the class settings`}
        </Button>
      </p>
    </section>
  );
}

/** The settings of an earlier class. */
export function FromFile({ onRead }: { onRead: (settings: ClassSettings) => void }) {
  const [problem, setProblem] = useState('');
  const read = async (file: File) => {
    const found = readSettingsFile(await file.text());
    setProblem(found === null ? t`${file.name} has no settings of a class.` : '');
    if (found !== null) onRead(found);
  };
  return (
    <label className={fields.field}>
      {t`From the settings of an earlier class (optional)`}
      <input
        type="file"
        accept=".json,application/json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void read(file);
        }}
      />
      <span role="status" className={problem === '' ? 'small quiet' : fields.bad}>
        {problem === '' ? t`Saved in that class, under Class.` : problem}
      </span>
    </label>
  );
}

interface LabOfFileProps {
  readonly settings: ClassSettings;
  readonly onLeave: () => void;
}

/** The lab that came with them. */
export function LabOfFile({ settings: { lab }, onLeave }: LabOfFileProps) {
  return (
    <div className={fields.field}>
      {t`Lab`}
      <span>{t`${String(lab?.title)}, as it is in the file`}</span>
      <span>
        <Button size="xs" onClick={onLeave}>
          {t`Choose another lab`}
        </Button>
      </span>
    </div>
  );
}
