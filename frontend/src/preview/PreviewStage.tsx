import { useMemo, useRef } from 'react';

import type { CursorStore } from '@/analysis/replay/clock';
import type { PaneId, StageRun } from '@/charts/model';
import { buildPanes } from '@/charts/panes/panes';
import { StageCard, useStageView } from '@/stage/StageCard';

const OPTIONS = { curves: 'flows', isGoodput: false, hasSsthresh: false } as const;

interface PreviewStageProps {
  readonly title: string;
  /** What the curves are of, and how far they are. */
  readonly words: string;
  readonly paneIds: readonly PaneId[];
  /** null: there is no curve yet. */
  readonly stage: StageRun | null;
  readonly className: string | undefined;
  /** What a curve is over, where it is not one seed. */
  readonly bandText?: string;
  /** The moment that is shown; without it the curves have one of their own. */
  readonly clock?: CursorStore;
  /** A moment of the curves was clicked, or Enter pressed at their cursor. */
  readonly onPoint?: (seconds: number) => void;
  /** What is said of them, or what went wrong, above the curves. */
  readonly children?: React.ReactNode;
}

/** Seeds of the edited scenario: a sentence about them, and curves with a view of their own. */
export function PreviewStage(props: PreviewStageProps) {
  const { title, words, paneIds, stage, className, clock, onPoint, children } = props;
  const { bandText = 'one seed' } = props;
  const view = useStageView(clock);
  const pointing = usePointing(view.clock, onPoint);
  const panes = useMemo(
    () => (stage === null ? [] : buildPanes(paneIds, [stage], { ...OPTIONS, bandText })),
    [paneIds, stage, bandText],
  );
  return (
    <section>
      <h2>{title}</h2>
      <p className="small quiet">{words}</p>
      {children}
      {stage !== null && (
        <div {...pointing}>
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
        </div>
      )}
    </section>
  );
}

/** A drag shorter than this is a click. */
const SHORTEST_DRAG_PX = 6;

/** Reports moments that were pointed at; a drag zooms instead. */
function usePointing(clock: CursorStore, onPoint: ((seconds: number) => void) | undefined) {
  const downX = useRef(0);
  if (onPoint === undefined) return {};
  const point = () => {
    const { timeSeconds } = clock.read();
    if (timeSeconds !== null) onPoint(timeSeconds);
  };
  return {
    onPointerDown: ({ clientX }: React.PointerEvent) => {
      downX.current = clientX;
    },
    onClick: ({ clientX, target }: React.MouseEvent) => {
      const isButton = target instanceof Element && target.closest('button') !== null;
      if (!isButton && Math.abs(clientX - downX.current) < SHORTEST_DRAG_PX) point();
    },
    onKeyDown: ({ key, target }: React.KeyboardEvent) => {
      const isButton = target instanceof Element && target.closest('button') !== null;
      if (!isButton && key === 'Enter') point();
    },
  };
}
