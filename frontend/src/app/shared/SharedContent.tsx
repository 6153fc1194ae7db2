import { useMemo } from 'react';

import type { Share } from '@/api/shares';
import { EmbeddedRuns } from '@/features/run/EmbeddedRuns';
import { RunPage } from '@/features/run/RunPage';
import { viewOf } from '@/share/sharedView';
import { ShownRunsProvider } from '@/state/shownRuns';
import { parseRunView } from '@/state/url';

interface SharedContentProps {
  readonly share: Share;
  /** Inside another page: nothing but plots, and no address of its own to keep a view in. */
  readonly isEmbedded?: boolean;
}

/** The page that shows a link of its kind. */
export function SharedContent({ share, isEmbedded = false }: SharedContentProps) {
  const { runs, view } = share;
  const shown = useMemo(
    () => ({
      ids: runs.map(({ id }) => id),
      ...(isEmbedded ? { view: parseRunView(viewOf(view)) } : {}),
    }),
    [runs, view, isEmbedded],
  );
  return (
    <ShownRunsProvider value={shown}>
      {isEmbedded ? <EmbeddedRuns runs={runs} /> : <RunPage />}
    </ShownRunsProvider>
  );
}
