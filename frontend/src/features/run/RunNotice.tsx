import { toShortest } from '@/analysis/numbers/units';
import { isOver, type Run } from '@/api/types';
import { Note } from '@/ui/Note';

import styles from './run.module.css';

interface RunNoticeProps {
  readonly runs: readonly Run[];
  readonly labels: readonly string[];
  readonly seriesError: Error | null;
}

/** Why there are no curves, or not all of them, and what can be done. Nothing if all is well. */
export function RunNotice({ runs, labels, seriesError }: RunNoticeProps) {
  const notes = runs.flatMap((run, index) => {
    const prefix = runs.length > 1 ? `${labels[index] ?? run.name}: ` : '';
    const note = noteOf(run);
    return note === null ? [] : [{ ...note, id: run.id, title: prefix + note.title }];
  });
  if (notes.length === 0 && seriesError === null) return null;
  return (
    <div className={styles.notice}>
      {notes.map(({ id, tone, title, text }) => (
        <Note key={id} tone={tone} title={title}>
          {text}
        </Note>
      ))}
      {seriesError !== null && (
        <Note tone="bad" title="The curves could not be loaded.">
          {seriesError.message}
        </Note>
      )}
    </div>
  );
}

function noteOf(run: Run) {
  const time = run.progress.simulated_s.toFixed(1);
  if (run.status === 'failed') {
    const text = [run.error?.message, factsOf(run)].filter(Boolean).join(' ');
    return { tone: 'bad', title: `The run stopped at ${time} s.`, text } as const;
  }
  if (run.status === 'cancelled') {
    return { tone: 'plain', title: cancelledTitle(run), text: cancelledText(run) } as const;
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

function cancelledTitle({ progress }: Run): string {
  if (progress.sample_count === 0) return 'The run was cancelled before its first sample.';
  return `Partial: cancelled at ${progress.simulated_s.toFixed(1)} of ${toShortest(progress.duration_s)} s.`;
}

/** Whole-run numbers over a part would be taken for those of the run, so there are none. */
function cancelledText(run: Run): string {
  if (run.progress.sample_count === 0) {
    return `Run it again to have its curves. ${factsOf(run)}`;
  }
  return (
    'The curves end where the run was stopped, and there are no whole-run numbers. Run again ' +
    `computes all of it; the same seed begins with the same curves. ${factsOf(run)}`
  );
}

/** What it takes to have the same run again. */
function factsOf({ error, seed, core_version }: Run): string {
  const core = error?.core_version ?? core_version;
  return core === null ? `Seed ${seed}.` : `Seed ${seed}, core ${core}.`;
}
