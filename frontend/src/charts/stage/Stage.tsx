import { useMediaQuery } from '@mantine/hooks';
import { memo, useMemo, useState } from 'react';

import { createCursor, type CursorStore } from '@/analysis/replay/clock';
import { type FlowMark } from '@/analysis/series/flowMarks';

import { CursorSurface, useDrawnRange } from './CursorSurface';
import { eventRowCount, Events } from './Events';
import {
  smallestHeight,
  stageGeometry,
  type LaneRowCounts,
  type StageGeometry,
  zoomOf,
} from './geometry';
import {
  laneRows,
  limitRows as limitRowsOf,
  MOST_LANES,
  phaseRows,
  type LaneRow,
} from './laneRows';
import { LaneChoice, Lanes } from './Lanes';
import { LimitLanes } from './LimitLanes';
import { type LaneId, type Pane, type StageRun, type TimeRange } from '../model';
import { useHighlight, useMoment, type Pointed } from '../moment';
import { Overlay } from './Overlay';
import { PlotFailure } from '../PlotFailure';
import { useSampled } from './sampled';
import styles from './stage.module.css';
import { Curves, OwnCurves, usePlotly } from './StageCurves';
import { buildTraces } from './traces';
import { AveragedMark, Underlay } from './Underlay';
import { useLiveRange, type LiveRange } from './useLiveRange';
import { useDrawing } from '../useDrawing';

export interface StageProps {
  /** The moment that is shown, shared with what moves along. */
  readonly clock: CursorStore;
  /** What stands out; without it nothing does. */
  readonly focus?: Pointed;
  readonly panes: readonly Pane[];
  readonly lanes: readonly LaneId[];
  readonly runs: readonly StageRun[];
  readonly range: TimeRange;
  readonly onZoom: (fromSeconds: number, toSeconds: number) => void;
  readonly onReset: () => void;
  readonly label: string;
  /** What the numbers beside the curves are the means of, marked on the time axis. */
  readonly averaged?: TimeRange;
  /** Drawn by the page itself, without Plotly: for a few curves of some hundred points. */
  readonly isLight?: boolean;
  /** Of a stage that is built in one go, as it was there last: see `useSize`. */
  readonly place?: string;
  /** Shared by stages that move together; without it the stage moves alone. */
  readonly live?: LiveRange;
}

const NARROW = '(max-width: 760px)';
/** A picture that is narrower than this has to be short with words. */
const NARROW_PRINT_PX = 500;
const NARROW_LANES = 2;
const NARROW_GUTTER_PX = 104;
/** On paper a line cannot be pointed at to read its whole name. */
const PRINT_GUTTER_PX = 156;
/** On paper no moment is shown. */
const STILL = createCursor();
/** Too narrow for what the titles of lanes explain. */
const TIGHT_PX = 560;

const NO_TRACES: ReturnType<typeof buildTraces> = [];

/** All panes on one time axis, with one cursor through them. */
export const Stage = memo(function Stage(props: StageProps) {
  const { panes, runs, focus, onZoom, onReset, label, isLight = false } = props;
  const { ref, width, height, palette } = useDrawing(props.place);
  const { isPrint } = palette;
  const isPhone = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const isNarrow = isPrint ? width < NARROW_PRINT_PX : isPhone;
  const [current] = runs;
  const { clock, step } = useSampled(isPrint ? STILL : props.clock, isLight ? current : undefined);
  const { plotError, isOwn, isPlotlys, areDrawn, onOutcome } = usePlotly(panes, clock, isLight);
  const duration = Math.max(0, ...runs.map(({ facts }) => facts.durationSeconds));
  const own = useLiveRange(props.range, duration, onZoom, onReset);
  const { range, onLive } = props.live ?? own;
  const { choice, ...lanes } = useLaneRows(props, !isPrint && isPhone);
  const { minHeight, geometry } = useStageGeometry({
    ...{ ...lanes, panes, width, height, isNarrow },
    mostGutterPx: isPrint ? PRINT_GUTTER_PX : NARROW_GUTTER_PX,
  });
  const data = useMemo(
    () => (isPlotlys ? buildTraces(panes, palette, geometry.zoom) : NO_TRACES),
    [panes, palette, geometry.zoom, isPlotlys],
  );
  const drawn = useDrawnRange(range, data);
  const restSeconds = Math.min(range[1], Math.max(0, ...runs.map((run) => run.simulatedSeconds)));
  return (
    <div
      ref={ref}
      className={styles.stage}
      data-wall={geometry.zoom > 1 || undefined}
      style={{ minHeight }}
    >
      {plotError !== null && !isOwn && <PlotFailure error={plotError} />}
      {width > 0 && (
        <CursorSurface
          clock={clock}
          geometry={geometry}
          range={range}
          durationSeconds={duration}
          stepSeconds={current?.series.sampleIntervalSeconds ?? 0.1}
          label={label}
          onLive={onLive}
          onZoom={onZoom}
          onReset={onReset}
        >
          <Underlay panes={panes} geometry={geometry} />
          {isOwn && <OwnCurves {...{ panes, geometry, range, focus }} />}
          {data.length > 0 && (
            <Curves {...{ panes, data, geometry, range, drawn, palette, focus, onOutcome }} />
          )}
          <Above
            {...lanes}
            {...{ areDrawn, panes, geometry, range, drawn, clock, focus }}
            run={current}
            averaged={props.averaged}
            step={step}
            restSeconds={restSeconds}
            isNarrow={isNarrow || width < TIGHT_PX}
          />
        </CursorSurface>
      )}
      {width > 0 && choice !== null && <LaneChoice geometry={geometry} {...choice} />}
    </div>
  );
});

