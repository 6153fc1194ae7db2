import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { emptyDraft, withSteps } from '@/analysis/labs/draft';
import { whenText } from '@/analysis/numbers/times';
import type { JsonObject } from '@/analysis/scenario/fields/fieldPath';
import {
  readLabDocument,
  useCreateLabDocument,
  useLabDocuments,
  writeLabDocument,
} from '@/api/classes/labDocuments';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';

import styles from './useInLab.module.css';

interface UseInLabProps {
  /** What the steps are made of; null: not there yet. */
  readonly steps: readonly JsonObject[] | null;
  /** What comes of it, or what is unlike the original. */
  readonly notice: string;
  /** Why there are no steps. */
  readonly error?: Error | null;
  /** What a new lab is called at first. */
  readonly name: string;
  readonly onClose: () => void;
}

const NEW = 'new';

/** Puts steps into one of my labs, or into a new one, and goes there. */
export function UseInLab({ steps, notice, error = null, name, onClose }: UseInLabProps) {
  const labs = useLabDocuments();
  const [chosen, setChosen] = useState<string | null>(null);
  const [title, setTitle] = useState(name);
  const { add, isBusy, failure } = useAdding();
  // The lab that was written last is the likeliest one.
  const target = chosen ?? labs.data?.[0]?.id ?? NEW;
  return (
    <Dialog title={t`Use in a lab`} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (steps !== null) add(target, title, steps);
        }}
      >
        <p>{notice}</p>
        {error !== null && (
          <Note tone="bad" title={t`The step could not be made`}>
            {error.message}
          </Note>
        )}
        {labs.error !== null && (
          <NotLoaded what={t`Your labs`} error={labs.error} onRetry={() => void labs.refetch()} />
        )}
        <Labs list={labs} target={target} onChoose={setChosen} />
        {target === NEW && (
          <label className={styles.title}>
            {t`Title`}
            <input
              className="touch-field"
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          </label>
        )}
        {failure !== null && (
          <Note tone="bad" title={t`It was not added`}>
            {failure.message}
          </Note>
        )}
        <div>
          <Button
            type="submit"
            variant="filled"
            disabled={isBusy || steps === null || labs.isPending}
          >
            {steps !== null && steps.length > 1
              ? t`Add ${steps.length} steps and edit`
              : t`Add the step and edit`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface LabsProps {
  readonly list: ReturnType<typeof useLabDocuments>;
  readonly target: string;
  readonly onChoose: (id: string) => void;
}

function Labs({ list, target, onChoose }: LabsProps) {
  return (
    <fieldset className={styles.labs} aria-busy={list.isPending}>
      <legend>{t`Into which lab?`}</legend>
      {list.isPending && <p className="quiet">{t`Loading your labs`}</p>}
      {list.data?.map((lab) => (
        <Choice
          key={lab.id}
          isChosen={target === lab.id}
          onChoose={() => onChoose(lab.id)}
          title={lab.title}
          facts={t`${countOf(lab.step_count, 'step')}, changed ${whenText(lab.updated_at, new Date())}`}
        />
      ))}
      <Choice
        isChosen={target === NEW}
        onChoose={() => onChoose(NEW)}
        title={t`A new lab`}
        facts=""
      />
    </fieldset>
  );
}

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly title: string;
  readonly facts: string;
}

function Choice({ isChosen, onChoose, title, facts }: ChoiceProps) {
  return (
    <label>
      <input type="radio" name="lab" checked={isChosen} onChange={onChoose} />
      <span>
        {title}
        {facts !== '' && <small className="quiet">{facts}</small>}
      </span>
    </label>
  );
}

/** Writes the steps behind those that are there, and opens the editor at the first of them. */
function useAdding() {
  const navigate = useNavigate();
  const create = useCreateLabDocument();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const put = async (target: string, title: string, steps: readonly JsonObject[]) => {
    if (target === NEW) {
      const { draft, firstId } = withSteps(emptyDraft(title), steps);
      const { id } = await create.mutateAsync({ draft });
      return { id, firstId };
    }
    const { draft: before, revision } = await readLabDocument(target);
    const { draft, firstId } = withSteps(before, steps);
    await writeLabDocument(target, draft, revision);
    return { id: target, firstId };
  };
  const add = (target: string, title: string, steps: readonly JsonObject[]) => {
    setBusy(true);
    setFailure(null);
    put(target, title, steps)
      .then(({ id, firstId }) =>
        navigate({
          to: '/labs/edit/$documentId',
          params: { documentId: id },
          search: { step: firstId },
        }),
      )
      .catch((cause: unknown) => {
        setBusy(false);
        setFailure(cause instanceof Error ? cause : new Error(String(cause)));
      });
  };
  return { add, isBusy, failure };
}
