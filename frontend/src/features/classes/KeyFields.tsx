import type { Classroom } from '@/api/classTypes';
import { CopyField } from '@/share/CopyField';
import { teacherLink } from '@/state/classUrl';
import { Button } from '@/ui/Button';
import { saveFile } from '@/ui/saveFile';

import styles from './dashboard.module.css';
import { recoveryFile } from './recoveryFile';

interface KeyFieldsProps {
  readonly classroom: Classroom;
  readonly teacherKey: string;
  readonly onDone: () => void;
}

/** The link for teachers, shown while this window knows it, and the file to keep it in. */
export function KeyFields({ classroom, teacherKey, onDone }: KeyFieldsProps) {
  const link = teacherLink(window.location.origin, classroom.id, teacherKey);
  return (
    <>
      <details className="ui-fold">
        <summary>Show the link for teachers: not while others see your screen</summary>
        <CopyField label="Link for teachers" text={link} />
      </details>
      <p className="small quiet">
        Whoever has it can see and change everything in this class. It is shown only now: keep the
        file, and you can come back from any browser.
      </p>
      <p className={styles.pair}>
        <Button
          variant="filled"
          onClick={() =>
            saveFile(`class-${classroom.code}.json`, recoveryFile(classroom, link, teacherKey))
          }
        >
          Save the recovery file
        </Button>
        <Button onClick={onDone}>I have it</Button>
      </p>
    </>
  );
}
