import { useMediaQuery } from '@mantine/hooks';
import { memo, useMemo } from 'react';

import { createCursor, type CursorStore } from '@/analysis/replay/clock';

import { CursorSurface, useDrawnRange } from './CursorSurface';
import { Events } from './Events';
import type { StageGeometry } from './geometry';
import type { LaneRow } from './laneRows';
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
import { useLaneRows, useStageGeometry } from './stageLayout';
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
    ...lanes,
    ...{ panes, width, height, isNarrow, isPrint },
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
          <Foreground
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

interface ForegroundProps {
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

/** All that is above the curves: drawn anew whenever the cursor moves or something stands out. */
function Foreground(given: ForegroundProps) {
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
