import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';

import { chartText } from '@/messages/charts';
import { useCursorStore } from '@/state/cursor';
import { Note } from '@/ui/Note';

import { smallestHeight, stageGeometry, timeAt, type StageGeometry } from './geometry';
import { Lanes, type LaneRow } from './Lanes';
import { LimitLanes, type LimitRow } from './LimitLanes';
import type { LaneId, Pane, StageFlow, StageRun, TimeRange } from './model';
import { Overlay } from './Overlay';
import { PlotLoadError, PlotlyPlot } from './PlotlyPlot';
import styles from './stage.module.css';
import { buildLayout, buildTraces } from './traces';
import { useCursorKeys } from './useCursorKeys';
import { usePalette } from './usePalette';
import { useReveal } from './useReveal';

export interface StageProps {
  readonly panes: readonly Pane[];
  readonly lanes: readonly LaneId[];
  readonly runs: readonly StageRun[];
  readonly range: TimeRange;
  readonly onZoom: (fromSeconds: number, toSeconds: number) => void;
  readonly onReset: () => void;
  readonly label: string;
}

/** More lanes than this would leave no room for the plots. */
const MOST_LANES = 4;
const NARROW = '(max-width: 760px)';
const NARROW_LANES = 2;

/** All panes on one time axis, with one cursor through them. */
export function Stage(props: StageProps) {
  const { panes, lanes, runs, range, onZoom, onReset, label } = props;
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const [plotError, setPlotError] = useState<Error | null>(null);
  const palette = usePalette();
  const { rows, limitRows, counts } = useLaneRows(lanes, runs, isNarrow);
  const hasEvents = lanes.includes('events') && !isNarrow;
  const gutterPx = gutterWidth(runs, isNarrow);
  const minHeight = smallestHeight(panes.length, counts, hasEvents);
  const geometry = useMemo(() => {
    const weights = panes.map(({ weight }) => weight);
    const size = { width, height: Math.max(height, minHeight), gutterPx };
    return stageGeometry(size, weights, counts, hasEvents);
  }, [panes, counts, hasEvents, width, height, minHeight, gutterPx]);
  const data = useMemo(() => buildTraces(panes, palette), [panes, palette]);
  const layout = useMemo(
    () => buildLayout(panes, { geometry, range, palette, canDrag: !isNarrow }),
    [panes, geometry, range, palette, isNarrow],
  );
  const restSeconds = Math.min(range[1], Math.max(0, ...runs.map((run) => run.simulatedSeconds)));

  return (
    <div ref={ref} className={styles.stage} style={{ minHeight }}>
      {plotError !== null && <PlotFailure error={plotError} />}
      {width > 0 && (
        <CursorSurface geometry={geometry} range={range} label={label} runs={runs}>
          <PlotlyPlot
            data={data}
            layout={layout}
            onZoom={onZoom}
            onReset={onReset}
            onOutcome={setPlotError}
          />
          <Overlay panes={panes} geometry={geometry} range={range} restSeconds={restSeconds}>
            <Lanes
              rows={rows}
              events={hasEvents ? runs.flatMap(currentEvents) : null}
              flows={runs[0]?.flows ?? []}
              geometry={geometry}
              range={range}
              restSeconds={restSeconds}
              isNarrow={isNarrow}
            />
            <LimitLanes
              rows={limitRows}
              geometry={geometry}
              range={range}
              restSeconds={restSeconds}
              isNarrow={isNarrow}
            />
          </Overlay>
        </CursorSurface>
      )}
    </div>
  );
}

interface SurfaceProps {
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  readonly runs: readonly StageRun[];
  readonly label: string;
  readonly children: React.ReactNode;
}

/** Takes the pointer and the arrow keys and moves the shared cursor. One tab stop. */
function CursorSurface({ geometry, range, runs, label, children }: SurfaceProps) {
  const cursor = useCursorStore();
  const stepSeconds = runs[0]?.series.sampleIntervalSeconds ?? 0.1;
  const onKeyDown = useCursorKeys(range, stepSeconds);
  const ref = useReveal(range, geometry);
  const onPointerMove = useCallback(
    (event: React.PointerEvent<HTMLDivElement>) => {
      const box = event.currentTarget.getBoundingClientRect();
      // The window may draw the page larger than it is laid out.
      const scale = geometry.width / box.width;
      cursor.point(timeAt((event.clientX - box.left) * scale, range, geometry));
    },
    [cursor, range, geometry],
  );
  return (
    <div
      ref={ref}
      className={styles.drawing}
      style={{ height: geometry.height }}
      role="application"
      aria-roledescription={chartText.stageLabel}
      aria-label={`${label}. ${chartText.stageHelp}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerMove={onPointerMove}
      onPointerLeave={() => cursor.point(null)}
    >
      {children}
    </div>
  );
}

function PlotFailure({ error }: { error: Error }) {
  const isMissing = error instanceof PlotLoadError;
  return (
    <div className={styles.failure}>
      <Note
        tone="bad"
        title={isMissing ? chartText.plotMissing : chartText.plotFailed}
        action={{ label: chartText.reload, onClick: () => window.location.reload() }}
      >
        {isMissing ? chartText.plotMissingWhy : chartText.plotFailedWhy(error.message)}
      </Note>
    </div>
  );
}

function useLaneRows(lanes: readonly LaneId[], runs: readonly StageRun[], isNarrow: boolean) {
  return useMemo(() => {
    const all = laneRows(runs, isNarrow ? NARROW_LANES : MOST_LANES);
    const rows = lanes.includes('phases') ? all : [];
    const limitRows = lanes.includes('limits') ? all : [];
    return { rows, limitRows, counts: { phases: rows.length, limits: limitRows.length } };
  }, [lanes, runs, isNarrow]);
}

function laneRows(runs: readonly StageRun[], most: number): (LaneRow & LimitRow)[] {
  const isCompared = runs.length > 1;
  const all = runs.flatMap((run) =>
    run.flows.map((flow) => ({
      key: `${run.id}:${flow.index}`,
      label: isCompared ? chartText.perFlow(flow.label, run.label) : flow.label,
      flow,
      series: run.series,
      phases: run.phases.filter(({ flowIndex }) => flowIndex === flow.index),
    })),
  );
  return all.slice(0, most);
}

const currentEvents = (run: StageRun) => (run.role === 'current' ? run.events : []);

/** Room for the longest label and its digits; at 12 px a character is about 6.6 px wide. */
function gutterWidth(runs: readonly StageRun[], isNarrow: boolean): number {
  if (isNarrow) return 104;
  const longest = Math.max(
    8,
    ...runs.flatMap((run) => (runs.length > 1 ? perRun(run) : single(run))),
  );
  return Math.min(230, Math.max(118, longest * 6.6 + 62));
}

const lengthOf = (flow: StageFlow) => flow.label.length;
const single = (run: StageRun) => run.flows.map(lengthOf);
const perRun = (run: StageRun) => run.flows.map((flow) => lengthOf(flow) + run.label.length + 2);
