import { intervalAt, phaseName } from '@/analysis/phases';
import { bucketAt, valueAt, type Columns } from '@/analysis/series';
import { ABSENT, formatMilliseconds, formatRate, toDigits, type Quantity } from '@/analysis/units';
import type { StageFlow, StageRun } from '@/charts/model';
import { runText } from '@/messages/run';
import { useCursor } from '@/state/cursor';
import { Kbd } from '@/ui/Kbd';

import { NumberTable } from './NumberTable';

const MOST_COLUMNS = 3;

interface StateTableProps {
  readonly run: StageRun;
  readonly packetBytes: number;
  /** End of what is in view. */
  readonly endSeconds: number;
}

type Read = (metric: string) => number | null;

/** Every flow's state at the cursor, or at the newest sample where there is no cursor. */
export function StateTable({ run, packetBytes, endSeconds }: StateTableProps) {
  const { timeSeconds, isFrozen } = useCursor();
  const { series } = run;
  const newest = Math.min(endSeconds, run.simulatedSeconds);
  const time = Math.min(timeSeconds ?? newest, newest);
  const index = bucketAt(series.timeSeconds, time);
  if (index < 0) return null;
  const flows = firstOfGroups(run.flows).slice(0, MOST_COLUMNS);
  return (
    <section>
      <h2>
        {runText.stateAt(time.toFixed(1))}
        <span>
          {isFrozen ? <b>■ {runText.frozen}</b> : runText.freeze} <Kbd>f</Kbd>
        </span>
      </h2>
      <NumberTable
        columns={flows.map(({ index: key, label, groupIndex }) => ({ key, label, groupIndex }))}
        rows={[
          {
            key: runText.phase,
            head: runText.phase,
            cells: flows.map((flow) => ({ value: phaseAt(run, flow, time), unit: '' })),
          },
          ...stateRows(packetBytes).map(([name, format]) => ({
            key: name,
            head: name,
            cells: flows.map((flow) => format(reader(series.flows.get(flow.index), index))),
          })),
        ]}
      />
    </section>
  );
}

function stateRows(packetBytes: number): [string, (read: Read) => Quantity][] {
  const packets = (bytes: number | null): Quantity =>
    bytes === null
      ? { value: ABSENT, unit: '' }
      : { value: toDigits(bytes / packetBytes), unit: 'pkt' };
  return [
    [runText.throughputState, (read) => formatRate(read('throughput_bps'))],
    [runText.cwnd, (read) => packets(read('cwnd_bytes'))],
    [runText.inflight, (read) => packets(read('inflight_bytes'))],
    [runText.rtt, (read) => formatMilliseconds(read('rtt_s'), 1)],
    [runText.minRtt, (read) => formatMilliseconds(read('min_rtt_s'), 1)],
    [runText.bandwidth, (read) => formatRate(read('bandwidth_estimate_bps'))],
    [runText.pacing, (read) => formatRate(read('pacing_rate_bps'))],
  ];
}

function reader(columns: Columns | undefined, index: number): Read {
  return (metric) => valueAt(columns?.[metric]?.mean, index);
}

function phaseAt(run: StageRun, flow: StageFlow, timeSeconds: number): string {
  const own = run.phases.filter(({ flowIndex }) => flowIndex === flow.index);
  const phase = intervalAt(own, timeSeconds)?.phase;
  return phase === undefined ? ABSENT : phaseName(phase);
}

/** One flow of each group before the others. */
function firstOfGroups(flows: readonly StageFlow[]): StageFlow[] {
  const isFirst = (flow: StageFlow) =>
    flows.find(({ groupIndex }) => groupIndex === flow.groupIndex) === flow;
  return [...flows.filter(isFirst), ...flows.filter((flow) => !isFirst(flow))];
}
