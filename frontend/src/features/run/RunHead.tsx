import { formatSetRate, joinQuantity } from '@/analysis/numbers/units';
import { countOf, short } from '@/analysis/numbers/shown';
import { flowCount } from '@/analysis/scenario/describe';
import { stageText } from '@/api/runs/runProgress';
import { useRenameRun } from '@/api/runs/runs';
import type { Run } from '@/api/types';
import { useShownRuns } from '@/state/shownRuns';
import { EditableName } from '@/ui/EditableName';
import { Pill } from '@/ui/Pill';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';
import { usePageTitle } from '@/ui/usePageTitle';

import { isPartial, partText } from './partial';
import styles from './run.module.css';
import { RunActions } from './RunActions';
import type { RunsBeside } from './view/useRunView';
import { runAlgorithms } from './view/view';

const STATE = {
  queued: 'waiting for a worker',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

const SHORTEST_TOLD_SECONDS = 0.005;

interface RunHeadProps {
  readonly runs: readonly Run[];
  readonly labels: readonly string[];
  readonly beside: RunsBeside;
  readonly titleOf: (algorithm: string) => string;
  readonly onShare: () => void;
  readonly onCompare: () => void;
}

/** The name of the run, its progress, and its actions. */
export function RunHead(props: RunHeadProps) {
  const { runs, labels, beside, titleOf, onShare, onCompare } = props;
  const [run] = runs;
  usePageTitle(run === undefined ? 'Run' : nameOf(run));
  if (run === undefined) return null;
  const { scenario, seed } = run;
  const rate = rateText(scenario);
  return (
    <div className={styles.head} data-several={runs.length > 1 || undefined}>
      <RunName run={run} />
      <span className={styles.summary}>
        {`${flowCount(scenario)} ${allAlgorithms(runs, titleOf)} ${flowCount(scenario) === 1 ? 'flow' : 'flows'}, ${rate}, seed ${seed}${beside.seedCount === null ? '' : ` of ${beside.seedCount}`}`}
      </span>
      <span className={styles.digest}>
        <Pill title="Scenario digest: the same digest, seed and behaviour of the core mean the same result">
          {shortDigest(run.scenario_digest)}
        </Pill>
      </span>
      <span className={styles.space} />
      <RunStates runs={runs} labels={labels} />
      {runs.length > 1 && (
        <SegmentedControl
          className={styles.layoutChoice}
          aria-label="Layout of two runs"
          value={beside.layout}
          onChange={(value) => beside.setLayout(value === 'side')}
          data={[
            { value: 'overlay', label: 'Overlay' },
            { value: 'side', label: 'Side by side' },
          ]}
        />
      )}
      <RunActions runs={runs} onShare={onShare} onCompare={onCompare} />
    </div>
  );
}

/** Of the bottleneck, which has its name where other links are. */
function rateText({ bottleneck, links }: Run['scenario']): string {
  const rate = joinQuantity(formatSetRate(bottleneck.rate_bps));
  if (links.length === 0) return rate;
  return `bottleneck ${rate} and ${countOf(links.length, 'further link')}`;
}

/**
 * Two runs by name, unless both are done: no user waits then, and the name and the layout need the
 * room. More have room for the count only, as long as they are in one state.
 */
function RunStates({ runs, labels }: Pick<RunHeadProps, 'runs' | 'labels'>) {
  const [first] = runs;
  const isAlike = runs.every(({ status }) => status === first?.status);
  const isCounted = runs.length > 2 || (runs.length === 2 && first?.status === 'done');
  if (first !== undefined && isCounted && isAlike && first.status !== 'running') {
    return (
      <span className={styles.state} role="status">
        <Pill>
          {runs.length} runs: {STATE[first.status]}
        </Pill>
      </span>
    );
  }
  return runs.map((each, index) => (
    <RunState key={each.id} run={each} label={runs.length > 1 ? labels[index] : undefined} />
  ));
}

function RunState({ run, label }: { run: Run; label: string | undefined }) {
  const prefix = label === undefined ? '' : `${label}: `;
  const { simulated_s, duration_s } = run.progress;
  const isRunning = run.status === 'running';
  return (
    <span className={styles.state} role="status">
      <Pill tone={run.status === 'failed' ? 'bad' : 'plain'}>{prefix + stateText(run)}</Pill>
      {isRunning && (
        <progress
          className={styles.progress}
          aria-label="Simulated time"
          max={duration_s}
          value={simulated_s}
        />
      )}
    </span>
  );
}

function stateText(run: Run): string {
  if (run.status === 'running') {
    // A second attempt begins anew: its progress is not that of the first one running backwards.
    const attempt = run.attempt > 1 ? `, attempt ${run.attempt}` : '';
    return `${stageText(run)}${attempt}`;
  }
  if (isPartial(run)) {
    return `${run.status === 'failed' ? 'failed, ' : ''}partial: ${partText(run)}`;
  }
  if (run.status !== 'done') return STATE[run.status];
  if (run.started_at === null || run.finished_at === null) return 'done';
  const seconds = (Date.parse(run.finished_at) - Date.parse(run.started_at)) / 1000;
  // A stored result was there at once: no time to speak of.
  if (seconds < SHORTEST_TOLD_SECONDS) return 'done';
  return `done in ${short(seconds)} s`;
}

function allAlgorithms(runs: readonly Run[], titleOf: (algorithm: string) => string): string {
  const names = runs.map((run) => runAlgorithms(run, titleOf));
  return [...new Set(names)].join(' / ');
}

function nameOf({ name }: Run): string {
  return name === '' ? 'Run' : name;
}

/** `8f3c·21ae`: enough to recognise, not to look up. */
function shortDigest(digest: string): string {
  return `${digest.slice(0, 4)}·${digest.slice(4, 8)}`;
}

const WORDS = {
  field: 'Name of this run',
  hint: 'Rename this run',
  failed: 'That did not work',
};

/** The name of a run; that of a shared one is fixed. */
function RunName({ run }: { run: Run }) {
  const rename = useRenameRun();
  return (
    <EditableName
      name={run.name}
      placeholder="Run"
      isFixed={useShownRuns() !== null}
      error={rename.error}
      words={WORDS}
      onRename={(name) => rename.mutate({ id: run.id, name })}
    />
  );
}
