import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { useState } from 'react';

import { confounders, consequences } from '@/analysis/experiment/followers';
import { armAxisOf } from '@/analysis/experiment/layout';
import { countOf, rough } from '@/analysis/numbers/shown';
import { formatCount } from '@/analysis/numbers/units';
import type { Experiment, ExperimentPrecision } from '@/api/experiments/experiments';
import { hasServer } from '@/api/http/transport';
import { LinkWithoutServer } from '@/share/LinkWithoutServer';
import { ShareDialog } from '@/share/ShareDialog';
import { sharedView } from '@/share/sharedView';
import { SharePart } from '@/share/SharePart';
import { ReadingNote } from '@/readings/ReadingNote';
import { usePageKeys } from '@/state/keys';
import { Note } from '@/ui/Note';
import { NotLoaded } from '@/ui/NotLoaded';

import { CellRail } from './cell/CellRail';
import { ComputeHere } from './ComputeHere';
import { Controls } from './Controls';
import styles from './experiment.module.css';
import { ExperimentHead } from './ExperimentHead';
import { ImportLines } from './ImportLines';
import { useExperimentView, type Shown } from './useExperimentView';
import { useNumbers, useShownRevision } from './useNumbers';
import { View } from './views/ExperimentView';

/** The head, the controls and views in the middle, the chosen cell in the rail. */
export function ExperimentWorkbench({ experiment }: { experiment: Experiment }) {
  const shown = useExperimentView(experiment);
  const [isSharing, setSharing] = useState(false);
  usePageKeys({ s: () => setSharing(true) });
  return (
    <main className={styles.page}>
      <ExperimentHead experiment={experiment} onShare={() => setSharing(true)} />
      {shown === null ? <p className="page-state" /> : <WorkArea shown={shown} />}
      {isSharing && <ShareExperiment experiment={experiment} onClose={() => setSharing(false)} />}
    </main>
  );
}

type Sheet = 'settings' | 'cell';

function WorkArea({ shown }: { shown: Shown }) {
  const { experiment, metric, axes, address, change } = shown;
  const revision = useShownRevision(experiment);
  const numbers = useNumbers(experiment, metric.name, revision, armAxisOf(axes) !== null);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const toggleTable = () => change({ table: address.table === true ? undefined : true });
  usePageKeys({ t: toggleTable });
  const tab = (name: Sheet, label: string) => (
    <button
      type="button"
      aria-expanded={sheet === name}
      onClick={() => setSheet(sheet === name ? null : name)}
    >
      {label}
    </button>
  );
  return (
    <>
      <div className={styles.work}>
        <div className={styles.main}>
          <Controls shown={shown} isOpen={sheet === 'settings'} />
          <ExperimentNotices experiment={experiment} />
          {numbers.error !== null && (
            <NotLoaded what="The numbers" error={numbers.error} onRetry={numbers.retry} />
          )}
          {numbers.precision !== null && (
            <PrecisionLine precision={numbers.precision} cell={shown.cell} />
          )}
          <ComputeHere experiment={experiment} />
          <ImportLines experiment={experiment} />
          <FollowerLine experiment={experiment} />
          <View shown={shown} numbers={numbers} revision={revision} />
          <ReadingNote within={experiment.experiment} />
        </div>
        <aside
          className={clsx('parts', styles.side)}
          data-open={sheet === 'cell' || undefined}
          aria-label="Chosen cell"
        >
          <CellRail shown={shown} numbers={numbers} revision={revision} />
        </aside>
      </div>
      <div className="ui-tabs">
        {tab('settings', 'View')}
        {tab('cell', 'Chosen cell')}
      </div>
    </>
  );
}

const failedTitle = (count: string) => (count === '1' ? '1 run failed' : `${count} runs failed`);

/** Why there are no numbers, or not all of them. Nothing if all is well. */
function ExperimentNotices({ experiment }: { experiment: Experiment }) {
  const { status, pause_reason, progress } = experiment;
  const { done_count, failed_count } = progress;
  if (pause_reason !== null) {
    return (
      <Note
        tone={hasServer() ? 'bad' : 'plain'}
        title={hasServer() ? 'The lab has paused this experiment' : 'Paused'}
      >
        {pause_reason}
      </Note>
    );
  }
  if (failed_count > 0) {
    return (
      <Note tone="bad" title={failedTitle(formatCount(failed_count))}>
        Choose a cell with missing seeds to see the reason, seed and core version.
      </Note>
    );
  }
  if (done_count > 0 || status === 'done') return null;
  return <p className="quiet">{EMPTY[status]}</p>;
}

