import { lazy, Suspense, useMemo } from 'react';

import type { Share } from '@/api/shares';
import { EmbeddedRuns } from '@/features/run/sharing/EmbeddedRuns';
import { RunPage } from '@/features/run/RunPage';
import { viewOf } from '@/share/sharedView';
import { compareSearch } from '@/state/compareUrl';
import { experimentSearch } from '@/state/experimentUrl';
import { ShownComparisonProvider } from '@/state/shownComparison';
import { ShownExperimentProvider } from '@/state/shownExperiment';
import { ShownRunsProvider } from '@/state/shownRuns';
import { runSearch } from '@/state/url';

import { comparedItems } from './comparedItems';

// Most links show runs: nothing else is loaded with those.
const ExperimentPage = lazy(() =>
  import('@/features/experiment/ExperimentPage').then((page) => ({ default: page.ExperimentPage })),
);
const EmbeddedExperiment = lazy(() =>
  import('@/features/experiment/EmbeddedExperiment').then((page) => ({
    default: page.EmbeddedExperiment,
  })),
);

const ComparePage = lazy(() =>
  import('@/features/compare/ComparePage').then((page) => ({ default: page.ComparePage })),
);

const EmbeddedComparison = lazy(() =>
  import('@/features/compare/EmbeddedComparison').then((page) => ({
    default: page.EmbeddedComparison,
  })),
);

interface SharedContentProps {
  readonly share: Share;
  /** Inside another page: nothing but plots, and no address of its own to keep a view in. */
  readonly isEmbedded?: boolean;
}

/** The page that shows a link of its kind. */
export function SharedContent({ share, isEmbedded = false }: SharedContentProps) {
  const { kind, experiment_id: id } = share;
  if (kind === 'comparison') return <SharedComparison share={share} isEmbedded={isEmbedded} />;
  if (id === null) return <SharedRuns share={share} isEmbedded={isEmbedded} />;
  return <SharedExperiment share={share} id={id} isEmbedded={isEmbedded} />;
}

function SharedRuns({ share, isEmbedded }: Required<SharedContentProps>) {
  const { runs, view } = share;
  const shown = useMemo(
    () => ({
      ids: runs.map(({ id }) => id),
      ...(isEmbedded ? { view: runSearch.parse(viewOf(view)) } : {}),
    }),
    [runs, view, isEmbedded],
  );
  return (
    <ShownRunsProvider value={shown}>
      {isEmbedded ? <EmbeddedRuns runs={runs} /> : <RunPage />}
    </ShownRunsProvider>
  );
}

type SharedExperimentProps = Required<SharedContentProps> & { readonly id: string };

function SharedExperiment({ share, id, isEmbedded }: SharedExperimentProps) {
  const { view } = share;
  const shown = useMemo(
    () => ({ id, ...(isEmbedded ? { view: experimentSearch.parse(viewOf(view)) } : {}) }),
    [id, view, isEmbedded],
  );
  return (
    <ShownExperimentProvider value={shown}>
      <Suspense fallback={<div aria-busy="true" />}>
        {isEmbedded ? <EmbeddedExperiment id={id} /> : <ExperimentPage />}
      </Suspense>
    </ShownExperimentProvider>
  );
}

function SharedComparison({ share, isEmbedded }: Required<SharedContentProps>) {
  const { baseline_index: baseline, view } = share;
  const shown = useMemo(
    () => ({
      items: comparedItems(share),
      baseline,
      ...(isEmbedded ? { view: compareSearch.parse(viewOf(view)) } : {}),
    }),
    [share, baseline, view, isEmbedded],
  );
  return (
    <ShownComparisonProvider value={shown}>
      <Suspense fallback={<div aria-busy="true" />}>
        {isEmbedded ? <EmbeddedComparison /> : <ComparePage />}
      </Suspense>
    </ShownComparisonProvider>
  );
}
