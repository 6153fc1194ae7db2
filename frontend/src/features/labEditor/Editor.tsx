import { t } from '@lingui/core/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';

import { titleOf, minutesOf, stepsOf, textAt, type LabDraft } from '@/analysis/labs/draft';
import { useAlgorithms, useScenarioSchema } from '@/api/catalog';
import type { LabDocument } from '@/api/classes/labDocuments';
import { usePageKeys } from '@/state/keys';
import { countOf } from '@/texts/counts';
import { Note } from '@/ui/Note';
import { NotLoaded } from '@/ui/NotLoaded';
import { usePageTitle } from '@/ui/usePageTitle';
import { goToField } from '@/ui/goToField';

import { EditingContext, type Editing, useEditing } from './editing';
import styles from './editor.module.css';
import { EditorHead } from './EditorHead';
import { TextField } from './step/fields';
import formStyles from './step/form.module.css';
import { ItemList } from './step/ItemList';
import { LabPreview } from './LabPreview';
import { stepOfPath } from './problemTexts';
import { PublishDialog } from './PublishDialog';
import { Side } from './Side';
import sideStyles from './side.module.css';
import { StepEditor } from './step/StepEditor';
import { StepPreview } from './step/StepPreview';
import { StepRail } from './StepRail';
import { useDraft } from './useDraft';
import { useStepActions } from './useStepActions';

const NO_ALGORITHMS: Editing['algorithms'] = [];

/** A lab's steps, the form of one of them, and what students will see of it. */
export function Editor({ document }: { document: LabDocument }) {
  const lab = useDraft(document);
  const { draft, saving, change } = lab;
  usePageTitle(titleOf(draft));
  const { shown, choose } = useShownStep(draft);
  const actions = useStepActions(lab, shown, choose);
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
          <StepRail shown={shown} onChoose={choose} actions={actions} isReading={isReading} />
          {/* A read-only lab scrolls by keyboard too. */}
          <main className={styles.main} tabIndex={isReading ? 0 : undefined}>
            <Notices lab={lab} schemaError={schema.error} onSchema={() => void schema.refetch()} />
            {isReading ? (
              <ReadView />
            ) : shown === null ? (
              <>
                <h1 className={styles.title}>{t`About the lab`}</h1>
                <LabFields />
              </>
            ) : (
              <StepEditor index={shown} actions={actions} />
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

/** Why the draft could not be saved, and what to do about it. */
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
          title={t`This lab was changed in another window`}
          action={{ label: t`Load that version`, onClick: () => attempt(loadOther) }}
        >
          <p>
            {t`What you changed here is not saved. Load that version; undo then brings yours back. Or `}
            <button type="button" className="ui-link" onClick={() => attempt(keepMine)}>
              {t`keep yours and drop the other one`}
            </button>
            .
          </p>
          {failure !== null && <p>{failure}</p>}
        </Note>
      )}
      {saving.status === 'failed' && (
        <Note
          tone="bad"
          title={t`The last changes are not saved`}
          action={{ label: t`Try again`, onClick: () => attempt(flush) }}
        >
          {saving.error?.message}
        </Note>
      )}
      {schemaError !== null && (
        <NotLoaded what={t`The fields of scenarios`} error={schemaError} onRetry={onSchema} />
      )}
    </div>
  );
}

/** Title and introduction of a lab, before its steps. */
function LabFields() {
  const { draft } = useEditing();
  const count = stepsOf(draft).length;
  return (
    <div className={formStyles.form}>
      <p className="small quiet">
        {count === 0
          ? t`No steps yet. Add the first one in the list of steps.`
          : t`${countOf(count, 'step')}, about ${minutesOf(draft)} minutes.`}
      </p>
      <TextField path="title" label={t`Title`} />
      <TextField
        path="summary"
        label={t`Summary`}
        rows={3}
        hint={t`What the lab is about, for people who open the link. Markdown.`}
      />
      <ItemList
        path="goals"
        title={t`Afterwards, students can`}
        one={t`goal`}
        add={t`Add a goal`}
        hint={t`One to eight, each observable: “Compute the delay of a full buffer”.`}
        fresh=""
        renderItem={(path, name) => <TextField path={path} label={name} />}
      />
      <ItemList
        path="misconceptions"
        title={t`Common misconceptions`}
        one={t`misconception`}
        add={t`Add a misconception`}
        hint={t`Only teachers see them.`}
        fresh=""
        renderItem={(path, name) => <TextField path={path} label={name} />}
      />
    </div>
  );
}

/** The whole lab as students read it, step under step, without beginning it. */
function ReadView() {
  const { draft } = useEditing();
  return (
    <div className={sideStyles.reading}>
      <h1 className="visually-hidden">{t`The lab as students read it`}</h1>
      <p className="small faint">
        {t`Nothing is stored here, no run is withheld and nothing can be answered. To try those, publish the lab and begin it.`}
      </p>
      <LabPreview heading="h2" />
      {stepsOf(draft).map((_, index) => (
        <StepPreview key={index} index={index} heading="h2" />
      ))}
    </div>
  );
}

/** The step that is edited, by its place; null: the lab itself. */
function useShownStep(draft: LabDraft) {
  const { step: wanted } = useSearch({ from: '/labs/edit/$documentId' });
  const navigate = useNavigate({ from: '/labs/edit/$documentId' });
  const steps = stepsOf(draft);
  const [chosen, setChosen] = useState<number | null>(() => {
    const at = steps.findIndex((step) => textAt(step, 'id') === wanted);
    return at < 0 ? null : at;
  });
  // Undo may have removed the last step.
  const shown = chosen === null || steps.length === 0 ? null : Math.min(chosen, steps.length - 1);
  /** `of`: the draft as it is after a change that has not been drawn yet. */
  const choose = (index: number | null, of = draft) => {
    setChosen(index);
    const id = index === null ? '' : textAt(stepsOf(of)[index], 'id');
    // A reload comes back to the same step.
    void navigate({ search: { step: id === '' ? undefined : id }, replace: true });
  };
  return { shown, choose };
}
