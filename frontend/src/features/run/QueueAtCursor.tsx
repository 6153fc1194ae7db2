import { useElementSize } from '@mantine/hooks';
import clsx from 'clsx';
import { useMemo, useRef } from 'react';

import { formatCount, toShortest } from '@/analysis/numbers/units';
import { bucketAt, bucketSeconds, valueAt, type Columns } from '@/analysis/series/series';
import type { StageRun } from '@/charts/model';
import { useMomentFrame } from '@/charts/moment';
import { hueClass } from '@/charts/palette';
import { useCursorStore } from '@/state/cursor';

import styles from './queue.module.css';
import { packetsPerSquare, splitSquares, squaresPath } from './squares';

const CELL_PX = 9;
const GAP_PX = 1.5;
const ROWS = 7;

interface QueueAtCursorProps {
  readonly run: StageRun;
  readonly endSeconds: number;
}

/**
 * The queue at the clock to scale: every square a packet, or so many. Whose packets wait is not
 * recorded; by Little's law it is a flow's rate times its queueing delay, over the same time.
 */
export function QueueAtCursor({ run, endSeconds }: QueueAtCursorProps) {
  const { ref, width } = useElementSize();
  const { bufferBytes, packetBytes } = run.facts;
  const newest = Math.min(endSeconds, run.simulatedSeconds);
  const bufferPackets = bufferBytes === null ? null : Math.floor(bufferBytes / packetBytes);
  const columns = Math.max(1, Math.floor((width + GAP_PX) / CELL_PX));
  const grid = { columns, rows: ROWS, cellPx: CELL_PX, gapPx: GAP_PX };
  const each = packetsPerSquare(bufferPackets ?? 1, columns * ROWS);
  const empty = useMemo(
    () =>
      squaresPath((bufferPackets ?? 0) / each, {
        columns,
        rows: ROWS,
        cellPx: CELL_PX,
        gapPx: GAP_PX,
      }),
    [bufferPackets, each, columns],
  );
  const title = useRef<HTMLElement>(null);
  const count = useRef<HTMLSpanElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  useMomentFrame(useCursorStore(), ({ timeSeconds }) => {
    const time = Math.min(timeSeconds ?? newest, newest);
    const { mean, peak } = queueAt(run, time);
    const text = `${mean.toFixed(mean < 10 ? 1 : 0)} of ${formatCount(bufferPackets)} pkt`;
    setText(title.current, `Queue at ${time.toFixed(1)} s`);
    setText(count.current, text);
    const [, peakPath, fullPath, ...ownPaths] = svg.current?.children ?? [];
    peakPath?.setAttribute('d', squaresPath(peak / each, grid));
    const shares = queueShares(run, time);
    fullPath?.setAttribute('d', shares === null ? squaresPath(mean / each, grid) : '');
    const own = shares === null ? [] : splitSquares(mean / each, grid, shares);
    ownPaths.forEach((path, index) => path.setAttribute('d', own[index] ?? ''));
  });
  if (bufferPackets === null || run.series.timeSeconds.length === 0) return null;
  const buffer = formatCount(bufferPackets);
  return (
    <section className={styles.section}>
      <h2>
        <b ref={title} />
        <span ref={count} />
      </h2>
      <div ref={ref}>
        <svg
          className={styles.queue}
          role="img"
          aria-label={`Queue as squares, of ${buffer} packets that fit`}
          ref={svg}
          width={columns * CELL_PX}
          height={ROWS * CELL_PX}
        >
          <path className={styles.empty} d={empty} />
          <path className={styles.peak} />
          <path className={styles.full} />
          {groupsOf(run).map((groupIndex) => (
            <path key={groupIndex} className={clsx(styles.own, hueClass(groupIndex))} />
          ))}
        </svg>
      </div>
      <p className={styles.note}>
        {each > 1 && `One square is ${formatCount(each)} packets. `}
        Mean of {toShortest(bucketSeconds(run.series))} s, split by rate times queueing delay. Grey:
        longest.
      </p>
    </section>
  );
}

/** Mean and longest queue, in packets, of the sample at a moment. */
function queueAt({ series, facts }: StageRun, timeSeconds: number) {
  const index = bucketAt(series.timeSeconds, timeSeconds);
  const mean = valueAt(series.link.queue_bytes?.mean, index) ?? 0;
  const peaks = series.link.queue_max_bytes;
  const peak = valueAt(peaks?.max ?? peaks?.mean, index) ?? 0;
  return { mean: mean / facts.packetBytes, peak: peak / facts.packetBytes };
}

/** Every group of flows that has curves, in their order. */
function groupsOf({ flows, groups }: StageRun): number[] {
  const own = groups?.map(({ groupIndex }) => groupIndex);
  return own ?? [...new Set(flows.map(({ groupIndex }) => groupIndex))];
}

/** Which part of the queue each group has; null: not known of all of them. */
export function queueShares(run: StageRun, timeSeconds: number): readonly number[] | null {
  const index = bucketAt(run.series.timeSeconds, timeSeconds);
  const waiting = groupsOf(run).map((group) => waitingBits(run, group, index));
  const all = waiting.reduce<number | null>(
    (sum, bits) => (sum === null || bits === null ? null : sum + bits),
    0,
  );
  return all === null || all <= 0 ? null : waiting.map((bits) => (bits ?? 0) / all);
}

/** Rate times queueing delay of the flows of a group; null: some of them have no curve. */
function waitingBits(run: StageRun, group: number, index: number): number | null {
  const { flows, groups, series, facts } = run;
  const sendSeconds = (facts.packetBytes * 8) / facts.capacityBps;
  const bits = (columns: Columns | undefined, baseSeconds: number) => {
    const rate = valueAt(columns?.throughput_bps?.mean, index);
    const rtt = valueAt(columns?.rtt_s?.mean, index);
    // Without an ACK in this time nothing is known of its delay.
    if (rate === null) return columns === undefined ? null : 0;
    return rtt === null ? 0 : rate * Math.max(0, rtt - baseSeconds - sendSeconds);
  };
  const whole = groups?.find(({ groupIndex }) => groupIndex === group);
  const members = flows.filter(({ groupIndex }) => groupIndex === group);
  if (whole === undefined || members.length === whole.count) {
    const found = members.map((flow) => bits(series.flows.get(flow.index), flow.baseRttSeconds));
    return found.some((each) => each === null)
      ? null
      : found.reduce<number>((a, b) => a + (b ?? 0), 0);
  }
  const mean = bits(series.groups?.get(group), whole.baseRttSeconds);
  return mean === null ? null : mean * whole.count;
}

function setText(element: Element | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}
