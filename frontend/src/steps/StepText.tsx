import clsx from 'clsx';
import { lazy, Suspense } from 'react';

import styles from './text.module.css';

const Prose = lazy(() => import('./Prose'));

/** What a lab says in Markdown; as plain text until what reads Markdown is there. */
export function StepText({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <div className={clsx('prose', styles.text)}>
      <Suspense fallback={<p>{text}</p>}>
        <Prose text={text} />
      </Suspense>
    </div>
  );
}
