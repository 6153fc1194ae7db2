import { useElementSize } from '@mantine/hooks';
import { useMemo, useRef } from 'react';

import { formatCount, toShortest } from '@/analysis/numbers/units';
import { bucketAt, bucketSeconds, valueAt } from '@/analysis/series/series';
import type { StageRun } from '@/charts/model';
import { useMomentFrame } from '@/charts/moment';
import { useCursorStore } from '@/state/cursor';

import styles from './queue.module.css';
import { packetsPerSquare, squaresPath } from './squares';

const CELL_PX = 9;
const GAP_PX = 1.5;
const ROWS = 7;

interface QueueAtCursorProps {
  readonly run: StageRun;
  readonly endSeconds: number;
}

/**
 * The queue at the clock to scale: every square a packet, or so many. Whose packets wait is not
 * recorded, so the squares are in ink.
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
    const [, peakPath, fullPath] = svg.current?.children ?? [];
    peakPath?.setAttribute('d', squaresPath(peak / each, grid));
    fullPath?.setAttribute('d', squaresPath(mean / each, grid));
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
        </svg>
      </div>
      <p className={styles.note}>
        {each > 1 && `One square is ${formatCount(each)} packets. `}
        Ink: mean of {toShortest(bucketSeconds(run.series))} s. Grey: longest.
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

function setText(element: Element | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}
