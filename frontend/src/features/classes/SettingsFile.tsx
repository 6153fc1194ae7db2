import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { useBoard } from '@/api/classes';
import type { Classroom } from '@/api/classTypes';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { saveFile } from '@/ui/saveFile';

import styles from './dashboard.module.css';
import { settingsFile } from './settingsFile';

/** The class without its students, for next year. */
export function SettingsFile({ classroom }: { classroom: Classroom }) {
  const [hasNames, setHasNames] = useState(false);
  const board = useBoard(classroom.id);
  const students = board.data?.students ?? [];
  return (
    <section className={styles.part}>
      <h2>{t`This class again`}</h2>
      <p className="quiet">
        {t`A file with the lab, its answers and the rules of the class: “Open a class” begins a new one from it, with other students, also when this one has been deleted.`}
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
