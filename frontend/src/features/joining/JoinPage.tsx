import { t } from '@lingui/core/macro';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { useRecoverPlace } from '@/api/classes/joining';
import { tidyCode } from '@/state/joinUrl';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { ClassForm } from './ClassForm';
import styles from './join.module.css';
import { useOpenJoinedLab } from './useOpenJoinedLab';

/** The way into a class: its code first, by hand. */
export function JoinPage() {
  const { recover = false } = useSearch({ from: '/join' });
  return (
    <Frame isRecovering={recover} code="">
      {recover ? <RecoverForm code="" /> : <CodeForm />}
    </Frame>
  );
}

/** The same with the code in the address, as a QR code gives it. */
export function JoinCodePage() {
  const { code } = useParams({ from: '/join/$code' });
  const { recover = false } = useSearch({ from: '/join/$code' });
  const tidy = tidyCode(code);
  return (
    <Frame isRecovering={recover} code={tidy}>
      {recover ? <RecoverForm code={tidy} /> : <ClassForm key={tidy} code={tidy} />}
    </Frame>
  );
}

interface FrameProps {
  readonly isRecovering: boolean;
  readonly code: string;
  readonly children: React.ReactNode;
}

function Frame({ isRecovering, code, children }: FrameProps) {
  const search = isRecovering ? {} : ({ recover: true } as const);
  const text = isRecovering ? t`I join for the first time` : t`I have a recovery code`;
  return (
    <main className={styles.page}>
      {children}
      <ul className={styles.ways}>
        <li>
          {code === '' ? (
            <Link className="inline" to="/join" search={search}>
              {text}
            </Link>
          ) : (
            <Link className="inline" to="/join/$code" params={{ code }} search={search}>
              {text}
            </Link>
          )}
        </li>
        <li>
          <Link className="inline" to="/privacy">
            {t`What is stored, and for how long`}
          </Link>
        </li>
      </ul>
    </main>
  );
}

function CodeForm() {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const code = tidyCode(text);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== '') void navigate({ to: '/join/$code', params: { code } });
      }}
    >
      <h1>{t`Join a class`}</h1>
      <label className={styles.field}>
        {t`Code of the class`}
        <CodeInput value={text} onChange={setText} />
        <span className="small quiet">{t`The code is on the classroom screen: a word and four digits.`}</span>
      </label>
      <Button type="submit" variant="filled" disabled={code === ''} fullWidth>
        {t`Continue`}
      </Button>
    </form>
  );
}

/** Continues in this browser where another one stopped. */
function RecoverForm({ code: given }: { code: string }) {
  const [code, setCode] = useState(given);
  const [recovery, setRecovery] = useState('');
  const recover = useRecoverPlace();
  const arrive = useOpenJoinedLab();
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
      <h1>{t`Continue from another device`}</h1>
      <label className={styles.field}>
        {t`Code of the class`}
        <CodeInput value={code} onChange={setCode} />
      </label>
      <label className={styles.field}>
        {t`Recovery code`}
        <CodeInput value={recovery} onChange={setRecovery} />
        <span className="small quiet">
          {t`You got it when you joined. The other device is signed out of the class.`}
        </span>
      </label>
      {recover.error !== null && (
        <Note tone="bad" title={t`You are not in the class yet`}>
          {recover.error.message}
        </Note>
      )}
      <Button
        type="submit"
        variant="filled"
        fullWidth
        disabled={tidyCode(code) === '' || recovery.trim() === '' || recover.isPending}
      >
        {recover.isPending ? t`Looking for your work` : t`Continue`}
      </Button>
    </form>
  );
}

interface CodeInputProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** For codes, which no phone is to correct. */
function CodeInput({ value, onChange }: CodeInputProps) {
  return (
    <input
      className={styles.code}
      required
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
