import { useState } from 'react';

import styles from '@/share/share.module.css';
import { createCursor } from '@/analysis/replay/clock';
import { CursorProvider } from '@/state/cursor';
import { Note } from '@/ui/Note';

import { CompareStage } from './CompareStage';
import { Seen } from './Seen';
import { useCompared } from './useCompared';
import { useCompareView } from './useCompareView';

/** The sentence and the plots of a shown comparison, and nothing else. */
export function EmbeddedComparison() {
  const view = useCompareView();
  const compared = useCompared(view);
  const [cursor] = useState(createCursor);
  const { comparison, labels, trouble } = compared;
  if (trouble !== null)
    return <Note title="The links could not be loaded">{trouble.error.message}</Note>;
  if (comparison === undefined) return <div aria-busy="true" />;
  return (
    <CursorProvider value={cursor}>
      <section className={styles.embedPart} aria-label="Shared result">
        <Seen comparison={comparison} labels={labels} />
        <CompareStage view={view} compared={compared} />
      </section>
    </CursorProvider>
  );
}
