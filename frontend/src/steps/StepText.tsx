import clsx from 'clsx';
import { lazy, Suspense } from 'react';

import styles from './text.module.css';

const Prose = lazy(() => import('./Prose'));

interface StepTextProps {
  readonly text: string;
  /** Terms of the field have their definition one click away: not on paper, nor within a link. */
  readonly hasTerms?: boolean;
}

/** What a lab says in Markdown; as plain text until what reads Markdown is there. */
export function StepText({ text, hasTerms = false }: StepTextProps) {
  if (text === '') return null;
  return (
    <div className={clsx('prose', styles.text)}>
      <Suspense fallback={<p>{text}</p>}>
        <Prose text={text} hasTerms={hasTerms} />
      </Suspense>
    </div>
  );
}
