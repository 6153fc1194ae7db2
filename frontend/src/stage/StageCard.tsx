import { useCallback, useMemo, useState } from 'react';

import { createCursor, type CursorStore } from '@/analysis/replay/clock';
import type { LaneId, TimeRange } from '@/charts/model';
import { Stage, type StageProps } from '@/charts/stage/Stage';
import { usePageKeys } from '@/state/keys';

import { Picturable } from '@/pictures/Picturable';

/** The moment and the part of the time that are shown; stages beside one another share it. */
export interface StageView {
  readonly clock: CursorStore;
  /** null: the whole run. */
  readonly zoom: TimeRange | null;
  readonly setZoom: (zoom: TimeRange | null) => void;
}

/** A view that nothing else has; `clock` is the page's where it has one. */
export function useStageView(clock?: CursorStore): StageView {
  const [own] = useState(() => clock ?? createCursor());
  const [zoom, setZoom] = useState<TimeRange | null>(null);
  return useMemo(() => ({ clock: own, zoom, setZoom }), [own, zoom]);
}

/** The page's keys for its stages: freeze, whole run, table. Gives whether a table is wanted. */
export function useStageKeys({ clock, setZoom }: StageView): boolean {
  const [isTable, setTable] = useState(false);
  usePageKeys({
    f: clock.toggleFrozen,
    '0': () => setZoom(null),
    t: () => setTable((old) => !old),
  });
  return isTable;
}

interface StageCardProps extends Omit<
  StageProps,
  'clock' | 'lanes' | 'range' | 'onZoom' | 'onReset'
> {
  readonly view: StageView;
  readonly durationSeconds: number;
  readonly lanes?: readonly LaneId[];
  readonly className: string | undefined;
  /** The caption of its picture; without it no picture is offered. */
  readonly caption?: string;
  /** What a picture of it is called, if not as its label. */
  readonly pictureTitle?: string;
  readonly heightPx?: number;
  /** It has a button for its picture: only where the page has none for all of them. */
  readonly hasButton?: boolean;
}

const NO_LANES: readonly LaneId[] = [];

/** A stage on a page: in its box, with its view, to be taken away as a picture. */
export function StageCard(props: StageCardProps) {
  const { view, durationSeconds, className, caption, pictureTitle, heightPx, hasButton, ...more } =
    props;
  const { lanes = NO_LANES, ...drawn } = more;
  const { clock, zoom, setZoom } = view;
  // One and the same from drawing to drawing: the stage takes another one for a move.
  const range = useMemo<TimeRange>(() => zoom ?? [0, durationSeconds], [zoom, durationSeconds]);
  const onZoom = useCallback(
    (from: number, to: number) => setZoom([Math.max(0, from), to]),
    [setZoom],
  );
  const onReset = useCallback(() => setZoom(null), [setZoom]);
  const stage = (
    <Stage {...drawn} clock={clock} lanes={lanes} range={range} onZoom={onZoom} onReset={onReset} />
  );
  if (caption === undefined) return <div className={className}>{stage}</div>;
  return (
    <Picturable
      className={className}
      title={pictureTitle ?? props.label}
      caption={caption}
      isElastic
      {...(heightPx === undefined ? {} : { heightPx })}
      {...(hasButton === undefined ? {} : { hasButton })}
    >
      {stage}
    </Picturable>
  );
}