interface StageParts {
  readonly panes: readonly Pane[];
  readonly rows: readonly LaneRow[];
  readonly counts: LaneRowCounts;
  readonly width: number;
  readonly height: number;
  readonly isNarrow: boolean;
  /** Of a narrow stage. */
  readonly mostGutterPx: number;
}

function useStageGeometry(parts: StageParts) {
  const { panes, rows, counts, width, height, isNarrow, mostGutterPx } = parts;
  const minHeight = smallestHeight(panes.length, counts);
  const gutterPx = gutterWidth(panes, rows, isNarrow ? mostGutterPx : null) * zoomOf(width);
  const heightPx = Math.max(height, minHeight);
  const geometry = useMemo(() => {
    const weights = panes.map(({ weight }) => weight);
    return stageGeometry({ width, height: heightPx, gutterPx }, weights, counts);
  }, [panes, counts, width, heightPx, gutterPx]);
  return { minHeight, geometry };
}

interface AboveProps {
  readonly areDrawn: boolean;
  readonly panes: readonly Pane[];
  readonly rows: readonly LaneRow[];
  readonly moreCount: number;
  readonly limitRows: readonly LaneRow[];
  readonly run: StageRun | undefined;
  readonly averaged: TimeRange | undefined;
  readonly step: number | undefined;
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  readonly drawn: TimeRange;
  readonly clock: CursorStore;
  readonly focus: Pointed;
  readonly restSeconds: number;
  readonly isNarrow: boolean;
}

/** What lies above the curves: drawn anew whenever the cursor moves or something stands out. */
function Above(given: AboveProps) {
  const { areDrawn, panes, rows, moreCount, limitRows, run, clock, focus, ...props } = given;
  const { geometry, range, drawn, averaged, restSeconds, isNarrow } = props;
  const moment = useMoment(clock);
  const highlight = useHighlight(focus);
  const { timeSeconds } = moment;
  // A moment out of view has no cursor here: its values would be those of another moment.
  const isInView = timeSeconds !== null && timeSeconds >= range[0] && timeSeconds <= restSeconds;
  const labelSeconds = isInView ? timeSeconds : restSeconds;
  const lane = { geometry, range, drawn, labelSeconds, highlight, isNarrow };
  const shown = useMemo(() => (areDrawn ? panes : panes.map(withoutCurves)), [areDrawn, panes]);
  const overlay = {
    ...{ panes: shown, geometry, range, moment, labelSeconds, highlight },
    stepSeconds: given.step,
  };
  if (!areDrawn) return <Overlay {...overlay} />;
  return (
    <Overlay {...overlay}>
      {averaged !== undefined && <AveragedMark {...{ averaged, geometry, range }} />}
      <Lanes rows={rows} moreCount={moreCount} run={run} {...lane} />
      <LimitLanes rows={limitRows} moreCount={moreCount} {...lane} />
      {run !== undefined && (
        <Events {...{ run, geometry, range, drawn, timeSeconds, highlight, isNarrow }} />
      )}
    </Overlay>
  );
}

/** Its title and references: what stands before the curves do. */
function withoutCurves(pane: Pane): Pane {
  return { ...pane, lines: [], ticks: [] };
}

function useLaneRows({ lanes, runs, focus }: StageProps, isNarrow: boolean) {
  const pinned: FlowMark | null = focus?.pinned ?? null;
  const [hasAll, setAll] = useState(false);
  const found = useMemo(() => {
    const most = isNarrow && !hasAll ? NARROW_LANES : MOST_LANES;
    const all = laneRows(runs, most, pinned);
    const kept = all.slice(0, most);
    const rows = lanes.includes('phases') ? phaseRows(kept) : [];
    const limitRows = lanes.includes('limits') ? limitRowsOf(kept) : [];
    const events = lanes.includes('events') ? eventRowCount(runs[0]) : 0;
    const counts = { phases: rows.length, limits: limitRows.length, events };
    return { rows, limitRows, moreCount: all.length - kept.length, counts };
  }, [lanes, runs, isNarrow, hasAll, pinned]);
  const isChoice = isNarrow && (hasAll || found.moreCount > 0);
  return { ...found, choice: isChoice ? { hasAll, onChange: setAll } : null };
}

/** Room for the longest label and its digits; at 12 px a character is about 6.6 px wide. */
function gutterWidth(
  panes: readonly Pane[],
  rows: readonly LaneRow[],
  narrowPx: number | null,
): number {
  if (narrowPx === NARROW_GUTTER_PX) return NARROW_GUTTER_PX;
  const names = [
    ...panes.flatMap(({ lines }) => lines.map(({ label }) => label?.length ?? 0)),
    ...rows.map(({ label }) => label.length),
  ];
  const longest = names.reduce((a, b) => Math.max(a, b), 8);
  const widest = narrowPx ?? 230;
  return Math.min(widest, Math.max(narrowPx === null ? 118 : NARROW_GUTTER_PX, longest * 6.6 + 72));
}
