import { useMemo, useRef, useEffect } from 'react';

import type { CursorState } from '@/analysis/replay/clock';
import type { Traffic } from '@/analysis/replay/replay';
import { queueAt } from '@/analysis/replay/state';
import { phasesByFlow } from '@/analysis/series/phaseState';
import { bucketAt, valueAt, type SeriesGrid } from '@/analysis/series/series';
import type { Scenario } from '@/api/types';
import marks from '@/charts/marks.module.css';
import type { StageRun } from '@/charts/model';
import { useCursorStore } from '@/state/cursor';

import { QueueRuleNow } from './QueueRuleNow';
import styles from './replay.module.css';
import { isKnown } from './replayMode';
import {
  numberRows,
  numbersReader,
  phaseWords,
  type ColumnNumbers,
  type NumberRow,
} from './replayNumbers';
import { ReplayTable } from './ReplayTable';
import { eventWords, flowWords } from './replayTexts';
import { useReadableFrame } from './useReadableFrame';
import type { ReplayModel } from './useReplayModel';

interface ReplayNumbersProps {
  readonly stage: StageRun;
  readonly model: ReplayModel;
  /** A description of the drawing, if the head has no room for it. */
  readonly words: React.ReactNode;
  readonly scenario: Scenario;
  /** Which of several links is shown. */
  readonly linkIndex: number;
}

/** The state of the queue and of the flows at the clock, written and read out. */
export function ReplayNumbers(props: ReplayNumbersProps) {
  const { stage, model, words, scenario, linkIndex } = props;
  const { timeOf, part, queueWordsAt } = model;
  const rows = useMemo(() => numberRows(stage), [stage]);
  const phases = useMemo(() => phasesByFlow(stage.phases), [stage.phases]);
  const { numbersAt, whenAt } = useNumbers(stage, model, rows);
  const phaseAt = (row: NumberRow, time: number) => phaseWords(phases, row, time);
  const nameOf = (flow: number) => rows.find((row) => row.flows.has(flow))?.label ?? '';
  const eventAt = (clock: CursorState) => {
    if (clock.isPlaying || part.traffic === null) return '';
    return eventWords(part.traffic, nameOf, timeOf(clock)) ?? '';
  };
  const wordsAt = (clock: CursorState) => {
    const time = timeOf(clock);
    const flows = flowWords(
      rows,
      (row) => phaseAt(row, time),
      (row) => numbersAt(row, time),
    );
    const event = eventAt(clock);
    const said = event === '' ? flows : `${event}. ${flows}`;
    return `${queueWordsAt(clock)}. ${said}`;
  };
  return (
    <div className={styles.below}>
      <div>
        <p className={styles.now}>
          <ClockText textAt={queueWordsAt} />
        </p>
        <p className={styles.event}>
          <ClockText textAt={eventAt} />
        </p>
        {words}
        <ReplayLegend
          hasMarks={stage.series.link.marked_packets !== undefined}
          hasHandshakes={SENT_HANDSHAKES.includes(scenario.transport.handshake)}
        />
        <QueueRuleNow
          scenario={scenario}
          linkIndex={linkIndex}
          series={model.series}
          timeOf={timeOf}
          waitingAt={(time) => {
            const isThere = isKnown(part, time, stage.facts.durationSeconds);
            return waitingOfGroup(isThere ? part.traffic : null, time);
          }}
        />
      </div>
      <ReplayTable
        rows={rows}
        label={`${stage.label}: numbers at the time shown`}
        timeOf={timeOf}
        whenAt={whenAt}
        phaseAt={phaseAt}
        numbersAt={numbersAt}
      />
      <ReplaySaid wordsAt={wordsAt} />
    </div>
  );
}

/** Packets of a group in the queue, from the packets themselves. */
function waitingOfGroup(traffic: Traffic | null, timeSeconds: number) {
  const known = traffic === null ? null : queueAt(traffic, timeSeconds).known;
  return (groupIndex: number) =>
    known === null ? null : known.filter((each) => each.groupIndex === groupIndex).length;
}

/** Words that follow the clock without being rendered. */
function ClockText({ textAt }: { textAt: (clock: CursorState) => string }) {
  const element = useRef<HTMLSpanElement>(null);
  useReadableFrame((clock) => {
    const text = textAt(clock);
    if (element.current !== null && element.current.textContent !== text) {
      element.current.textContent = text;
    }
  });
  return <span ref={element} />;
}

