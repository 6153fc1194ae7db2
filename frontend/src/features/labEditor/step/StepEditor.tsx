import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { stepsOf, textAt } from '@/analysis/labs/draft';
import { isKnownKind, kindTitle } from '@/analysis/labs/newStep';
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import { Button } from '@/ui/Button';

import { useEditing } from '../editing';
import styles from '../editor.module.css';
import { MoveButtons } from './ItemList';
import { StepForm } from './StepForm';
import type { StepActions } from '../useStepActions';

/** One step: what can be done with it as a whole, and its fields. */
export function StepEditor({ index, actions }: { index: number; actions: StepActions }) {
  const { draft } = useEditing();
  // The step that is shown as JSON: another one begins as a form.
  const [jsonIndex, setJsonIndex] = useState<number | null>(null);
  const isJson = jsonIndex === index;
  const steps = stepsOf(draft);
  const step = steps[index];
  return (
    <>
      <div className={styles.stepHead}>
        <h1 className={styles.title}>
          <span className="quiet">{t`Step ${index + 1} of ${steps.length}, ${kindTitle(step).toLowerCase()}`}</span>
          <span className="visually-hidden">{`: ${textAt(step, 'title')}`}</span>
        </h1>
        <div className={styles.stepActions}>
          <MoveButtons
            index={index}
            count={steps.length}
            labels={[t`Move this step up`, t`Move this step down`]}
            onMove={(by) => actions.move(index, by)}
          />
          <Button size="xs" onClick={() => actions.copy(index)}>
            {t`Duplicate`}
          </Button>
          {isKnownKind(getAt(step, 'kind')) && (
            <Button
              size="xs"
              aria-pressed={isJson}
              onClick={() => setJsonIndex(isJson ? null : index)}
            >
              {isJson ? t`As a form` : t`As JSON`}
            </Button>
          )}
          <Button size="xs" onClick={() => actions.remove(index)}>
            {t`Delete`}
          </Button>
        </div>
      </div>
      <Gates index={index} />
      <StepForm index={index} isJson={isJson} />
    </>
  );
}

/** Which predictions a step waits for, or which steps wait for a prediction; nothing else. */
function Gates({ index }: { index: number }) {
  const { draft, waitsFor } = useEditing();
  const steps = stepsOf(draft);
  const id = textAt(steps[index], 'id');
  const owed = waitsFor[id] ?? [];
  const waiting = Object.keys(waitsFor).filter((each) => waitsFor[each]?.includes(id) === true);
  const named = (ids: readonly string[]) =>
    steps
      .flatMap((step, at) =>
        ids.includes(textAt(step, 'id')) ? [`${at + 1} “${textAt(step, 'title')}”`] : [],
      )
      .join(', ');
  if (owed.length > 0) {
    return (
      <p className="small quiet">
        {t`It runs once students have stored step ${named(owed)}: it could show what is asked there.`}
      </p>
    );
  }
  if (waiting.length === 0) return null;
  return (
    <p className="small quiet">
      {waiting.length === 1
        ? t`Step ${named(waiting)} waits until students have stored this prediction, whose result it could show.`
        : t`Steps ${named(waiting)} wait until students have stored this prediction, whose result each could show.`}
    </p>
  );
}
