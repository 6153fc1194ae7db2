import { useState } from 'react';

import { stepsOf, textAt } from '@/analysis/labs/draft';
import { isKnownKind, kindTitle } from '@/analysis/labs/newStep';
import { getAt } from '@/analysis/scenario/fieldPath';
import { Button } from '@/ui/Button';

import { useEditing } from './editing';
import styles from './editor.module.css';
import { Gates } from './Gates';
import { StepForm } from './StepForm';
import type { StepActs } from './useStepActs';

/** One step: what can be done with it as a whole, and its fields. */
export function StepEditor({ index, acts }: { index: number; acts: StepActs }) {
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
          <span className="quiet">{`Step ${index + 1} of ${steps.length}, ${kindTitle(step).toLowerCase()}`}</span>
          <span className="visually-hidden">{`: ${textAt(step, 'title')}`}</span>
        </h1>
        <div className={styles.stepActs}>
          {([-1, 1] as const).map((by) => (
            <button
              key={by}
              type="button"
              className="ui-button"
              data-size="xs"
              aria-label={by < 0 ? 'Move this step up' : 'Move this step down'}
              aria-disabled={index + by < 0 || index + by >= steps.length}
              onClick={() => acts.move(index, by)}
            >
              {by < 0 ? '↑' : '↓'}
            </button>
          ))}
          <Button size="xs" onClick={() => acts.copy(index)}>
            Duplicate
          </Button>
          {isKnownKind(getAt(step, 'kind')) && (
            <Button
              size="xs"
              aria-pressed={isJson}
              onClick={() => setJsonIndex(isJson ? null : index)}
            >
              {isJson ? 'As a form' : 'As JSON'}
            </Button>
          )}
          <Button size="xs" onClick={() => acts.remove(index)}>
            Delete
          </Button>
        </div>
      </div>
      <Gates index={index} />
      <StepForm index={index} isJson={isJson} />
    </>
  );
}
