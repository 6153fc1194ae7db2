import { t } from '@lingui/core/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { fileText } from '@/analysis/imports/fileText';
import { labFileName, labFileText, readLabFile } from '@/analysis/labs/file';
import {
  readLabDocument,
  useCreateLabDocument,
  useDeleteLabDocument,
  useLabDocuments,
  type LabDocumentListed,
  type LabDocumentStart,
} from '@/api/classes/labDocuments';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';
import { When } from '@/ui/When';
import { saveFile } from '@/ui/saveFile';

import { CopyOfLab } from './CopyOfLab';
import { DeleteButton } from './DeleteButton';
import styles from './labs.module.css';
import { SheetLinks } from './SheetLinks';

const MOST_LAB_BYTES = 10e6;

/** The labs that this browser writes, and the ways to begin another one. */
export function WrittenLabs() {
  const list = useLabDocuments();
  const remove = useDeleteLabDocument();
  const { begin, openFile, error, isBusy, clear } = useBeginning();
  return (
    <section aria-labelledby="written-labs" aria-busy={list.isPending}>
      <h2 id="written-labs">{t`Labs you write`}</h2>
      <Beginnings isBusy={isBusy} onBegin={begin} onFile={openFile} />
      {error !== null && (
        <Note tone="bad" title={error.title} action={{ label: t`Dismiss`, onClick: clear }}>
          {error.message}
        </Note>
      )}
      {remove.error !== null && (
        <Note tone="bad" title={t`The lab was not deleted`}>
          {remove.error.message}
        </Note>
      )}
      {list.isPending && <p className="quiet">{t`Loading your labs`}</p>}
      {list.error !== null && (
        <NotLoaded what={t`Your labs`} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data?.length === 0 && (
        <p className="quiet">{t`None yet. Start an empty one, or copy a shipped lab and change it.`}</p>
      )}
      {list.data !== undefined && list.data.length > 0 && (
        <ul className={styles.begun}>
          {list.data.map((lab) => (
            <Written
              key={lab.id}
              lab={lab}
              isBusy={remove.isPending && remove.variables === lab.id}
              onDelete={() => remove.mutate(lab.id)}
              onBegin={begin}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface Failure {
  readonly title: string;
  readonly message: string;
}

/** Begins a lab and goes to it, or says why not. */
function useBeginning() {
  const navigate = useNavigate();
  const create = useCreateLabDocument();
  const [error, setError] = useState<Failure | null>(null);
  const failed = (title: string) => (cause: unknown) =>
    setError({ title, message: cause instanceof Error ? cause.message : String(cause) });
  const begin = (start: () => LabDocumentStart | Promise<LabDocumentStart>, title: string) => {
    setError(null);
    Promise.resolve()
      .then(start)
      .then((wanted) => create.mutateAsync(wanted))
      .then(({ id }) => navigate({ to: '/labs/edit/$documentId', params: { documentId: id } }))
      .catch(failed(title));
  };
  const openFile = (file: File) =>
    begin(
      async () => ({ draft: readLabFile(await fileText(file, MOST_LAB_BYTES)) }),
      t`${file.name} could not be opened`,
    );
  return { begin, openFile, error, isBusy: create.isPending, clear: () => setError(null) };
}

type Begin = ReturnType<typeof useBeginning>['begin'];

interface BeginningsProps {
  readonly isBusy: boolean;
  readonly onBegin: Begin;
  readonly onFile: (file: File) => void;
}

function Beginnings({ isBusy, onBegin, onFile }: BeginningsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isCopying, setCopying] = useState(false);
  return (
    <div className={styles.beginnings}>
      <Button disabled={isBusy} onClick={() => onBegin(() => ({}), t`The lab was not created`)}>
        {t`New lab`}
      </Button>
      <Button disabled={isBusy} aria-haspopup="dialog" onClick={() => setCopying(true)}>
        {t`Copy a lab`}
      </Button>
      <Button disabled={isBusy} onClick={() => input.current?.click()}>
        {t`Import a file`}
      </Button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t`File of a lab`}
        accept=".json,application/json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onFile(file);
          // The same file may be chosen once more.
          target.value = '';
        }}
      />
      {isCopying && (
        <CopyOfLab
          onClose={() => setCopying(false)}
          onCopy={(id) => {
            setCopying(false);
            onBegin(() => ({ copy_of: id }), t`The lab was not copied`);
          }}
        />
      )}
    </div>
  );
}

interface WrittenProps {
  readonly lab: LabDocumentListed;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
  readonly onBegin: Begin;
}

function Written({ lab, isBusy, onDelete, onBegin }: WrittenProps) {
  const { id, title, step_count: count, updated_at, version_number: version } = lab;
  return (
    <li className={styles.attempt}>
      <div>
        <h3>
          <Link to="/labs/edit/$documentId" params={{ documentId: id }}>
            {title}
          </Link>
        </h3>
        <p className="small quiet">
          {countOf(count, 'step')}
          {version === null ? t`, not published` : t`, version ${version} published`}
          {t`, changed `}
          <When at={updated_at} />
        </p>
      </div>
      <DeleteButton
        name={title}
        question={t`Delete this lab and its versions for good?`}
        why={t`Students who have started it keep it. The link to it no longer opens.`}
        isBusy={isBusy}
        onDelete={onDelete}
      >
        <Actions lab={lab} onBegin={onBegin} />
      </DeleteButton>
    </li>
  );
}

/** Actions on a lab other than deleting it. */
function Actions({
  lab: { id, title, version_number },
  onBegin,
}: Pick<WrittenProps, 'lab' | 'onBegin'>) {
  const [failure, setFailure] = useState<string | null>(null);
  const download = () => {
    setFailure(null);
    readLabDocument(id).then(
      ({ draft }) => saveFile(labFileName(draft), labFileText(draft)),
      (cause: unknown) => setFailure(cause instanceof Error ? cause.message : String(cause)),
    );
  };
  const copy = () =>
    onBegin(
      async () => {
        const { draft } = await readLabDocument(id);
        return { draft: { ...draft, title: t`${title} (copy)` } };
      },
      t`The lab was not copied`,
    );
  return (
    <>
      {failure !== null && <span role="alert">{failure}</span>}
      {version_number !== null && (
        <>
          <Link to="/labs/$labId" params={{ labId: id }} aria-label={t`Page of ${title}`}>
            {t`Page`}
          </Link>
          <SheetLinks labId={id} title={title} />
        </>
      )}
      <button
        type="button"
        className={styles.quietButton}
        aria-label={t`Export ${title}`}
        onClick={download}
      >
        {t`Export`}
      </button>
      <button
        type="button"
        className={styles.quietButton}
        aria-label={t`Copy ${title}`}
        onClick={copy}
      >
        {t`Copy`}
      </button>
      <Button
        renderRoot={(props) => (
          <Link
            to="/labs/edit/$documentId"
            params={{ documentId: id }}
            aria-label={t`Edit ${title}`}
            {...props}
          />
        )}
      >
        {t`Edit`}
      </Button>
    </>
  );
}
