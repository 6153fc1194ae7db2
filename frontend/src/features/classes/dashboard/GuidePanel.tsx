import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import { useAlgorithmTitle, useScenarioSchema } from '@/api/catalog';
import type { RunStepFile, StepFile } from '@/steps/labFile';
import { openFields, settingsWords } from '@/steps/openFields';
import { StepText } from '@/steps/StepText';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';

import styles from './dashboard.module.css';
import { keysOf, rightAnswer, type TeacherLab } from './teacherLab';

interface GuidePanelProps {
  readonly classId: string;
  readonly lab: TeacherLab;
  readonly shownStep: StepFile;
}

/** The teacher's guide: what to say at this step, what to expect, and one way to solve it. */
export function GuidePanel({ classId, lab, shownStep }: GuidePanelProps) {
  return (
    <div className={styles.guide}>
      <h2>{t`Guide to “${shownStep.title}”`}</h2>
      <OfStep step={shownStep} />
      <p>
        <Button
          size="xs"
          renderRoot={(props) => (
            <Link to="/classes/$classId/guide" params={{ classId }} {...props} />
          )}
        >
          {t`Print the guide`}
        </Button>
      </p>
      <details className="ui-fold">
        <summary>{t`All steps, with answers and solutions`}</summary>
        {lab.steps.map((step) => (
          <section key={step.id}>
            <h3>{step.title}</h3>
            <OfStep step={step} />
          </section>
        ))}
      </details>
      <section>
        <h3>{t`Afterwards students can`}</h3>
        <List items={lab.goals} />
      </section>
      {lab.misconceptions.length > 0 && (
        <section>
          <h3>{t`Common misconceptions`}</h3>
          <List items={lab.misconceptions} />
        </section>
      )}
    </div>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function OfStep({ step }: { step: StepFile }) {
  const { notes = '', goal } = keysOf(step);
  const right = rightAnswer(step);
  return (
    <>
      <p className="small quiet">
        {t`About ${step.minutes} min`}
        {step.points > 0 && `, ${countOf(step.points, 'point')}`}
      </p>
      {notes === '' ? <p className="quiet">{t`No notes.`}</p> : <StepText text={notes} />}
      {right !== null && (
        <p>
          <b>{t`Right: `}</b>
          {right}
        </p>
      )}
      {goal !== undefined && (
        <p>
          <b>{t`Goal: `}</b>
          <code>{goal}</code>
        </p>
      )}
      {step.kind === 'goal' && <Solution step={step} />}
    </>
  );
}

function Solution({ step }: { step: RunStepFile }) {
  const titleOf = useAlgorithmTitle();
  const schema = useScenarioSchema();
  const { solution = {} } = keysOf(step);
  const opens = schema.data === undefined ? [] : openFields(step, schema.data);
  return (
    <p>
      <b>{t`One solution: `}</b>
      {settingsWords(solution, opens, titleOf)}
    </p>
  );
}
