import { t } from '@lingui/core/macro';

import { listAt, minutesOf, stepsOf, textAt, titleOf } from '@/analysis/labs/draft';
import { StepText } from '@/steps/StepText';
import { countOf } from '@/texts/counts';

import { useEditing } from './editing';
import styles from './side.module.css';

/** The page that a link to the lab opens. */
export function LabPreview({ heading: Heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const { draft } = useEditing();
  const goals = listAt(draft, 'goals').filter((goal) => typeof goal === 'string' && goal !== '');
  const count = stepsOf(draft).length;
  return (
    <div className={styles.paper}>
      <Heading>{titleOf(draft)}</Heading>
      <p className="small quiet">
        {t`${countOf(count, 'step')}, about ${minutesOf(draft)} minutes`}
      </p>
      <StepText text={textAt(draft, 'summary')} />
      {goals.length > 0 && (
        <>
          <p className="quiet">{t`Afterwards you can:`}</p>
          <ul className="bullets">
            {goals.map((goal, index) => (
              <li key={index}>{String(goal)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
