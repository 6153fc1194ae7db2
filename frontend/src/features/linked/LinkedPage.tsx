import { Link, useLocation } from '@tanstack/react-router';

import type { LinkedResult } from '@/analysis/links/resultLink';
import { scenarioFragment, UnreadableError } from '@/analysis/links/scenarioLink';
import { hasServer } from '@/api/http/transport';
import { viewOf } from '@/share/sharedView';
import { runSearch } from '@/state/url';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

import { readSafely, useComputedAgain, type Outcome } from './computedAgain';

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

function Linked({ linked }: { linked: LinkedResult }) {
  const outcome = useComputedAgain(linked);
  const settings = scenarioFragment(linked).slice(1);
  return (
    <>
      <p>
        {nameOf(linked)}Seed {linked.seed}. The link holds the settings and the digests of the
        result; the run is computed again here.
      </p>
      <CheckOutcome outcome={outcome} linked={linked} />
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
export function CheckOutcome({ outcome, linked }: { outcome: Outcome; linked: LinkedResult }) {
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
