import { stepsOf } from '@/analysis/labs/draft';

import { useEditing } from './editing';
import { LabPreview } from './LabPreview';
import styles from './side.module.css';
import { StepPreview } from './StepPreview';

/** The whole lab as students read it, step under step, without beginning it. */
export function ReadView() {
  const { draft } = useEditing();
  return (
    <div className={styles.reading}>
      <h1 className="visually-hidden">The lab as students read it</h1>
      <p className="small faint">
        Nothing is stored here. Runs are not withheld, and nothing can be answered: publish and try
        it for that.
      </p>
      <LabPreview heading="h2" />
      {stepsOf(draft).map((_, index) => (
        <StepPreview key={index} index={index} heading="h2" />
      ))}
    </div>
  );
}
