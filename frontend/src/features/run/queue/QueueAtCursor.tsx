import { useElementSize } from '@mantine/hooks';
import clsx from 'clsx';
import { useMemo, useRef } from 'react';

import { formatCount } from '@/analysis/numbers/units';
import { amount, countOf } from '@/analysis/numbers/shown';
import { capital } from '@/analysis/series/fragments';
import { meanText } from '@/analysis/series/span';
import type { Run } from '@/api/types';
import type { StageRun } from '@/charts/model';
import { useMomentFrame } from '@/charts/moment';
import { hueClass } from '@/charts/palette';
import { useCursorStore } from '@/state/cursor';

import styles from './queue.module.css';
import { groupsOf, queueAt, queueShares, readingOf, waitingOf } from './queueNow';
import { QueueRuleNow } from '../replay/QueueRuleNow';
import { packetsPerSquare, splitSquares, squaresPath } from './queueSquares';
import { useHeldSample } from '../state/useHeldSample';

const CELL_PX = 9;
const GAP_PX = 1.5;
const ROWS = 7;
const CELLS = { rows: ROWS, cellPx: CELL_PX, gapPx: GAP_PX };

interface QueueAtCursorProps {
  readonly scenario: Run['scenario'];
  readonly run: StageRun;
  readonly endSeconds: number;
  /** Whether how it decides is drawn too: a replay has that itself. */
  readonly hasRule: boolean;
}

/**
 * The queue around the clock to scale: every square a packet, or so many. It is the mean of the
 * sample that covers the moment, as the pane and the table of the link have it. Whose packets wait
 * is not recorded; by Little's law it is a flow's rate times its queueing delay, over the same time,
 * and in the order of arrival that is the same of all.
 */
export function QueueAtCursor({ scenario, run, endSeconds, hasRule }: QueueAtCursorProps) {
  const { ref, width } = useElementSize();
  const { bufferBytes, packetBytes } = run.facts;
  const newest = Math.min(endSeconds, run.simulatedSeconds);
  const bufferPackets = bufferBytes === null ? null : Math.floor(bufferBytes / packetBytes);
  const columns = Math.max(1, Math.floor((width + GAP_PX) / CELL_PX));
  const grid = { ...CELLS, columns };
  const each = packetsPerSquare(bufferPackets ?? 1, columns * ROWS);
  const empty = useMemo(
    () => squaresPath((bufferPackets ?? 0) / each, { ...CELLS, columns }),
    [bufferPackets, each, columns],
  );
  const { frozenSeconds, sample } = useHeldSample(scenario, run);
  const when = useRef<HTMLSpanElement>(null);
  const count = useRef<HTMLSpanElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  useMomentFrame(useCursorStore(), ({ timeSeconds }) => {
    const time = Math.min(timeSeconds ?? newest, run.simulatedSeconds);
    const isHeld = frozenSeconds !== null && sample !== null;
    const reading = isHeld ? readingOf(sample, run) : queueAt(run, time);
    const mean = reading?.mean ?? 0;
    const peak = reading?.peak ?? 0;
    const text = `${amount(mean)} of ${countOf(bufferPackets ?? 0, 'packet')}`;
    setText(when.current, reading === null ? '' : `${capital(meanText(reading.span))}. `);
    setText(count.current, reading === null ? '' : text);
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
        Queue
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
        <span ref={when} />
        {each > 1 && `One square is ${formatCount(each)} packets. `}
        {splitWords(run)} Grey: longest.
      </p>
      {hasRule && <Rule scenario={scenario} run={run} newestSeconds={newest} />}
    </section>
  );
}

interface RuleProps extends Pick<QueueAtCursorProps, 'scenario' | 'run'> {
  readonly newestSeconds: number;
}

function Rule({ scenario, run, newestSeconds }: RuleProps) {
  return (
    <QueueRuleNow
      scenario={scenario}
      linkIndex={run.facts.links?.index ?? 0}
      series={run.series}
      timeOf={({ timeSeconds }) => Math.min(timeSeconds ?? newestSeconds, run.simulatedSeconds)}
      waitingAt={(time) => waitingOf(run, time)}
    />
  );
}

function splitWords({ facts }: StageRun): string {
  if (facts.links === undefined) {
    if (facts.waits === 'unknown') return 'The split by flow is not known.';
    return `Split by rate${facts.waits === 'alike' ? ': all packets wait equally long' : ' times queueing delay'}.`;
  }
  const id = facts.links.names[facts.links.index] ?? '';
  if (!facts.links.isPassed.includes(true)) return `Queue of ${id}, which carries no data.`;
  return facts.links.waitsAlike
    ? `Queue of ${id}, split by rate: all packets wait equally long.`
    : `Queue of ${id}; the split by flow is not known.`;
}

function setText(element: Element | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}
