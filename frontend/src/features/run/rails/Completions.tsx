import {
  formatCount,
  formatMilliseconds,
  formatPercent,
  type Quantity,
} from '@/analysis/numbers/units';
import { completedTransfers, idealTimes } from '@/analysis/series/completions';
import type { FlowResult, Run, RunResult } from '@/api/types';
import { CompletionPlot } from '@/charts/strips/CompletionPlot';
import { flowMetrics } from '@/generated/metrics';
import { Term } from '@/ui/Term';

import { NumberTable } from './NumberTable';
import { nameOf } from './SummaryTable';

type Row = readonly [
  title: string,
  metric: keyof typeof flowMetrics,
  read: (flow: FlowResult) => Quantity,
];

const time = (read: (flow: FlowResult) => number | null | undefined) => (flow: FlowResult) =>
  formatMilliseconds(read(flow), 0);

const TRANSFER_ROWS: readonly Row[] = [
  ['Complete', 'completed_transfer_count', completeOf],
  ['Mean', 'mean_completion_s', time((flow) => flow.mean_completion_s)],
  ['99th percentile', 'p99_completion_s', time((flow) => flow.p99_completion_s)],
  ['Small, mean', 'mean_small_completion_s', time((flow) => flow.mean_small_completion_s)],
  ['Small, 99th', 'p99_small_completion_s', time((flow) => flow.p99_small_completion_s)],
  ['Medium, mean', 'mean_medium_completion_s', time((flow) => flow.mean_medium_completion_s)],
  ['Medium, 99th', 'p99_medium_completion_s', time((flow) => flow.p99_medium_completion_s)],
  ['Large, mean', 'mean_large_completion_s', time((flow) => flow.mean_large_completion_s)],
  ['Large, 99th', 'p99_large_completion_s', time((flow) => flow.p99_large_completion_s)],
];

const FRAME_ROWS: readonly Row[] = [
  ['Frames', 'frame_count', (flow) => ({ value: formatCount(flow.frame_count), unit: '' })],
  ['Missed deadlines', 'late_frame_ratio', missedOf],
  ['Delay, mean', 'mean_frame_delay_s', time((flow) => flow.mean_frame_delay_s)],
  ['Delay, 95th', 'p95_frame_delay_s', time((flow) => flow.p95_frame_delay_s)],
  ['Delay, 99th', 'p99_frame_delay_s', time((flow) => flow.p99_frame_delay_s)],
];

/** More columns than these have no room beside the plots. */
const MOST_FLOWS = 3;

/** Completions of transfers and frames: nothing where all flows are bulk. */
export function Completions({ run }: { run: Run }) {
  const { result } = run;
  if (result === null) return null;
  const transfers = result.flows.filter(({ transfer_count }) => transfer_count != null);
  const frames = result.flows.filter(({ frame_count }) => frame_count != null);
  return (
    <>
      {transfers.length > 0 && (
        <section>
          <h2>Completion times</h2>
          <Numbers result={result} flows={transfers} rows={TRANSFER_ROWS} />
          <Plot run={run} result={result} />
        </section>
      )}
      {frames.length > 0 && (
        <section>
          <h2>Frames</h2>
          <Numbers result={result} flows={frames} rows={FRAME_ROWS} />
        </section>
      )}
    </>
  );
}

function Plot({ run, result }: { run: Run; result: RunResult }) {
  const transfers = completedTransfers(result);
  if (transfers.length === 0) return null;
  const ideals = idealTimes(run.scenario);
  const listed = result.transfers?.flow_index.length ?? 0;
  const all = result.transfers?.transfer_count ?? 0;
  return (
    <>
      <CompletionPlot
        transfers={transfers}
        ideals={ideals}
        label="Completion time of each transfer over its size"
      />
      <p className="small faint">
        A square is a transfer.
        {ideals.length > 0 &&
          ' Dashed: the shortest possible time, from its round trips and the slowest link of the path.'}
        {listed < all && ` The first ${formatCount(listed)} of ${formatCount(all)} transfers.`}
      </p>
    </>
  );
}

interface NumbersProps {
  readonly result: RunResult;
  readonly flows: readonly FlowResult[];
  readonly rows: readonly Row[];
}

/** Rows without any number are left out. */
function Numbers({ result, flows, rows }: NumbersProps) {
  const shown = flows.slice(0, MOST_FLOWS);
  const { start_s, end_s } = result.window;
  const note = `${String(start_s)} to ${String(end_s)} s, seed ${result.seed}`;
  return (
    <>
      <NumberTable
        columns={shown.map((flow) => ({
          key: flow.flow_index,
          label: nameOf(flow, result.flows),
          groupIndex: flow.group_index,
        }))}
        rows={rows
          .filter(([, metric]) => shown.some((flow) => flow[metric] != null))
          .map(([title, metric, read]) => ({
            key: metric,
            head: <Term name={title} definition={flowMetrics[metric].definition} note={note} />,
            cells: shown.map(read),
          }))}
      />
      {flows.length > shown.length && (
        <p className="small faint">
          The first {MOST_FLOWS} of {flows.length} flows; the data sheet has all.
        </p>
      )}
    </>
  );
}

function completeOf({ completed_transfer_count, transfer_count }: FlowResult): Quantity {
  return {
    value: formatCount(completed_transfer_count),
    unit: `of ${formatCount(transfer_count)}`,
  };
}

function missedOf({ late_frame_count, late_frame_ratio }: FlowResult): Quantity {
  return { value: formatCount(late_frame_count), unit: formatPercent(late_frame_ratio, 1) };
}
