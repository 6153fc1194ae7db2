import { useState } from 'react';

import styles from '@/share/share.module.css';
import { createCursor } from '@/analysis/replay/clock';
import type { Comparison } from '@/api/experiments/comparisons';
import { CursorProvider } from '@/state/cursor';
import { Note } from '@/ui/Note';

import { CompareStage } from './CompareStage';
import { DifferenceSentence } from './DifferenceSentence';
import { useCompared } from './useCompared';
import { useCompareView } from './useCompareView';
import { seedsText } from './seedTexts';

/** `BBRv2: seeds 1 to 20. FaiRTT: seeds 1 to 20.` */
function seedsOfAll({ items }: Comparison, labels: readonly string[]): string {
  return items
    .map(
      ({ seeds, seed_count }, place) => `${labels[place] ?? ''}: ${seedsText(seeds, seed_count)}.`,
    )
    .join(' ');
}

/** The sentence, its seeds and the plots of a shown comparison, and nothing else. */
export function EmbeddedComparison() {
  const view = useCompareView();
  const compared = useCompared(view);
  const [cursor] = useState(createCursor);
  const { comparison, labels, trouble } = compared;
  if (trouble !== null)
    return <Note title="This comparison could not be loaded">{trouble.error.message}</Note>;
  if (comparison === undefined) return <div aria-busy="true" />;
  return (
    <CursorProvider value={cursor}>
      <section className={styles.embedPart} aria-label="Shared result">
        <DifferenceSentence comparison={comparison} labels={labels} />
        <p className="small quiet">{seedsOfAll(comparison, labels)}</p>
        <CompareStage view={view} compared={compared} />
      </section>
    </CursorProvider>
  );
}
