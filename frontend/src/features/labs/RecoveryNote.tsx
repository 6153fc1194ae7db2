import clsx from 'clsx';
import { useState } from 'react';

import { CopyField } from '@/share/CopyField';
import { forgetRecoveryCode, recoveryCodeOf } from '@/state/justJoined';
import { Button } from '@/ui/Button';

import styles from './classBar.module.css';

/** The recovery code, once, for whoever has just joined. */
export function RecoveryNote({ attemptId }: { attemptId: string }) {
  const [code, setCode] = useState(() => recoveryCodeOf(attemptId));
  if (code === undefined) return null;
  const done = () => {
    forgetRecoveryCode(attemptId);
    setCode(undefined);
  };
  return (
    <section className={clsx('touch-fields', styles.recovery)} aria-labelledby="recovery-code">
      <div>
        <h2 id="recovery-code">Your recovery code</h2>
        <p className="quiet">
          Write it down. With it you go on from another device, or if this browser loses its data.
          It is shown once; behind your alias you can make a new one.
        </p>
      </div>
      <CopyField label="Recovery code" text={code} />
      <Button onClick={done}>I have it</Button>
    </section>
  );
}
