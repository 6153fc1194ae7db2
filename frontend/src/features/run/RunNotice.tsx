import { elapsed } from '@/analysis/numbers/shown';
import { isOver, type Run } from '@/api/types';
import { useWaiting, type Waiting } from '@/api/runs/waiting';
import { MissingCurves } from '@/charts/stage/MissingCurves';
import { Note } from '@/ui/Note';

import { isPartial, partText } from './partial';
import styles from './run.module.css';

interface RunNoticeProps {
  readonly runs: readonly Run[];
  readonly labels: readonly string[];
  readonly missing: React.ComponentProps<typeof MissingCurves>;
}

/** Why there are no curves, or not all of them, and what can be done. Nothing if all is well. */
export function RunNotice({ runs, labels, missing }: RunNoticeProps) {
  const notes = runs.flatMap((run, index) => {
    const prefix = runs.length > 1 ? `${labels[index] ?? run.name}: ` : '';
    const note = noteOf(run);
    return note === null ? [] : [{ ...note, id: run.id, title: prefix + note.title }];
  });
  if (notes.length === 0 && missing.error === null) return null;
  return (
    <div className={styles.notice}>
      {notes.map(({ id, tone, title, text }) => (
        <Note key={id} tone={tone} title={title}>
          {text}
        </Note>
      ))}
      <MissingCurves {...missing} />
    </div>
  );
}

/** What the first run that has waited for long is waiting for. It covers only empty axes. */
export function WaitingNotice({ runs, labels }: CurvesNoticeProps) {
  const index = runs.findIndex(({ status }) => status === 'queued');
  const waiting = useWaiting(runs[index]);
  const text = waiting === null ? null : waitingText(waiting);
  if (text === null) return null;
  const prefix = runs.length > 1 ? `${labels[index] ?? ''}: ` : '';
  return (
    <div className={styles.notice} role="status">
      <Note title={prefix + text}>It starts automatically.</Note>
    </div>
  );
}

function noteOf(run: Run) {
  const time = elapsed(run.progress.simulated_s);
  if (run.status === 'failed' && run.progress.sample_count === 0) {
    const text = [run.error?.message, factsOf(run)].filter(Boolean).join(' ');
    return { tone: 'bad', title: `The run stopped at ${time} s.`, text } as const;
  }
  if (run.status === 'cancelled' && run.progress.sample_count === 0) {
    const text = `Run it again to get its curves. ${factsOf(run)}`;
    const title = 'The run was cancelled before its first sample.';
    return { tone: 'plain', title, text } as const;
  }
  if (isOver(run.status) && run.progress.sample_count === 0) {
    return {
      tone: 'plain',
      title: 'Nothing was sampled.',
      text: 'The sample interval is longer than the run. Fork it and choose a shorter sample_interval_s.',
    } as const;
  }
  return null;
}

interface CurvesNoticeProps {
  readonly runs: readonly Run[];
  readonly labels: readonly string[];
}

/**
 * Above the curves. Those of runs that were cancelled or failed are a part; whole-run numbers over
 * it would be taken for those of the run, so there are none. A result that another
 * person's computer has sent is unconfirmed until a worker of the lab has found the same.
 */
export function CurvesNotice({ runs, labels }: CurvesNoticeProps) {
  return runs.map((run, index) => {
    const prefix = runs.length > 1 ? `${labels[index] ?? run.name}: ` : '';
    if (run.computed_elsewhere != null) {
      const { title, text } = elsewhereWords(run.computed_elsewhere);
      return (
        <Note key={run.id} title={prefix + title}>
          {text}
        </Note>
      );
    }
    if (!isPartial(run)) return null;
    const isFailed = run.status === 'failed';
    const what = `${isFailed ? 'failed' : 'cancelled'} at ${partText(run)}.`;
    return (
      <Note key={run.id} tone={isFailed ? 'bad' : 'plain'} title={`${prefix}Partial: ${what}`}>
        {isFailed && `${run.error?.message ?? ''} `}
        {keptText(run)}There are no whole-run numbers.{' '}
        {isFailed
          ? 'The same seed and core will most likely fail again. '
          : 'Run again computes the whole run; the same seed starts with the same curves. '}
        {factsOf(run)}
      </Note>
    );
  });
}

function elsewhereWords(sent: NonNullable<Run['computed_elsewhere']>) {
  if (sent.is_confirmed) {
    return {
      title: 'Computed by a worker elsewhere, and checked.',
      text: 'A worker of this lab has computed the same result.',
    };
  }
  return {
    title: 'Computed by a worker elsewhere, not checked.',
    text: sent.is_drawn
      ? 'A worker of this lab computes it again; if anything differs, its result replaces this one.'
      : `${confirmedText(sent.confirmed_count)}This one was not selected for checking.`,
  };
}

/** Of other results from the same sender: how often a worker of the lab found the same. */
function confirmedText(count: number | null) {
  if (count === null) return '';
  if (count === 0) return 'No result of that worker has been confirmed yet. ';
  const results = count === 1 ? '1 other result' : `${count} other results`;
  return `A worker of this lab has computed ${results} of that worker again and found the same. `;
}

/** Samples between two stored chunks are lost with a run that ends early. */
function keptText({ progress, scenario }: Run): string {
  const keptSeconds = progress.sample_count * scenario.sample_interval_s;
  const isLess = progress.simulated_s - keptSeconds >= scenario.sample_interval_s;
  return isLess ? `The curves are kept up to ${elapsed(keptSeconds)} s. ` : '';
}

/** The seed and core version that reproduce the run. */
function factsOf({ error, seed, core_version }: Run): string {
  const core = error?.core_version ?? core_version;
  return core === null ? `Seed ${seed}.` : `Seed ${seed}, core ${core}.`;
}

/** The reason why a queued run waits, in a sentence; null: none. */
function waitingText({ waits_for, ahead_count }: Waiting): string | null {
  switch (waits_for) {
    case 'worker':
      return 'Waiting for a worker: none is running yet.';
    case 'start':
      return 'Waiting for a worker, which is starting.';
    case 'broker':
      return 'Waiting for the message broker, which is not responding.';
    case 'turn':
      return turnText(ahead_count);
    default:
      return null;
  }
}

function turnText(aheadCount: number): string {
  if (aheadCount === 0) return 'Waiting for a free worker, next in line.';
  const others = aheadCount === 1 ? '1 other comes' : `${aheadCount} others come`;
  return `Waiting for a free worker: ${others} first.`;
}
