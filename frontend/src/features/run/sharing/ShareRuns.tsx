import { useMemo, useState } from 'react';

import { toLinked } from '@/analysis/imports/linked';
import type { Run } from '@/api/types';
import { pageAddress } from '@/share/address';
import { Downloads } from '@/share/Downloads';
import { LinkWithoutServer } from '@/share/LinkWithoutServer';
import { ResultLink } from '@/share/ResultLink';
import { ShareDialog } from '@/share/ShareDialog';
import { SharePart } from '@/share/SharePart';
import { sharedView } from '@/share/sharedView';
import { useCursorStore } from '@/state/cursor';
import { useMeasured } from '@/state/measured';

import { IncludeTraces } from '../measured/IncludeTraces';
import { linkTo, OF_RUNS } from './runLink';

interface ShareRunsProps {
  /** The current run, its baseline, the others. */
  readonly runs: readonly Run[];
  readonly labels: readonly string[];
  readonly onClose: () => void;
}

/** Passing on what is on the page of a run: as a link that stays, as settings, as files. */
export function ShareRuns({ runs, labels, onClose }: ShareRunsProps) {
  const clock = useCursorStore();
  const { isFrozen, timeSeconds } = clock.read();
  const address = linkTo(pageAddress(), isFrozen ? timeSeconds : null);
  const [current] = runs;
  const measured = useMeasured(current?.id ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const traces = useMemo(
    () => toLinked(measured.filter(({ id }) => chosen.has(id))),
    [measured, chosen],
  );
  const isDone = runs.every(({ status }) => status === 'done');
  return (
    <ShareDialog
      subject={{
        kind: 'runs',
        run_ids: runs.map(({ id }) => id),
        ...(traces.length > 0 ? { traces } : {}),
      }}
      choices={
        measured.length > 0 && (
          <IncludeTraces placed={measured} chosen={chosen} onChoose={setChosen} />
        )
      }
      view={sharedView(address, OF_RUNS)}
      name={current?.name ?? ''}
      what={
        runs.length === 1
          ? 'A link that shows this run as on the page now: zoom, hidden flows and frozen time.'
          : `A link that shows these ${String(runs.length)} runs as on the page now: zoom, hidden flows and frozen time.`
      }
      notReady={isDone ? null : 'A link shows a result, so the runs must be done first.'}
      address={address}
      addressWhy="Opens your run itself, as long as you keep it."
      onClose={onClose}
    >
      {current !== undefined && (
        <SharePart title="Link without a server">
          <ResultLink run={current} view={sharedView(address, OF_RUNS)} />
          <LinkWithoutServer
            content={current.scenario}
            seed={current.seed}
            why={
              runs.length > 1
                ? `It contains the settings and the seed of ${labels[0] ?? ''}, not the result: whoever opens it runs it again.`
                : 'It contains the settings and the seed, not the result: whoever opens it runs it again.'
            }
          />
        </SharePart>
      )}
      <Downloads runs={runs} labels={labels} />
    </ShareDialog>
  );
}
