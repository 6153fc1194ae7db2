import { useEffect, useMemo, useRef, useState } from 'react';

import { titleOf } from '@/analysis/labs/draft';
import { useAlgorithms, useScenarioSchema } from '@/api/catalog';
import type { LabDocument } from '@/api/labDocuments';
import { usePageKeys } from '@/state/keys';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

import { EditingContext, type Editing } from './editing';
import styles from './editor.module.css';
import { EditorHead } from './EditorHead';
import { goToField } from './goToField';
import { LabFields } from './LabFields';
import { stepOfPath } from './problemWords';
import { PublishDialog } from './PublishDialog';
import { ReadView } from './ReadView';
import { Side } from './Side';
import { StepEditor } from './StepEditor';
import { StepRail } from './StepRail';
import { useDraft } from './useDraft';
import { useShownStep } from './useShownStep';
import { useStepActs } from './useStepActs';

const NO_ALGORITHMS: Editing['algorithms'] = [];

/** A lab's steps, the form of one of them, and what students will see of it. */
export function Editor({ document }: { document: LabDocument }) {
  const lab = useDraft(document);
  const { draft, saving, change } = lab;
  usePageTitle(titleOf(draft));
  const { shown, choose } = useShownStep(draft);
  const acts = useStepActs(lab, shown, choose);
  const [isReading, setReading] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  const schema = useScenarioSchema();
  const { data: algorithms = NO_ALGORITHMS } = useAlgorithms();
  const { problems, waits_for: waitsFor } = saving.document;
  const editing = useMemo<Editing>(
    () => ({ draft, problems, waitsFor, schema: schema.data, algorithms, change }),
    [draft, problems, waitsFor, schema.data, algorithms, change],
  );
  const { page, goTo } = useWayToProblem(shown, choose, () => setReading(false));
  usePageKeys({ v: () => setReading(!isReading) });
  return (
    <EditingContext value={editing}>
      <div ref={page} className={styles.page}>
        <EditorHead
          lab={lab}
          isReading={isReading}
          onReading={setReading}
          onProblem={() => problems[0] !== undefined && goTo(problems[0].path)}
          onPublish={() => setPublishing(true)}
        />
        <div className={styles.work} data-reading={isReading || undefined}>
          <StepRail shown={shown} onChoose={choose} acts={acts} isReading={isReading} />
          {/* Whoever only reads scrolls it by keyboard too. */}
          <main className={styles.main} tabIndex={isReading ? 0 : undefined}>
            <Notices lab={lab} schemaError={schema.error} onSchema={() => void schema.refetch()} />
            {isReading ? (
              <ReadView />
            ) : shown === null ? (
              <>
                <h1 className={styles.title}>About the lab</h1>
                <LabFields />
              </>
            ) : (
              <StepEditor index={shown} acts={acts} />
            )}
          </main>
          {!isReading && <Side index={shown} onProblem={goTo} />}
        </div>
        {isPublishing && (
          <PublishDialog
            lab={lab}
            onProblem={(path) => {
              setPublishing(false);
              goTo(path);
            }}
            onClose={() => setPublishing(false)}
          />
        )}
      </div>
    </EditingContext>
  );
}

/** Shows the step of a problem, and gives its field the focus once that is there. */
function useWayToProblem(
  shown: number | null,
  choose: (index: number | null) => void,
  leaveReading: () => void,
) {
  const page = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<{ readonly path: string } | null>(null);
  useEffect(() => {
    if (target === null || page.current === null) return;
    if (stepOfPath(target.path) !== shown) return;
    goToField(page.current, target.path);
    setTarget(null);
  }, [target, shown]);
  const goTo = (path: string) => {
    leaveReading();
    choose(stepOfPath(path));
    setTarget({ path });
  };
  return { page, goTo };
}

interface NoticesProps {
  readonly lab: ReturnType<typeof useDraft>;
  readonly schemaError: Error | null;
  readonly onSchema: () => void;
}

/** What keeps the draft from being kept, and what to do about it. */
function Notices({ lab, schemaError, onSchema }: NoticesProps) {
  const { saving, loadOther, keepMine, flush } = lab;
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = (doing: () => Promise<unknown>) => {
    setFailure(null);
    doing().catch((error: unknown) =>
      setFailure(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <div className={styles.notices}>
      {saving.status === 'changed' && (
        <Note
          tone="bad"
          title="This lab was changed in another window"
          action={{ label: 'Load that version', onClick: () => attempt(loadOther) }}
        >
          <p>
            What you changed here is not saved. Load that version, and undo brings yours back. Or{' '}
            <button type="button" className="ui-link" onClick={() => attempt(keepMine)}>
              keep yours and drop the other one
            </button>
            .
          </p>
          {failure !== null && <p>{failure}</p>}
        </Note>
      )}
      {saving.status === 'failed' && (
        <Note
          tone="bad"
          title="The last changes are not saved"
          action={{ label: 'Try again', onClick: () => attempt(flush) }}
        >
          {saving.error?.message}
        </Note>
      )}
      {schemaError !== null && (
        <NotLoaded what="The fields of scenarios" error={schemaError} onRetry={onSchema} />
      )}
    </div>
  );
}
