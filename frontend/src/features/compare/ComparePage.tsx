import { useEffect, useState } from 'react';

import type { Comparison } from '@/api/comparisons';
import { ProblemError } from '@/api/problem';
import { cellItem } from '@/state/compareUrl';
import { createCursor } from '@/analysis/replay/clock';
import { CursorProvider } from '@/state/cursor';
import { Note } from '@/ui/Note';

import styles from './compare.module.css';
import { CompareStage } from './CompareStage';
import { EmptyCompare } from './EmptyCompare';
import { ItemRail } from './ItemRail';
import { isIndex } from './items';
import { MetricTable } from './MetricTable';
import { Progress } from './Progress';
import { Seen } from './Seen';
import { SettingTable } from './SettingTable';
import { ShareComparison } from './ShareComparison';
import { UnreadItems } from './UnreadItems';
import { useCompared, type Trouble } from './useCompared';
import { useCompareView, type CompareViewState } from './useCompareView';

/** Runs and cells of experiments beside a baseline: curves, what differs, every metric. */
export function ComparePage() {
  const view = useCompareView();
  const [cursor] = useState(createCursor);
  if (view.items.length === 0) return <EmptyCompare view={view} />;
  return (
    <CursorProvider value={cursor}>
      <Workbench view={view} />
    </CursorProvider>
  );
}

function Workbench({ view }: { view: CompareViewState }) {
  const compared = useCompared(view);
  const { comparison, labels, trouble } = compared;
  useLastingCells(view, comparison);
  const isLoading = view.items.length > 1 && comparison === undefined && trouble === null;
  return (
    <main className={styles.page}>
      <ItemRail view={view} compared={compared} />
      <div className={styles.main} aria-busy={isLoading}>
        <h1 className="visually-hidden">Compare</h1>
        <UnreadItems of={view.view.of} />
        {view.items.length < 2 && (
          <Note title="One more is needed">
            A comparison has a baseline and at least one other.
          </Note>
        )}
        {trouble !== null && <TroubleNote trouble={trouble} view={view} />}
        <Progress compared={compared} isLoading={isLoading} />
        {comparison !== undefined && (
          <>
            <ShareComparison comparison={comparison} labels={labels} />
            <Seen comparison={comparison} labels={labels} />
            <CompareStage view={view} compared={compared} />
            <SettingTable comparison={comparison} labels={labels} />
            <MetricTable comparison={comparison} labels={labels} view={view} />
          </>
        )}
      </div>
    </main>
  );
}

interface TroubleNoteProps {
  readonly trouble: Trouble;
  readonly view: CompareViewState;
}

function TroubleNote({ trouble: { error, place, retry }, view }: TroubleNoteProps) {
  const canRemove = place !== null && place < view.items.length;
  const action = canRemove
    ? { label: 'Take it out', onClick: () => view.remove(place) }
    : { label: 'Try again', onClick: retry };
  const title = canRemove
    ? `Number ${place + 1} could not be loaded`
    : 'This comparison could not be loaded';
  return (
    <Note tone="bad" title={title} action={action}>
      {error instanceof ProblemError ? error.detail : error.message}
    </Note>
  );
}

/** An address that names a cell by its index names it from now on by what lasts. */
function useLastingCells({ items, baseline, setItems }: CompareViewState, found?: Comparison) {
  useEffect(() => {
    if (found?.items.length !== items.length) return;
    const lasting = items.map((item, place) => {
      const read = found.items[place];
      const isCell = item.kind === 'cell' && isIndex(item.cell);
      return isCell && read?.cell?.experiment_id === item.experimentId
        ? cellItem(item.experimentId, read.scenario_digest)
        : item;
    });
    if (lasting.some((item, place) => item !== items[place])) setItems(lasting, baseline);
  }, [items, baseline, setItems, found]);
}
