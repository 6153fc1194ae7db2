import { useMemo } from 'react';

import type { PaneId, StageRun } from '@/charts/model';
import { buildPanes } from '@/charts/panes/panes';
import { StageCard, useStageView } from '@/stage/StageCard';

const OPTIONS = {
  curves: 'flows',
  isGoodput: false,
  hasSsthresh: false,
  bandText: 'one seed',
} as const;

interface PreviewStageProps {
  readonly title: string;
  /** What the curves are of, and how far they are. */
  readonly words: string;
  readonly paneIds: readonly PaneId[];
  /** null: there is no curve yet. */
  readonly stage: StageRun | null;
  readonly className: string | undefined;
  /** What went wrong, above the curves. */
  readonly children?: React.ReactNode;
}

/** One seed of what is edited: its words, and its curves with a view of their own. */
export function PreviewStage(props: PreviewStageProps) {
  const { title, words, paneIds, stage, className, children } = props;
  const view = useStageView();
  const panes = useMemo(
    () => (stage === null ? [] : buildPanes(paneIds, [stage], OPTIONS)),
    [paneIds, stage],
  );
  return (
    <section>
      <h2>{title}</h2>
      <p className="small quiet">{words}</p>
      {children}
      {stage !== null && (
        <StageCard
          className={className}
          view={view}
          durationSeconds={stage.facts.durationSeconds}
          panes={panes}
          runs={[stage]}
          label={title}
          caption={`${title}. ${words}`}
          isLight
        />
      )}
    </section>
  );
}
