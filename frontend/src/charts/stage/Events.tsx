import clsx from 'clsx';
import { memo, useMemo } from 'react';

import { isFaded, type FlowMark } from '@/analysis/series/flowMarks';
import { short } from '@/analysis/numbers/shown';

import { densityPath, eventMarks, isMarked, placedWords, WORDS_PAD_PX, wordsAt } from './events';
import { xOf, type Box, type StageGeometry } from './geometry';
import { eventsByGroup, flowNamer, groupFinder } from './laneRows';
import { truncatedText, type StageEvent, type StageRun, type TimeRange } from '../model';
import { NotKept } from './NotKept';
import { PaneTitle } from './Overlay';
import { hueClass } from '../palette';
import styles from './stage.module.css';
import { Stretched } from './Stretched';

/** More flows than this, and a mark no longer says whose it is. */
const MOST_MARKED_FLOWS = 4;
const MOST_ROWS = 4;
/** The cursor is at an event when it is so near. */
const REACH_PX = 5;

/** One row of marks for few flows; for many a row of columns for each group. */
export function eventRowCount(run: StageRun | undefined): number {
  if (run === undefined) return 0;
  return isDense(run) ? Math.min(MOST_ROWS, Math.max(1, run.groups?.length ?? 1)) : 1;
}

function isDense({ flows, groups }: StageRun): boolean {
  const count = groups?.reduce((sum, group) => sum + group.count, 0) ?? flows.length;
  return count > MOST_MARKED_FLOWS;
}

interface EventsProps {
  readonly run: StageRun;
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  /** The range for which columns are drawn. */
  readonly drawn: TimeRange;
  /** Where the cursor is; null: there is none. */
  readonly timeSeconds: number | null;
  readonly highlight: FlowMark | null;
  readonly isNarrow: boolean;
}

/** What happened and why: the words stand where there is room, else they come with the cursor. */
export function Events(props: EventsProps) {
  const { run, geometry, range, drawn, timeSeconds, highlight, isNarrow } = props;
  const [first] = geometry.eventRows;
  if (first === undefined) return null;
  const dense = isDense(run);
  const legend = dense
    ? 'height: number of events of all kinds; details at the cursor'
    : `▼ ProbeRTT  ■ Drain  ▲ timeout  | loss recovery${networkLegend(run)}`;
  const truncated = truncatedText(run);
  const unit = [truncated, isNarrow ? '' : legend].filter(Boolean).join('; ');
  return (
    <g>
      <PaneTitle title="Events" unit={unit} y={first.top - 11 * geometry.zoom} />
      {dense ? (
        <Density {...{ run, geometry, range, drawn, highlight }} />
      ) : (
        <Marks {...{ run, geometry, range, highlight }} row={first} />
      )}
      <NotKept {...{ run, geometry, range }} rows={geometry.eventRows} />
      {timeSeconds !== null && <WordsAtCursor {...{ run, geometry, range, timeSeconds }} />}
    </g>
  );
}

/** For events of the network and for answers to them, as far as there are any. */
function networkLegend({ events }: EventsProps['run']): string {
  const kinds = new Set(events.map(({ kind }) => kind));
  const signs = [
    ['packets_lost', '  ¦ lost'],
    ['packets_marked', "  ' marked"],
    ['ecn_reduction', '  ◆ ECN'],
  ] as const;
  return signs.flatMap(([kind, sign]) => (kinds.has(kind) ? [sign] : [])).join('');
}

type DensityProps = Omit<EventsProps, 'isNarrow' | 'timeSeconds'>;

interface MarksProps extends Omit<DensityProps, 'drawn'> {
  readonly row: Box;
}