/** Exact numbers where packets are known, means of the sample where they are not; and of when. */
function useNumbers(stage: StageRun, model: ReplayModel, rows: readonly NumberRow[]) {
  const { part, meansAt, detailOf } = model;
  // The curves of the page have every flow where there are few, and not every group.
  const gridOf = (time: number) => {
    const drawn = meansAt(time);
    const isWhole = rows.every((row) => drawn !== undefined && valuesOf(row, drawn) !== undefined);
    return isWhole ? drawn : model.series;
  };
  const clock = useCursorStore();
  const exact = useMemo(
    () => (part.traffic === null ? null : numbersReader(part.traffic, rows)),
    [part.traffic, rows],
  );
  const { durationSeconds, packetBytes } = stage.facts;
  const numbersAt = (key: number, time: number): ColumnNumbers | undefined => {
    const isSeen = detailOf(clock.read()).isWaiting;
    if (exact !== null && isSeen && isKnown(part, time, durationSeconds)) return exact(key, time);
    const row = rows.find((each) => each.key === key);
    const grid = gridOf(time);
    const values = row === undefined || grid === undefined ? undefined : valuesOf(row, grid);
    const bucket = bucketAt(grid?.timeSeconds ?? [], time);
    const packetsOf = (metric: string) => {
      const bytes = valueAt(values?.[metric]?.mean, bucket);
      return bytes === null ? null : bytes / packetBytes;
    };
    return {
      cwndPackets: packetsOf('cwnd_bytes'),
      inflightPackets: packetsOf('inflight_bytes'),
      waiting: null,
      moving: null,
    };
  };
  return { numbersAt, whenAt: (now: CursorState) => model.whenAt(now, gridOf) };
}

/** A row that is one flow has that flow's own curve, a group the mean of its flows. */
function valuesOf({ flows, groupIndex }: NumberRow, grid: SeriesGrid) {
  const [only = -1] = flows;
  return flows.size === 1 ? grid.flows.get(only) : grid.groups?.get(groupIndex);
}

/** After a step the words come soon; while time is played seldom enough to be heard out. */
const REST_MS = 400;
const PLAYING_MS = 6000;

/** The state in words for screen readers: polite, and not sixty times a second. */
function ReplaySaid({ wordsAt }: { wordsAt: (clock: CursorState) => string }) {
  const clock = useCursorStore();
  const said = useRef<HTMLParagraphElement>(null);
  const latest = useRef(wordsAt);
  const sayAgain = useRef<(() => void) | null>(null);
  useEffect(() => {
    latest.current = wordsAt;
    // Packets that arrive while time rests change the words too.
    sayAgain.current?.();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = () => {
      timer = undefined;
      const words = latest.current(clock.read());
      if (said.current !== null && said.current.textContent !== words) {
        said.current.textContent = words;
      }
    };
    const onChange = () => {
      const { isPlaying } = clock.read();
      if (isPlaying) timer ??= setTimeout(say, PLAYING_MS);
      else {
        clearTimeout(timer);
        timer = setTimeout(say, REST_MS);
      }
    };
    sayAgain.current = onChange;
    onChange();
    const leave = clock.subscribe(onChange);
    return () => {
      sayAgain.current = null;
      clearTimeout(timer);
      leave();
    };
  }, [clock]);
  return <p ref={said} className="visually-hidden" aria-live="polite" />;
}

const SIDE_PX = 11;
const SENT_HANDSHAKES = ['tcp', 'tcp_tls13'];

/** The legend of the squares, in the size that they are drawn in. */
function ReplayLegend(has: { hasMarks: boolean; hasHandshakes: boolean }) {
  return (
    <ul className={styles.legend} aria-label="What is drawn">
      <Item name="packet">
        <rect className={styles.packet} x={1.5} y={1.5} width={8} height={8} />
      </Item>
      <Item name="retransmitted">
        <rect className={styles.packet} x={2.5} y={2.5} width={6} height={6} />
        <rect className={marks.outline} x={1} y={1} width={9} height={9} />
      </Item>
      {has.hasMarks && (
        <Item name="marked (ECN)">
          <rect className={styles.packet} x={1.5} y={1.5} width={8} height={8} />
          <rect className={styles.spot} x={3.5} y={3.5} width={4} height={4} />
        </Item>
      )}
      <Item name="dropped or lost">
        <rect className={styles.packet} x={1.5} y={1.5} width={8} height={8} />
        <path className={marks.outline} d="M0.5 0.5l10 10M10.5 0.5l-10 10" />
      </Item>
      {has.hasHandshakes && (
        <Item name="handshake">
          <rect className={styles.packet} x={3.5} y={3.5} width={4} height={4} />
        </Item>
      )}
      <Item name="ACK">
        <rect className={styles.packet} x={4.5} y={1.5} width={2} height={8} />
      </Item>
    </ul>
  );
}

function Item({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <li className="row middle gap-1">
      <svg width={SIDE_PX} height={SIDE_PX} aria-hidden="true">
        {children}
      </svg>
      {name}
    </li>
  );
}
