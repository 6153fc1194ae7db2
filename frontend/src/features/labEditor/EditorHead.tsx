import { plural, t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';

import { textAt, withValue } from '@/analysis/labs/draft';
import { useStartLab } from '@/api/classes/labs';
import { Button } from '@/ui/Button';
import { Pill } from '@/ui/Pill';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

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
    <section className={styles.head} aria-label={t`The lab as a whole`}>
      <input
        className={styles.name}
        aria-label={t`Title of the lab`}
        placeholder={t`Title of the lab`}
        value={textAt(draft, 'title')}
        onChange={({ target }) => change((now) => withValue(now, 'title', target.value), 'title')}
      />
      <SaveState saving={saving} />
      <span className={styles.space} />
      {problems.length > 0 && (
        <button type="button" className={styles.status} onClick={onProblem}>
          {plural(problems.length, { one: '# thing to fix', other: '# things to fix' })}
        </button>
      )}
      <span className="ui-buttons">
        <Button disabled={!lab.canUndo} title={t`Ctrl Z`} onClick={lab.undo}>
          {t`Undo`}
        </Button>
        <Button disabled={!lab.canRedo} title={t`Ctrl Y`} onClick={lab.redo}>
          {t`Redo`}
        </Button>
      </span>
      <SegmentedControl
        aria-label={t`View`}
        value={isReading ? 'read' : 'edit'}
        onChange={(value) => onReading(value === 'read')}
        data={[
          { value: 'edit', label: t`Edit` },
          { value: 'read', label: t`Read as a student` },
        ]}
      />
      <TryIt documentId={saving.document.id} number={versions[0]?.number ?? null} />
      <Button variant="filled" aria-haspopup="dialog" onClick={onPublish}>
        {t`Publish`}
      </Button>
    </section>
  );
}

const WORDS = {
  saved: 'saved',
  waiting: t`not saved yet`,
  saving: 'saving',
  failed: t`not saved`,
  changed: t`not saved: changed elsewhere`,
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
        {number === undefined ? t`not published` : t`version ${number} published`}
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
            ? t`Publish it first: students begin a published version`
            : t`Begins version ${number}, as a student would`
        }
        onClick={begin}
      >
        {t`Try it`}
      </Button>
      {start.error !== null && (
        <Pill tone="bad" title={start.error.message}>
          {t`That did not work`}
        </Pill>
      )}
    </>
  );
}
