import { groupLabel } from '@/analysis/describe';
import {
  ABSENT,
  formatCount,
  formatMilliseconds,
  formatPercent,
  formatRate,
  type Quantity,
} from '@/analysis/units';
import type { FlowResult, RunResult } from '@/api/types';
import { definitions } from '@/messages/run';
import { Term } from '@/ui/Term';

import { NumberTable } from './NumberTable';
import styles from './run.module.css';

/** A rail has room for so many columns; further flows are in the data. */
const MOST_COLUMNS = 3;

type Row = readonly [keyof typeof definitions, (flow: FlowResult) => Quantity];

const ROWS: readonly Row[] = [
  ['throughput', (flow) => formatRate(flow.throughput_bps)],
  ['goodput', (flow) => formatRate(flow.goodput_bps)],
  ['meanRtt', (flow) => formatMilliseconds(flow.mean_rtt_s, 1)],
  ['p95Rtt', (flow) => formatMilliseconds(flow.p95_rtt_s, 1)],
  ['retransmitted', retransmitted],
];

/** Whole-run numbers of each flow, from all packets. */
export function SummaryTable({ result }: { result: RunResult }) {
  const flows = firstOfGroups(result.flows);
  const { jain_index, utilisation_ratio, dropped_packets, randomly_lost_packets } = result.summary;
  return (
    <>
      <NumberTable
        columns={flows.map((flow) => ({
          key: flow.flow_index,
          label: nameOf(flow, result.flows),
          groupIndex: flow.group_index,
        }))}
        rows={ROWS.map(([name, read]) => ({
          key: name,
          head: <Term name={definitions[name].name} definition={definitions[name].text} />,
          cells: flows.map(read),
        }))}
      />
      <p className={styles.totals}>
        <Total name="jain">{jain_index?.toFixed(3) ?? ABSENT}</Total>
        <Total name="utilisation">{formatPercent(utilisation_ratio, 2)}</Total>
        <Total name="lost">
          {`${formatCount(dropped_packets)} + ${formatCount(randomly_lost_packets)}`}
        </Total>
      </p>
    </>
  );
}

interface TotalProps {
  readonly name: keyof typeof definitions;
  readonly children: string;
}

function Total({ name, children }: TotalProps) {
  return (
    <span>
      <Term name={definitions[name].name} definition={definitions[name].text} /> <b>{children}</b>
    </span>
  );
}

function retransmitted(flow: FlowResult): Quantity {
  return {
    value: formatCount(flow.retransmitted_packets),
    unit: formatPercent(flow.retransmit_ratio, 2),
  };
}

/** The name of one flow: a member of a group of several carries its number. */
function nameOf(flow: FlowResult, flows: readonly FlowResult[]): string {
  const members = flows.filter(({ group_index }) => group_index === flow.group_index);
  const name = groupLabel(flow.label, flow.group_index);
  return members.length > 1 ? `${name} ${members.indexOf(flow) + 1}` : name;
}

/** One flow of each group first, then what there is room for. */
function firstOfGroups(flows: readonly FlowResult[]): FlowResult[] {
  const firsts = flows.filter(
    (flow) => flows.find(({ group_index }) => group_index === flow.group_index) === flow,
  );
  const others = flows.filter((flow) => !firsts.includes(flow));
  return [...firsts, ...others].slice(0, MOST_COLUMNS).sort((a, b) => a.flow_index - b.flow_index);
}
