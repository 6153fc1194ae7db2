import { Link, useNavigate } from '@tanstack/react-router';

import { formatSetRate, joinQuantity } from '@/analysis/numbers/units';
import { flowCount } from '@/analysis/scenario/describe';
import { useCancelRun, useRenameRun, useStartRuns } from '@/api/runs';
import { isOver, type Run } from '@/api/types';
import { runText } from '@/messages/run';
import { shareText } from '@/messages/share';
import { useShownRuns } from '@/state/shownRuns';
import { Button } from '@/ui/Button';
import { EditableName } from '@/ui/EditableName';
import { Kbd } from '@/ui/Kbd';
import { Pill } from '@/ui/Pill';
import { SegmentedControl } from '@/ui/SegmentedControl';
import { usePageTitle } from '@/ui/usePageTitle';

import { PhoneMenu } from './PhoneMenu';
import styles from './run.module.css';
import type { RunsBeside } from './useRunView';
import { runAlgorithms } from './view';

const SHORTEST_TOLD_SECONDS = 0.005;

interface RunHeadProps {
  readonly runs: readonly Run[];
  readonly labels: readonly string[];
  readonly beside: RunsBeside;
  readonly titleOf: (algorithm: string) => string;
  readonly onShare: () => void;
  readonly onCompare: () => void;
}

/** What this is, how far it is, and what can be done with it. */
export function RunHead(props: RunHeadProps) {
  const { runs, labels, beside, titleOf, onShare, onCompare } = props;
  const [run] = runs;
  usePageTitle(run === undefined ? runText.title : nameOf(run));
  if (run === undefined) return null;
  const { scenario, seed } = run;
  const rate = joinQuantity(formatSetRate(scenario.bottleneck.rate_bps));
  return (
    <div className={styles.head}>
      <RunName run={run} />
      <span className={styles.summary}>
        {runText.summary(flowCount(scenario), allAlgorithms(runs, titleOf), rate, seed)}
      </span>
      <span className={styles.digest}>
        <Pill title={runText.digestHelp}>{shortDigest(run.scenario_digest)}</Pill>
      </span>
      <span className={styles.space} />
      <RunStates runs={runs} labels={labels} />
      {runs.length > 1 && (
        <SegmentedControl
          className={styles.layoutChoice}
          aria-label={runText.layout}
          value={beside.layout}
          onChange={(value) => beside.setLayout(value === 'side')}
          data={[
            { value: 'overlay', label: runText.overlay },
            { value: 'side', label: runText.sideBySide },
          ]}
        />
      )}
      <Actions runs={runs} onShare={onShare} onCompare={onCompare} />
    </div>
  );
}

type ActionsProps = Pick<RunHeadProps, 'runs' | 'onShare' | 'onCompare'>;

function Actions({ runs, onShare, onCompare }: ActionsProps) {
  const cancel = useCancelRun();
  const start = useStartRuns();
  const navigate = useNavigate();
  const [run] = runs;
  if (run === undefined) return null;
  const live = runs.filter(({ status }) => !isOver(status));
  const isLost = run.status === 'failed' || run.status === 'cancelled';
  const repeat = () =>
    start.mutate([{ scenario: run.scenario, seed: run.seed, name: run.name }], {
      onSuccess: ([fresh]) =>
        fresh && void navigate({ to: '/runs/$id', params: { id: fresh.id }, search: (old) => old }),
    });
  return (
    <div className={styles.actions}>
      {live.length > 0 && (
        <Button
          disabled={cancel.isPending}
          onClick={() => live.forEach(({ id }) => cancel.mutate(id))}
        >
          {live.length > 1 ? runText.cancelSeveral(live.length) : runText.cancel}
        </Button>
      )}
      {isLost && (
        <Button variant="filled" disabled={start.isPending} onClick={repeat}>
          {runText.runAgain}
        </Button>
      )}
      {(cancel.error ?? start.error) !== null && (
        <Pill tone="bad" title={(cancel.error ?? start.error)?.message ?? ''}>
          {runText.actionFailed}
        </Pill>
      )}
      <Button className={styles.more} onClick={onCompare} rightSection={<Kbd>c</Kbd>}>
        {runText.comparison}
      </Button>
      <Button
        className={styles.more}
        aria-haspopup="dialog"
        onClick={onShare}
        rightSection={<Kbd>s</Kbd>}
      >
        {shareText.share}
      </Button>
      <Button
        className={styles.fork}
        rightSection={<Kbd>e</Kbd>}
        variant={isLost ? 'default' : 'filled'}
        renderRoot={(props) => <Link to="/build" search={{ run: run.id }} {...props} />}
      >
        {runText.fork}
      </Button>
      <PhoneMenu runId={run.id} onShare={onShare} onCompare={onCompare} />
    </div>
  );
}

/** Two runs by name; more have room for the count only, as long as they are in one state. */
function RunStates({ runs, labels }: Pick<RunHeadProps, 'runs' | 'labels'>) {
  const [first] = runs;
  const isAlike = runs.every(({ status }) => status === first?.status);
  if (first !== undefined && runs.length > 2 && isAlike && first.status !== 'running') {
    return (
      <span className={styles.state} role="status">
        <Pill>{runText.several(runs.length, runText.state[first.status])}</Pill>
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
          aria-label={runText.progress}
          max={duration_s}
          value={simulated_s}
        />
      )}
    </span>
  );
}

function stateText(run: Run): string {
  if (run.status === 'running') {
    const { simulated_s, duration_s } = run.progress;
    return runText.state.running(simulated_s.toFixed(0), duration_s.toFixed(0));
  }
  if (run.status !== 'done') return runText.state[run.status];
  if (run.started_at === null || run.finished_at === null) return runText.state.done;
  const seconds = (Date.parse(run.finished_at) - Date.parse(run.started_at)) / 1000;
  // A stored result was there at once: no time to speak of.
  if (seconds < SHORTEST_TOLD_SECONDS) return runText.state.done;
  return runText.state.doneIn(seconds.toFixed(seconds < 10 ? 2 : 0));
}

function allAlgorithms(runs: readonly Run[], titleOf: (algorithm: string) => string): string {
  const names = runs.map((run) => runAlgorithms(run, titleOf));
  return [...new Set(names)].join(' / ');
}

function nameOf({ name }: Run): string {
  return name === '' ? runText.title : name;
}

/** `8f3c·21ae`: enough to recognise, not to look up. */
function shortDigest(digest: string): string {
  return `${digest.slice(0, 4)}·${digest.slice(4, 8)}`;
}

const WORDS = {
  field: runText.nameLabel,
  hint: runText.renameHint,
  failed: runText.actionFailed,
};

/** The name of a run; that of a shared one is fixed. */
function RunName({ run }: { run: Run }) {
  const rename = useRenameRun();
  return (
    <EditableName
      name={run.name}
      placeholder={runText.title}
      isFixed={useShownRuns() !== null}
      error={rename.error}
      words={WORDS}
      onRename={(name) => rename.mutate({ id: run.id, name })}
    />
  );
}
