import clsx from 'clsx';
import { memo, useEffect, useRef } from 'react';

import type { CursorStore } from '@/analysis/replay/clock';
import { isFaded, type FlowFocus, type FlowMark } from '@/analysis/series/flowMarks';
import { bandOf, type Column } from '@/analysis/series/series';
import { toDigits } from '@/analysis/numbers/units';

import type { TimeRange } from '../model';
import { useHighlight } from '../moment';
import { hueClass } from '../palette';
import { bandPath, BOX, curvePath, VIEW_BOX } from '../stage/curvePaths';
import styles from './small.module.css';

/** One small plot: a flow, or a group with the band of its flows. */
export interface SmallPanel {
  readonly key: string;
  readonly name: string;
  readonly mark: FlowMark;
  readonly timeSeconds: readonly number[];
  readonly column: Column | undefined;
  /** The mean over the window of the result; null before there is one. */
  readonly rateBps: number | null;
}

interface SmallMultiplesProps {
  readonly clock: CursorStore;
  readonly focus: FlowFocus;
  readonly panels: readonly SmallPanel[];
  readonly range: TimeRange;
  /** The same for all panels. */
  readonly topBps: number;
  /** What a flow of a group is due; null while it is not known. */
  readonly shareOf: (groupIndex: number) => number | null;
  /** bit/s in one of the unit that numbers are given in. */
  readonly unitFactor: number;
  readonly label: string;
}

/** Many small throughput plots with equal axes; pointing at one highlights its flow everywhere. */
export function SmallMultiples(props: SmallMultiplesProps) {
  const { panels, label, ...shared } = props;
  const { clock, range } = shared;
  const grid = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const place = () => {
      const { timeSeconds } = clock.read();
      const share = timeSeconds === null ? -1 : (timeSeconds - range[0]) / (range[1] - range[0]);
      const isInView = share >= 0 && share <= 1;
      grid.current?.style.setProperty('--cursor', isInView ? `${share * 100}%` : '-9999px');
    };
    place();
    return clock.subscribe(place);
  }, [clock, range]);
  return (
    <ul ref={grid} className={styles.grid} aria-label={label}>
      {panels.map((panel) => (
        <li key={panel.key}>
          <Panel panel={panel} {...shared} />
        </li>
      ))}
    </ul>
  );
}

interface PanelProps extends Omit<SmallMultiplesProps, 'panels' | 'label'> {
  readonly panel: SmallPanel;
}

function Panel({ panel, clock, focus, range, topBps, shareOf, unitFactor }: PanelProps) {
  const highlight = useHighlight(focus);
  const { mark, name, rateBps } = panel;
  const isPinned =
    focus.pinned?.groupIndex === mark.groupIndex && focus.pinned.flowIndex === mark.flowIndex;
  return (
    <button
      type="button"
      className={clsx(styles.panel, hueClass(mark.groupIndex))}
      aria-pressed={isPinned}
      data-faded={isFaded(highlight, mark) || undefined}
      onClick={() => focus.pin(mark)}
      onPointerEnter={() => focus.highlight(mark)}
      onPointerLeave={() => {
        focus.highlight(null);
        clock.point(null);
      }}
      onFocus={() => focus.highlight(mark)}
      onBlur={() => focus.highlight(null)}
      onPointerMove={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const share = (event.clientX - box.left) / box.width;
        clock.point(range[0] + Math.min(1, Math.max(0, share)) * (range[1] - range[0]));
      }}
    >
      <span className={styles.head}>
        <b className="hue-text cut">{name}</b>
        <span>{rateBps === null ? '' : toDigits(rateBps / unitFactor)}</span>
      </span>
      <span className={styles.plot}>
        <Curve {...{ panel, range, topBps }} fairBps={shareOf(mark.groupIndex)} />
        <i className={styles.cursor} data-furniture />
      </span>
    </button>
  );
}

/** Drawn in a box that is stretched to the panel; strokes keep their width. */
const Curve = memo(function Curve(
  props: Pick<PanelProps, 'panel' | 'range' | 'topBps'> & { readonly fairBps: number | null },
) {
  const { panel, range, topBps, fairBps } = props;
  const { timeSeconds, column } = panel;
  const scale = { range, top: topBps };
  const band = panel.mark.flowIndex === null ? bandOf(column) : null;
  const fairY = fairBps === null ? null : (1 - fairBps / topBps) * BOX;
  return (
    <svg viewBox={VIEW_BOX} preserveAspectRatio="none" aria-hidden="true">
      {band !== null && (
        <path className={styles.band} d={bandPath(timeSeconds, band.min, band.max, scale)} />
      )}
      {fairY !== null && <line className={styles.fair} x1={0} x2={BOX} y1={fairY} y2={fairY} />}
      <path className={styles.curve} d={curvePath(timeSeconds, column?.mean ?? [], scale)} />
      <title>{`Throughput of ${panel.name} over time`}</title>
    </svg>
  );
});