const EMPTY = {
  running: 'No run is done yet. The maps fill while the experiment runs.',
  paused: 'No run is done yet, and the experiment is paused.',
  cancelled: 'The experiment was cancelled before a run was done.',
} as const;

interface ShareExperimentProps {
  readonly experiment: Experiment;
  readonly onClose: () => void;
}

/** Passing on an experiment: as a link that stays, or as its definition. */
function ShareExperiment({ experiment, onClose }: ShareExperimentProps) {
  const { id, name, status, progress } = experiment;
  const address = window.location.href;
  return (
    <ShareDialog
      subject={{ kind: 'experiment', experiment_id: id }}
      view={sharedView(address)}
      name={name}
      what={whatIsShown(progress.failed_count)}
      notReady={
        status === 'done' ? null : 'A link shows a result, so the experiment must be done first.'
      }
      address={address}
      addressWhy="Opens your experiment itself, until you delete it."
      onClose={onClose}
    >
      <SharePart title="Link without a server">
        <LinkWithoutServer
          content={{ ...experiment.experiment }}
          seed={experiment.experiment.replications.first_seed}
          why="It contains the definition, not the numbers: opening it runs the experiment again."
        />
      </SharePart>
    </ShareDialog>
  );
}

function whatIsShown(failedCount: number): string {
  const shown =
    'A link that shows this experiment with its numbers as they are now: view, metric and chosen cell.';
  if (failedCount === 0) return shown;
  const failed = failedCount === 1 ? '1 of its runs' : `${failedCount} of its runs`;
  return `${shown} ${failed} failed; the link says which and why, even if a second try succeeds.`;
}

/** Fields that change along with an axis: its curve shows two causes at once. */
function FollowerLine({ experiment }: { experiment: Experiment }) {
  const found = confounders(experiment.axes);
  const own = consequences(experiment.axes).map(({ sentence }) => sentence);
  const follows = own.length > 0 && <p className="quiet small">{own.join(' ')}</p>;
  if (found.length === 0) {
    return follows === false ? null : <div className={styles.verdicts}>{follows}</div>;
  }
  return (
    <div className={styles.verdicts}>
      {found.map(({ sentence }) => (
        <p key={sentence}>
          <b>Also changes: </b>
          {sentence}
        </p>
      ))}
      {follows}
      <p className="quiet small">
        {'Either may cause a difference along this axis. '}
        <Link to="/build" search={{ experiment: experiment.id }}>
          Edit the experiment
        </Link>
        {' to keep the buffer the same.'}
      </p>
    </div>
  );
}

const STATES = {
  reached: 'narrow enough',
  wanted: 'gets more seeds',
  most_seeds: 'has reached its maximum of seeds',
  budget: 'gets no more: the maximum of runs is reached',
  no_number: 'has no number',
} as const;

/** Where effects are judged. */
const BASELINE = 'the baseline, with as many as its comparisons need';

interface PrecisionLineProps {
  readonly precision: ExperimentPrecision;
  /** The chosen cell. */
  readonly cell: number;
}

/** How far the wanted precision is reached, and what the chosen cell still needs. */
function PrecisionLine({ precision, cell }: PrecisionLineProps) {
  const { seed_count, width_ratio, needed_count, state, is_judged } = precision.cells;
  const width = width_ratio[cell] ?? null;
  const needed = needed_count[cell] ?? null;
  const now = state[cell];
  const where =
    precision.of === 'effect'
      ? 'The data table of differences lists this for every comparison.'
      : 'The data table lists this for every cell.';
  const parts = [
    countOf(seed_count[cell] ?? 0, 'seed'),
    ...(width === null ? [] : [`±${rough(100 * width)}%`]),
    ...(now === undefined ? [] : [is_judged[cell] === false ? BASELINE : STATES[now]]),
    ...(needed === null || needed === 0 ? [] : [`needs about ${formatCount(needed)} more`]),
  ];
  return (
    <div className={styles.verdicts} role="status">
      <p>
        <b>Precision: </b>
        {precision.sentence}
      </p>
      <p className="quiet small">{`The chosen cell: ${parts.join(', ')}. ${where}`}</p>
    </div>
  );
}
