import { useTimeout } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { toShortest } from '@/analysis/numbers/units';
import { elapsed } from '@/analysis/numbers/shown';
import { createCursor } from '@/analysis/replay/clock';
import type { Comparison } from '@/api/experiments/comparisons';
import { ProblemError } from '@/api/http/problem';
import { hasServer } from '@/api/http/transport';
import { useCompareTray } from '@/state/compareTray';
import { cellItem, formatItems, unreadItems } from '@/state/compareUrl';
import { CursorProvider } from '@/state/cursor';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import styles from './compare.module.css';
import { CompareStage } from './CompareStage';
import { ItemRail } from './ItemRail';
import { isIndex } from './items';
import { MetricTable } from './MetricTable';
import { PastedLinks } from './PastedLinks';
import { DifferenceSentence } from './DifferenceSentence';
import { SettingTable } from './SettingTable';
import { ShareComparison } from './ShareComparison';
import { useCompared, type Compared, type Trouble } from './useCompared';
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
            A comparison needs a baseline and at least one other result.
          </Note>
        )}
        {trouble !== null && <TroubleNote trouble={trouble} view={view} />}
        <Progress compared={compared} isLoading={isLoading} />
        {comparison !== undefined && (
          <>
            <DifferenceSentence comparison={comparison} labels={labels} />
            {hasServer() && (
              <ShareComparison {...{ comparison, labels, view }} isKnown={compared.isKnown} />
            )}
            <CompareStage view={view} compared={compared} />
            <SettingTable comparison={comparison} labels={labels} />
            <MetricTable {...{ comparison, labels, view }} isKnown={compared.isKnown} />
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
    ? { label: 'Remove it', onClick: () => view.remove(place) }
    : { label: 'Try again', onClick: retry };
  const title = canRemove
    ? `Result ${place + 1} could not be loaded`
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

/** Nothing is compared yet: why, and what to do. */
function EmptyCompare({ view }: { view: CompareViewState }) {
  const tray = useCompareTray();
  const of = formatItems(tray.items);
  return (
    <main className={styles.empty}>
      <h1>Compare two or more results</h1>
      <UnreadItems of={view.view.of} />
      <p className="quiet">
        Paste two links of this lab to see their results side by side, with every metric and the
        settings that differ. Or choose runs in My work , or use “Add to comparison” on a cell of an
        experiment.
      </p>
      <PastedLinks count={2} present={[]} onItems={(items) => view.setItems(items, 0)} />
      <h2>Or start elsewhere</h2>
      <div className={styles.buttons}>
        {of !== undefined && (
          <Button renderRoot={(props) => <Link to="/compare" search={{ of }} {...props} />}>
            {`Compare the ${tray.items.length} you set aside`}
          </Button>
        )}
        <Button renderRoot={(props) => <Link to="/runs" {...props} />}>
          Choose runs in My work
        </Button>
        {hasServer() && (
          <Button renderRoot={(props) => <Link to="/papers" {...props} />}>
            Cells of a paper’s experiment
          </Button>
        )}
      </div>
    </main>
  );
}

const PATIENCE_MS = 1000;

interface ProgressProps {
  readonly compared: Compared;
  /** Nothing is there yet, and nothing went wrong. */
  readonly isLoading: boolean;
}

/** Runs under way and failed ones; nothing when all are done. */
function Progress({ compared: { underWay, seedRuns }, isLoading }: ProgressProps) {
  const [isLong, setLong] = useState(false);
  // Before that, nothing flickers.
  useTimeout(() => setLong(true), PATIENCE_MS, { autoInvoke: true });
  const { doneCount, wantedCount, error, retry } = seedRuns;
  const [first] = underWay;
  return (
    <>
      {error !== null && (
        <Note
          tone="bad"
          title="Not every seed could be computed"
          action={{ label: 'Try again', onClick: retry }}
        >
          {error.message}
        </Note>
      )}
      <div className={styles.progress} role="status">
        {isLoading && isLong && first === undefined && <p>Loading the comparison …</p>}
        {first !== undefined && (
          <p>
            {`${first.name || first.scenario.name} is still being computed.`}{' '}
            {`${elapsed(first.progress.simulated_s)} s of ${toShortest(first.progress.duration_s)} s simulated.`}
          </p>
        )}
        {error === null && doneCount < wantedCount && (
          <p>
            <progress value={doneCount} max={wantedCount} aria-hidden="true" />
            {`${doneCount} of ${wantedCount} runs computed`}
          </p>
        )}
      </div>
    </>
  );
}

const MOST_SHOWN = 3;
const MOST_LETTERS = 40;

/** Items of the address that name nothing and are left out. */
function UnreadItems({ of }: { of: string | undefined }) {
  const words = unreadItems(of).map((word) => `“${word.slice(0, MOST_LETTERS)}”`);
  if (words.length === 0) return null;
  return (
    <Note title="A part of this address is not valid">
      {`${words.slice(0, MOST_SHOWN).join(', ')}: not an item. Items are separated by dots; a run is its ID, runs over several seeds are IDs joined by “_”, a cell is EXPERIMENT:CELL.`}
    </Note>
  );
}
