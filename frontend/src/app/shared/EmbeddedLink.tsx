import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { LinkedResult } from '@/analysis/links/resultLink';
import { UnreadableError } from '@/analysis/links/scenarioLink';
import { useRuns } from '@/api/runs/runs';
import { readSafely, useComputedAgain } from '@/features/linked/computedAgain';
import { CheckOutcome } from '@/features/linked/LinkedPage';
import { EmbeddedRuns } from '@/features/run/sharing/EmbeddedRuns';
import { addressOf } from '@/share/address';
import styles from '@/share/share.module.css';
import { viewOf } from '@/share/sharedView';
import { ShownRunsProvider } from '@/state/shownRuns';
import { runSearch } from '@/state/url';
import { Note } from '@/ui/Note';

/** A run that an address holds, inside of another page: computed there, and then its plots. */
export function EmbeddedLink() {
  const fragment = useLocation({ select: ({ hash }) => hash });
  const read = useMemo(() => readSafely(fragment), [fragment]);
  if (read instanceof UnreadableError) {
    return (
      <main className="page-state">
        <Note tone="bad" title="This frame shows nothing">
          {read.message}
        </Note>
      </main>
    );
  }
  return <Framed linked={read} fragment={fragment} />;
}

function Framed({ linked, fragment }: { linked: LinkedResult; fragment: string }) {
  const outcome = useComputedAgain(linked);
  const { name } = linked.content;
  return (
    <main className={styles.embed}>
      <header className={styles.embedHead}>
        <h1>{typeof name === 'string' && name !== '' ? name : 'A run'}</h1>
        <a href={addressOf(`/linked#${fragment}`)} target="_blank" rel="noreferrer noopener">
          Open in FaiRTT Lab
        </a>
      </header>
      {outcome.kind === 'equal' && outcome.runId !== null ? (
        <Shown id={outcome.runId} view={linked.view} />
      ) : (
        <div className={styles.embedPart}>
          <CheckOutcome outcome={outcome} linked={linked} />
        </div>
      )}
    </main>
  );
}

function Shown({ id, view }: { id: string; view: string }) {
  const shown = useMemo(() => ({ ids: [id], view: runSearch.parse(viewOf(view)) }), [id, view]);
  const { runs } = useRuns(shown.ids);
  return (
    <ShownRunsProvider value={shown}>
      <EmbeddedRuns runs={runs} />
    </ShownRunsProvider>
  );
}
