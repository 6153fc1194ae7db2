import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/ui/Button';

import styles from './classes.module.css';
import { readSettingsFile, type ClassSettings } from './settingsFile';

/** The settings of an earlier class. */
export function FromFile({ onRead }: { onRead: (settings: ClassSettings) => void }) {
  const [problem, setProblem] = useState('');
  const read = async (file: File) => {
    const found = readSettingsFile(await file.text());
    setProblem(found === null ? t`${file.name} has no settings of a class.` : '');
    if (found !== null) onRead(found);
  };
  return (
    <label className={styles.field}>
      {t`From the settings of an earlier class (optional)`}
      <input
        type="file"
        accept=".json,application/json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void read(file);
        }}
      />
      <span role="status" className={problem === '' ? 'small quiet' : styles.bad}>
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
    <div className={styles.field}>
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
