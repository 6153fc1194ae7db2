import { useState } from 'react';

import { useRecoverPlace } from '@/api/joining';
import { tidyCode } from '@/state/joinUrl';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { CodeInput } from './CodeInput';
import styles from './join.module.css';
import { useArriving } from './useArriving';

/** Goes on in this browser where another one stopped. */
export function RecoverForm({ code: given }: { code: string }) {
  const [code, setCode] = useState(given);
  const [recovery, setRecovery] = useState('');
  const recover = useRecoverPlace();
  const arrive = useArriving();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        recover.mutate(
          { code: tidyCode(code), recovery_code: recovery.trim() },
          { onSuccess: arrive },
        );
      }}
    >
      <h1>Go on from another device</h1>
      <label className={styles.field}>
        Code of the class
        <CodeInput value={code} onChange={setCode} />
      </label>
      <label className={styles.field}>
        Recovery code
        <CodeInput value={recovery} onChange={setRecovery} />
        <span className="small quiet">
          You got it when you joined. The other device is signed out of the class.
        </span>
      </label>
      {recover.error !== null && (
        <Note tone="bad" title="You are not in the class yet">
          {recover.error.message}
        </Note>
      )}
      <Button
        type="submit"
        variant="filled"
        fullWidth
        disabled={tidyCode(code) === '' || recovery.trim() === '' || recover.isPending}
      >
        {recover.isPending ? 'Looking for your work' : 'Go on'}
      </Button>
    </form>
  );
}
