import { plural, t } from '@lingui/core/macro';
import clsx from 'clsx';

import type { LabDraft } from '@/analysis/labs/draft';
import type { LabDocument } from '@/api/classes/labDocuments';

import { useEditing } from './editing';
import { LabPreview } from './LabPreview';
import { placeText, problemText } from './problemTexts';
import styles from './side.module.css';
import { StepPreview } from './step/StepPreview';

interface SideProps {
  /** The edited step; null: the lab itself. */
  readonly index: number | null;
  readonly onProblem: (path: string) => void;
}

/** What keeps the lab from being published, and the edited step as students will see it. */
export function Side({ index, onProblem }: SideProps) {
  const { problems, draft } = useEditing();
  return (
    <aside className={clsx('parts', styles.side)} aria-label={t`Problems and preview`}>
      {problems.length > 0 && (
        <section aria-labelledby="problems">
          <h2 id="problems">
            {plural(problems.length, { one: '# thing to fix', other: '# things to fix' })}
          </h2>
          <p className="small quiet">{t`Then the lab can be published.`}</p>
          <Problems problems={problems} draft={draft} onProblem={onProblem} />
        </section>
      )}
      <section aria-labelledby="preview">
        <h2 id="preview">{t`As students see it`}</h2>
        <div className={styles.preview}>
          {index === null ? <LabPreview /> : <StepPreview index={index} />}
        </div>
      </section>
    </aside>
  );
}

interface ProblemsProps extends Pick<SideProps, 'onProblem'> {
  readonly problems: readonly LabDocument['problems'][number][];
  readonly draft: LabDraft;
}

/** The problems to fix, each with a link to its place. */
export function Problems({ problems, draft, onProblem }: ProblemsProps) {
  return (
    <ul className={styles.problems}>
      {problems.map((problem) => (
        <li key={`${problem.path} ${problem.message}`}>
          <button type="button" onClick={() => onProblem(problem.path)}>
            <b>{placeText(problem.path, draft)}</b>
            <span>{problemText(problem)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
