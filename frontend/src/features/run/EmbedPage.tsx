import { useElementSize } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { useAlgorithmTitle } from '@/api/catalog';
import { useShared } from '@/api/shares';
import type { Run } from '@/api/types';
import { shareText } from '@/messages/share';
import { createCursor, CursorProvider } from '@/state/cursor';
import { ShownRunsProvider } from '@/state/shownRuns';
import { Note } from '@/ui/Note';

import { RunFocus } from './RunFocus';
import { RunStage } from './RunStage';
import styles from './share.module.css';
import { viewOf } from './sharedView';
import { useRunView } from './useRunView';
import { useStageRuns } from './useStageRuns';
import { runLabels } from './view';

/** A shared result inside of another page: its plots, and the way to the whole of it. */
export function EmbedPage() {
  const { token } = useParams({ from: '/embed/$token' });
  const { data: share, error } = useShared(token);
  const shown = useMemo(
    () => (share === undefined ? null : { ids: share.runs.map(({ id }) => id) }),
    [share],
  );
  if (error !== null || share?.is_embeddable === false) {
    return (
      <main className={styles.gone}>
        <Note tone="plain" title={shareText.gone}>
          {shareText.notEmbedded}
        </Note>
      </main>
    );
  }
  if (share === undefined || shown === null) return <main aria-busy="true" />;
  return (
    <main className={styles.embed}>
      <header className={styles.embedHead}>
        <h1>{share.title || shareText.shared}</h1>
        <a href={`/s/${token}`} target="_blank" rel="noreferrer noopener">
          {shareText.openLab}
        </a>
      </header>
      <ShownRunsProvider value={{ ...shown, view: viewOf(share.view) }}>
        <Plots runs={share.runs} />
      </ShownRunsProvider>
    </main>
  );
}

function Plots({ runs }: { runs: readonly Run[] }) {
  const view = useRunView();
  const titleOf = useAlgorithmTitle();
  const labels = useMemo(() => runLabels(runs, titleOf), [runs, titleOf]);
  const { ref, width } = useElementSize<HTMLElement>();
  const [clock] = useState(createCursor);
  const staged = useStageRuns(runs, labels, view, width);
  return (
    <RunFocus scenario={runs[0]?.scenario} view={view}>
      <CursorProvider value={clock}>
        <section ref={ref} className={styles.embedStage} aria-label={shareText.shared}>
          <RunStage runs={runs} staged={staged} labels={labels} view={view} />
        </section>
      </CursorProvider>
    </RunFocus>
  );
}
