import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

import { readResultFragment, type LinkedResult } from '@/analysis/links/resultLink';
import { scenarioFragment, UnreadableError } from '@/analysis/links/scenarioLink';
import { client } from '@/api/client';
import { unwrap } from '@/api/problem';
import { useRuns } from '@/api/runs';
import { useRunEvents } from '@/api/stream';
import { hasOlderCore, hasServer } from '@/api/transport';
import type { Run, Scenario } from '@/api/types';
import { useStartRuns } from '@/opening/startRuns';
import { viewOf } from '@/share/sharedView';
import { runSearch } from '@/state/url';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

/** A run that a link holds: computed again here, and compared with what the link says it gave. */
export function LinkedPage() {
  usePageTitle('Linked run');
  const fragment = useLocation({ select: ({ hash }) => hash });
  const read = readSafely(fragment);
  return (
    <main className="page-state">
      <h1>A run from a link</h1>
      {read instanceof UnreadableError ? (
        <Note tone="bad" title="This link cannot be opened">
          {read.message}
        </Note>
      ) : (
        <Linked linked={read} />
      )}
    </main>
  );
}

function readSafely(fragment: string): LinkedResult | UnreadableError {
  try {
    return readResultFragment(fragment);
  } catch (error) {
    return error instanceof UnreadableError ? error : new UnreadableError(String(error));
  }
}

function Linked({ linked }: { linked: LinkedResult }) {
  const outcome = useComputedAgain(linked);
  const settings = scenarioFragment(linked).slice(1);
  return (
    <>
      <p>
        {nameOf(linked)}Seed {linked.seed}. The link holds the settings and the digests of the
        result; the run is computed again here.
      </p>
      <Said outcome={outcome} linked={linked} />
      {outcome.runId !== null && (
        <Button
          variant="filled"
          renderRoot={(props) => (
            <Link
              to="/runs/$id"
              params={{ id: outcome.runId ?? '' }}
              search={runSearch.parse(viewOf(linked.view))}
              {...props}
            />
          )}
        >
          Open the run
        </Button>
      )}
      <Button renderRoot={(props) => <Link to="/build" hash={settings} {...props} />}>
        Open its settings in the editor
      </Button>
    </>
  );
}

function nameOf({ content }: LinkedResult): string {
  return typeof content.name === 'string' && content.name !== '' ? `${content.name}. ` : '';
}

/** How far it is, and what came of it. */
function Said({ outcome, linked }: { outcome: Outcome; linked: LinkedResult }) {
  switch (outcome.kind) {
    case 'computing':
      return <p aria-live="polite">Computing it again.</p>;
    case 'refused':
      return (
        <Note tone="bad" title="It is not computed here">
          {outcome.message}
        </Note>
      );
    case 'other-behaviour':
      return (
        <Note tone="bad" title="It was made with another behaviour of the simulator">
          The link was made with behaviour version {linked.behaviourVersion}, and the core here has
          version {outcome.here}: it may give other numbers.{' '}
          {!hasServer() && 'This site keeps no module of the link’s version. '}
          Open the settings in the editor to compute what this version gives, or open the link in a
          lab of that version.
        </Note>
      );
    case 'equal':
      return (
        <Note tone="plain" title="The same result">
          Computed again here
          {outcome.isOlder &&
            ` by the core of behaviour version ${linked.behaviourVersion}, which this site keeps`}
          : the digests of all series and of the summary are equal to those in the link.
        </Note>
      );
    case 'different':
      return (
        <Note tone="bad" title="Another result">
          Computed again here, the digests differ from those in the link although the behaviour
          version is the same: the link was changed, or one of the two computers computes wrongly.
        </Note>
      );
  }
}

type Outcome = { readonly runId: string | null } & (
  | { readonly kind: 'computing' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'other-behaviour'; readonly here: number }
  | { readonly kind: 'equal' | 'different'; readonly isOlder: boolean }
);

/** Asks for the run once the core here is known to behave as the link says. */
function useComputedAgain(linked: LinkedResult): Outcome {
  const speed = useQuery({
    queryKey: ['speed'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/speed', { signal })),
  });
  const here = speed.data?.behaviour_version ?? null;
  const older = useQuery({
    queryKey: ['older core', linked.behaviourVersion],
    queryFn: () => hasOlderCore(linked.behaviourVersion),
    staleTime: Infinity,
    enabled: here !== null && here !== linked.behaviourVersion,
  });
  const isOlder = older.data === true;
  const canCompute = here === linked.behaviourVersion || isOlder;
  const { mutate, data: started, error: startError } = useStartRuns();
  const { content, seed } = linked;
  const key = JSON.stringify([content, seed, isOlder ? linked.behaviourVersion : null]);
  useEffect(() => {
    if (!canCompute) return;
    const [scenario, ownSeed, behaviour] = JSON.parse(key) as [Scenario, number, number | null];
    mutate([{ scenario, seed: ownSeed, name: null, forkedFrom: 'a link', behaviour }]);
  }, [canCompute, key, mutate]);
  const { runs, error } = useRuns((started ?? []).map(({ id }) => id));
  useRunEvents(runs);
  const failure = speed.error ?? older.error ?? startError ?? error;
  if (failure !== null) return { kind: 'refused', runId: null, message: failure.message };
  if (here !== null && older.data === false) return { kind: 'other-behaviour', runId: null, here };
  return outcomeOf(runs[0], linked, isOlder);
}

function outcomeOf(run: Run | undefined, linked: LinkedResult, isOlder: boolean): Outcome {
  if (run === undefined) return { kind: 'computing', runId: null };
  const { id: runId, status, result, error } = run;
  if (status === 'failed' || status === 'cancelled') {
    return { kind: 'refused', runId, message: error?.message ?? 'The run was cancelled.' };
  }
  if (result === null) return { kind: 'computing', runId };
  const isEqual =
    result.series_digest === linked.seriesDigest && result.summary_digest === linked.summaryDigest;
  return { kind: isEqual ? 'equal' : 'different', runId, isOlder };
}
