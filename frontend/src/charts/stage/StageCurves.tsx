/**
 * The curves of a stage: drawn by the page itself until Plotly has begun, then by Plotly
 * (docs/decisions/0022).
 */
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';

import type { CursorStore } from '@/analysis/replay/clock';
import { isFaded } from '@/analysis/series/flowMarks';
import { useSeen } from '@/ui/painted';

import { stretch, type StageGeometry } from './geometry';
import type { Pane, TimeRange } from '../model';
import { useHighlight, type Pointed } from '../moment';
import type { Palette } from '../palette';
import { PlotlyPlot } from '../PlotlyPlot';
import styles from './stage.module.css';
import { areFew, SvgCurves } from './SvgCurves';
import { buildLayout, type buildTraces } from './traces';

/**
 * Who draws the curves: the page itself or Plotly, and what became of its last drawing. Until
 * `areDrawn` there is nothing that labels and marks could belong to.
 */
export function usePlotly(panes: readonly Pane[], clock: CursorStore, isLight: boolean) {
  const [plotError, setPlotError] = useState<Error | null>(null);
  const [isPlotted, setPlotted] = useState(false);
  const onOutcome = useCallback((error: Error | null) => {
    setPlotError(error);
    if (error === null) setPlotted(true);
  }, []);
  // Until Plotly has drawn for the first time, and for good where its code does not come.
  const isOwn = isLight || (!isPlotted && areFew(panes));
  const isTurn = usePlotlysTurn(panes, clock, isOwn);
  const areDrawn = isOwn || isPlotted || plotError !== null;
  return { plotError, isOwn, isPlotlys: isTurn && !isLight, areDrawn, onOutcome };
}

/**
 * Whether Plotly may begin. It draws nothing in the time of two frames, just when the first points
 * come, and would then have to draw these before anybody sees them; and its first drawing would
 * hold up curves that the page draws as time passes.
 */
function usePlotlysTurn(panes: readonly Pane[], clock: CursorStore, isOwn: boolean): boolean {
  const isMoving = useSyncExternalStore(clock.subscribe, () => clock.read().revealSeconds !== null);
  const hasPoints = panes.some(({ lines }) => lines.some(({ values }) => values.length > 0));
  const mayBegin = hasPoints && !(isOwn && isMoving);
  // What it is given takes time to put together, which the page's own curves need not wait for.
  const isSeen = useSeen(mayBegin);
  return isSeen || (mayBegin && !isOwn);
}

interface CurvesProps {
  readonly panes: readonly Pane[];
  readonly data: ReturnType<typeof buildTraces>;
  /** The range for which the curves are drawn; they are stretched to `range`. */
  readonly drawn: TimeRange;
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  readonly palette: Palette;
  readonly focus: Pointed;
  readonly onOutcome: (error: Error | null) => void;
}

/** Names of curves that step back, while something stands out. */
function useFaded(panes: readonly Pane[], focus: Pointed): ReadonlySet<string> | null {
  const highlight = useHighlight(focus);
  return useMemo(() => {
    if (highlight === null) return null;
    const lines = panes.flatMap((pane) => pane.lines);
    const out = lines.filter(({ mark }) => mark !== null && isFaded(highlight, mark));
    return new Set(out.flatMap(({ key }) => [key, `${key}:band`]));
  }, [panes, highlight]);
}

type OwnCurvesProps = Pick<CurvesProps, 'panes' | 'geometry' | 'range' | 'focus'>;

export function OwnCurves({ focus, ...curves }: OwnCurvesProps) {
  return <SvgCurves {...curves} faded={useFaded(curves.panes, focus)} />;
}

/** The curves, cut off at the edges of the panes while they are stretched. */
export function Curves({
  panes,
  data,
  geometry,
  range,
  drawn,
  palette,
  focus,
  onOutcome,
}: CurvesProps) {
  const faded = useFaded(panes, focus);
  const layout = useMemo(
    () => buildLayout(panes, { geometry, range: drawn, palette }),
    [panes, geometry, drawn, palette],
  );
  const { left, right, height } = geometry;
  return (
    <div className={styles.clip} style={{ left, width: right - left, height }}>
      <div
        className={styles.curves}
        style={{ left: -left, transformOrigin: `${left}px 0`, ...shift(drawn, range, geometry) }}
      >
        <PlotlyPlot data={data} layout={layout} faded={faded} onOutcome={onOutcome} />
      </div>
    </div>
  );
}

const shift = (drawn: TimeRange, range: TimeRange, geometry: StageGeometry) => ({
  transform: stretch(drawn, range, geometry),
});
