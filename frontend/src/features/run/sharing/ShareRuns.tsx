import { useMemo, useState } from 'react';

import { MOST_LINKED_TRACES, toLinked } from '@/analysis/imports/linked';
import { momentWith } from '@/analysis/numbers/instant';
import type { Run } from '@/api/types';
import styles from '../measured/measured.module.css';
import { pageAddress } from '@/share/address';
import { Downloads } from '@/share/Downloads';
import { LinkWithoutServer } from '@/share/LinkWithoutServer';
import { ResultLink } from '@/share/ResultLink';
import { ShareDialog } from '@/share/ShareDialog';
import { sharedView } from '@/share/sharedView';
import { SharePart } from '@/share/SharePart';
import { useCursorStore } from '@/state/cursor';
import { type PlacedTrace, useMeasured } from '@/state/measured';

/** The parts of the page's address that name runs: a link holds its own. */
const OF_RUNS = ['with', 'base'] as const;

/** The address of the page with the frozen time, which the page itself writes a moment later. */
export function linkTo(href: string, frozenSeconds: number | null): string {
  const url = new URL(href);
  if (frozenSeconds === null) url.searchParams.delete('at');
  else url.searchParams.set('at', String(momentWith(frozenSeconds, decimalsOf(url))));
  return url.href;
}

/** Single packets are nanoseconds apart; elsewhere milliseconds are enough. */
function decimalsOf({ searchParams }: URL): number {
  return searchParams.has('replay') ? 9 : 3;
}

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
          ? 'A link that shows this run as the page shows it now: zoom, hidden flows and frozen time.'
          : `A link that shows these ${String(runs.length)} runs as the page shows them now: zoom, hidden flows and frozen time.`
      }
      notReady={isDone ? null : 'A link shows a result, so the runs must be done first.'}
      address={address}
      addressWhy="Opens your run itself, until you delete it."
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
                ? `It contains the settings and the seed of ${labels[0] ?? ''}, not the result. Opening it runs the simulation again.`
                : 'It contains the settings and the seed, not the result. Opening it runs the simulation again.'
            }
          />
        </SharePart>
      )}
      <Downloads runs={runs} labels={labels} />
    </ShareDialog>
  );
}

interface IncludeTracesProps {
  readonly placed: readonly PlacedTrace[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Which measured traces go into a link: none, unless chosen. */
function IncludeTraces({ placed, chosen, onChoose }: IncludeTracesProps) {
  const isFull = chosen.size >= MOST_LINKED_TRACES;
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  return (
    <fieldset className={styles.include}>
      <legend>Measured traces in the link</legend>
      {placed.map(({ id, trace }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.has(id)}
            disabled={isFull && !chosen.has(id)}
            onChange={({ target }) => choose(id, target.checked)}
          />
          <span>
            {trace.name}{' '}
            <span className="small faint">{trace.flows.map(({ label }) => label).join(', ')}</span>
          </span>
        </label>
      ))}
      <p className="small faint">
        {chosen.size === 0
          ? 'They stay in this browser unless you choose them here.'
          : 'Their values, shift and these names are stored with the link and shown to anyone who opens it. Long traces are thinned to means. Revoking the link deletes them.'}
      </p>
    </fieldset>
  );
}