/** Stands still while the cursor moves. */
const Marks = memo(function Marks({ run, row, geometry, range, highlight }: MarksProps) {
  const marks = useMemo(() => {
    const all = eventMarks(run.events, range, geometry, row);
    return all.sort((a, b) => Number(b.isCrowd) - Number(a.isCrowd));
  }, [run.events, range, geometry, row]);
  const groupOf = useMemo(() => groupFinder(run), [run]);
  const middle = (row.top + row.bottom) / 2;
  return marks.map((mark) => {
    const groupIndex = groupOf(mark.flowIndex);
    const isOut = isFaded(highlight, { groupIndex, flowIndex: mark.flowIndex });
    return (
      <g key={mark.key} className={hueClass(groupIndex)} data-faded={isOut || undefined}>
        <path className={mark.isCrowd ? styles.crowd : styles.block} d={mark.path} />
        {mark.text !== null && (
          <text className={clsx(styles.label, styles.cause)} x={mark.x + 9} y={middle}>
            {mark.text}
          </text>
        )}
      </g>
    );
  });
});

const Density = memo(function Density(props: DensityProps) {
  const { run, geometry, range, drawn, highlight } = props;
  const byGroup = useMemo(() => eventsByGroup(run), [run]);
  const rows = useMemo(
    () =>
      geometry.eventRows.flatMap((box, index) => {
        const group = run.groups?.[index];
        if (group === undefined) return [];
        const events = byGroup.get(group.groupIndex) ?? [];
        return [{ group, box, density: densityPath(events, drawn, geometry, box) }];
      }),
    [run.groups, byGroup, drawn, geometry],
  );
  return rows.map(({ group, box, density }) => (
    <g
      key={group.groupIndex}
      className={hueClass(group.groupIndex)}
      data-faded={
        isFaded(highlight, { groupIndex: group.groupIndex, flowIndex: null }) || undefined
      }
    >
      <Stretched box={box} geometry={geometry} range={range} drawn={drawn}>
        <path className={styles.block} d={density.path} />
      </Stretched>
      <text
        className={clsx(styles.label, styles.line, styles.hued)}
        x={geometry.right + 11}
        y={(box.top + box.bottom) / 2}
      >
        {run.isTimelineAwaited === true ? '' : `up to ${density.most}`}
      </text>
    </g>
  ));
});

/** What happens at the cursor; after the last event that is kept, that nothing is known. */
function wordsNow(
  run: StageRun,
  marked: readonly StageEvent[],
  nameOf: (flowIndex: number) => string,
  timeSeconds: number,
  reachSeconds: number,
): string | null {
  const until = run.recordedUntilSeconds;
  if (until !== undefined && timeSeconds > until) return `not kept after ${short(until)} s`;
  return wordsAt(marked, nameOf, timeSeconds, reachSeconds);
}

interface WordsProps extends Pick<EventsProps, 'run' | 'geometry' | 'range'> {
  readonly timeSeconds: number;
}

function WordsAtCursor({ run, geometry, range, timeSeconds }: WordsProps) {
  const [row] = geometry.eventRows;
  const marked = useMemo(() => run.events.filter(isMarked), [run.events]);
  const nameOf = useMemo(() => flowNamer(run), [run]);
  if (row === undefined) return null;
  const reach = ((range[1] - range[0]) / (geometry.right - geometry.left)) * REACH_PX;
  const words = wordsNow(run, marked, nameOf, timeSeconds, reach);
  if (words === null || timeSeconds < range[0] || timeSeconds > range[1]) return null;
  const x = xOf(timeSeconds, range, geometry);
  const { lines, left, width } = placedWords(words, x, geometry);
  const lineHeight = 16 * geometry.zoom;
  const height = lineHeight * lines.length;
  // It grows upwards: below the row is the axis.
  const bottom = (row.top + row.bottom) / 2 + lineHeight / 2;
  return (
    <g data-words="event">
      <rect className={styles.words} x={left} y={bottom - height} width={width} height={height} />
      {lines.map((line, index) => (
        <text
          key={index}
          className={styles.wordsText}
          x={left + WORDS_PAD_PX}
          y={bottom - height + lineHeight * (index + 0.5)}
        >
          {line}
        </text>
      ))}
    </g>
  );
}
