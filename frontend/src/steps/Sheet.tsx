import { t } from '@lingui/core/macro';

import { ProblemError } from '@/api/http/problem';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './sheet.module.css';
import { StepText } from './StepText';

interface SheetProps {
  /** What it is, in a word: `Worksheet`. */
  readonly name: string;
  readonly query: {
    readonly data: string | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** Lines and cells are high enough to write in. */
  readonly hasRoom?: boolean;
  /** The way back to what it belongs to. */
  readonly children: React.ReactNode;
}

/** Markdown as pages of A4: what stands around it is not printed. */
export function Sheet({ name, query: { data, error, refetch }, hasRoom, children }: SheetProps) {
  const title = data === undefined ? '' : (/^# (.+)$/m.exec(data)?.[1] ?? '');
  usePageTitle(title === '' ? name : hasRoom === true ? `${title}, ${name.toLowerCase()}` : title);
  return (
    <main className={styles.page} aria-busy={data === undefined && error === null}>
      <div className={styles.bar}>
        {children}
        {data !== undefined && (
          <Button variant="filled" onClick={() => window.print()}>
            {t`Print`}
          </Button>
        )}
      </div>
      {data !== undefined ? (
        <article className={styles.sheet} data-room={hasRoom}>
          <StepText text={data} />
        </article>
      ) : error === null ? (
        <p className="quiet">{t`Loading: ${name.toLowerCase()}`}</p>
      ) : (
        <>
          <h1>{name}</h1>
          <Note
            tone="bad"
            title={t`There is nothing to print`}
            action={
              error instanceof ProblemError && error.status < 500
                ? undefined
                : { label: t`Try again`, onClick: () => void refetch() }
            }
          >
            {error.message}
          </Note>
        </>
      )}
    </main>
  );
}
