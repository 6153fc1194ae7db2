import { useNavigate } from '@tanstack/react-router';

import { textAt, withValue } from '@/analysis/labs/draft';
import { useStartLab } from '@/api/labs';
import { Button } from '@/ui/Button';
import { Pill } from '@/ui/Pill';
import { SegmentedControl } from '@/ui/SegmentedControl';

import styles from './editor.module.css';
import type { Saving } from './saver';
import type { EditedLab } from './useDraft';

interface EditorHeadProps {
  readonly lab: EditedLab;
  readonly isReading: boolean;
  readonly onReading: (isReading: boolean) => void;
  readonly onProblem: () => void;
  readonly onPublish: () => void;
}

/** The lab's title, whether it is kept, and what can be done with it. */
export function EditorHead(props: EditorHeadProps) {
  const { lab, isReading, onReading, onProblem, onPublish } = props;
  const { draft, saving, change } = lab;
  const { problems, versions } = saving.document;
  return (
    <section className={styles.head} aria-label="The lab as a whole">
      <input
        className={styles.name}
        aria-label="Title of the lab"
        placeholder="Title of the lab"
        value={textAt(draft, 'title')}
        onChange={({ target }) => change((now) => withValue(now, 'title', target.value), 'title')}
      />
      <SaveState saving={saving} />
      <span className={styles.space} />
      {problems.length > 0 && (
        <button type="button" className={styles.status} onClick={onProblem}>
          {problems.length === 1 ? '1 thing to mend' : `${problems.length} things to mend`}
        </button>
      )}
      <span className="ui-buttons">
        <Button disabled={!lab.canUndo} title="Ctrl Z" onClick={lab.undo}>
          Undo
        </Button>
        <Button disabled={!lab.canRedo} title="Ctrl Y" onClick={lab.redo}>
          Redo
        </Button>
      </span>
      <SegmentedControl
        aria-label="View"
        value={isReading ? 'read' : 'edit'}
        onChange={(value) => onReading(value === 'read')}
        data={[
          { value: 'edit', label: 'Edit' },
          { value: 'read', label: 'Read as a student' },
        ]}
      />
      <TryIt documentId={saving.document.id} number={versions[0]?.number ?? null} />
      <Button variant="filled" aria-haspopup="dialog" onClick={onPublish}>
        Publish
      </Button>
    </section>
  );
}

const WORDS = {
  saved: 'saved',
  waiting: 'not saved yet',
  saving: 'saving',
  failed: 'not saved',
  changed: 'not saved: changed elsewhere',
} as const;

function SaveState({ saving: { status, document } }: { saving: Saving }) {
  const number = document.versions[0]?.number;
  return (
    <span className={styles.saved}>
      <span role="status">
        <Pill tone={status === 'failed' || status === 'changed' ? 'bad' : 'plain'}>
          {WORDS[status]}
        </Pill>
      </span>
      <span className="small quiet">
        {number === undefined ? 'not published' : `version ${number} published`}
      </span>
    </span>
  );
}

/** Begins the published version, as a student would. */
function TryIt({ documentId, number }: { documentId: string; number: number | null }) {
  const start = useStartLab();
  const navigate = useNavigate();
  const begin = () =>
    start.mutate(documentId, {
      onSuccess: (attempt) =>
        void navigate({ to: '/labs/attempts/$attemptId', params: { attemptId: attempt.id } }),
    });
  return (
    <>
      <Button
        disabled={number === null || start.isPending}
        title={
          number === null
            ? 'Publish it first: students begin a published version'
            : `Begins version ${number}, as a student would`
        }
        onClick={begin}
      >
        Try it
      </Button>
      {start.error !== null && (
        <Pill tone="bad" title={start.error.message}>
          That did not work
        </Pill>
      )}
    </>
  );
}
