import { useMemo } from 'react';

import type { ReplayPath } from '@/analysis/replay';
import { detailAt } from '@/analysis/replayWindows';
import { phasesByFlow } from '@/analysis/phaseState';
import { bucketAt, valueAt, type SeriesGrid } from '@/analysis/series';
import { ABSENT, formatCount, type Quantity } from '@/analysis/units';
import type { StageRun } from '@/charts/model';
import { replayText } from '@/messages/replay';
import { useCursorStore, type CursorState } from '@/state/cursor';
import { Term } from '@/ui/Term';

import { LiveTable, type LiveRow } from './LiveTable';
import { isKnown } from './replay/replayMode';
import {
  numberColumns,
  numbersReader,
  phaseWords,
  type ColumnNumbers,
  type NumberColumn,
} from './replay/replayNumbers';
import { ReplaySaid } from './replay/ReplaySaid';
import { eventWords, flowWords } from './replay/replayWords';
import styles from './replay/replay.module.css';
import type { ReplayTraffic } from './replay/useReplayTraffic';

interface ReplayNumbersProps {
  readonly stage: StageRun;
  readonly part: ReplayTraffic;
  readonly series: SeriesGrid | undefined;
  readonly pace: number;
  readonly path: ReplayPath;
  readonly timeOf: (clock: CursorState) => number;
  readonly queueText: React.ReactNode;
  readonly queueWordsAt: (clock: CursorState) => string;
}

const { rows: names } = replayText;
const PACKETS: readonly (readonly [keyof ColumnNumbers, { name: string; text: string }])[] = [
  ['cwndPackets', names.cwnd],
  ['inflightPackets', names.inflight],
  ['waiting', names.waiting],
  ['moving', names.moving],
];

/** The state of the flows at the clock, written and read out. */
export function ReplayNumbers(props: ReplayNumbersProps) {
  const { stage, part, timeOf, queueText, queueWordsAt } = props;
  const clock = useCursorStore();
  const columns = useMemo(() => numberColumns(stage), [stage]);
  const phases = useMemo(() => phasesByFlow(stage.phases), [stage.phases]);
  const read = useReader(props, columns);
  const columnOf = useMemo(() => new Map(columns.map((each) => [each.key, each])), [columns]);
  const phaseAt = (key: number, time: number) => {
    const column = columnOf.get(key);
    return column === undefined ? ABSENT : phaseWords(phases, column, time);
  };
  const rows: LiveRow[] = [
    {
      key: 'phase',
      isText: true,
      head: <Term name={names.phase.name} definition={names.phase.text} />,
      read: (key, time) => ({ value: phaseAt(key, time), unit: '' }),
    },
    ...PACKETS.map(([metric, { name, text }]) => ({
      key: metric,
      head: <Term name={name} definition={text} />,
      read: (key: number, time: number) => inPackets(read(key, time)?.[metric]),
    })),
  ];
  const nameOf = (flow: number) =>
    columns.find(({ flowIndices }) => flowIndices.includes(flow))?.label ?? '';
  const wordsAt = (now: CursorState) => {
    const time = timeOf(now);
    const { traffic } = part;
    const event = traffic === null || now.isPlaying ? null : eventWords(traffic, nameOf, time);
    const flows = flowWords(
      columns,
      ({ key }) => phaseAt(key, time),
      (key) => read(key, time),
    );
    const said = event === null ? flows : `${event}. ${flows}`;
    return replayText.said(time.toFixed(3), queueWordsAt(now), said);
  };
  return (
    <div className={styles.below}>
      <p className={styles.now}>{queueText}</p>
      <LiveTable
        label={replayText.numbers(stage.label)}
        columns={columns}
        rows={rows}
        timeOf={() => timeOf(clock.read())}
      />
      <ReplaySaid wordsAt={wordsAt} />
    </div>
  );
}

/** Exact numbers where packets are known, means of the sample where they are not. */
function useReader(
  { part, series, stage, path, pace }: ReplayNumbersProps,
  columns: readonly NumberColumn[],
) {
  const clock = useCursorStore();
  const exact = useMemo(
    () => (part.traffic === null ? null : numbersReader(part.traffic, columns)),
    [part.traffic, columns],
  );
  const { durationSeconds, packetBytes } = stage.facts;
  return (key: number, time: number): ColumnNumbers | undefined => {
    const isSeen = detailAt(pace, clock.read().isPlaying, path).isWaiting;
    if (exact !== null && isSeen && isKnown(part, time, durationSeconds)) return exact(key, time);
    const column = columns.find((each) => each.key === key);
    const values = series?.groups?.get(column?.groupIndex ?? -1);
    const bucket = bucketAt(series?.timeSeconds ?? [], time);
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
}

function inPackets(value: number | null | undefined): Quantity {
  if (value == null) return { value: ABSENT, unit: '' };
  return { value: formatCount(value), unit: replayText.pkt };
}
