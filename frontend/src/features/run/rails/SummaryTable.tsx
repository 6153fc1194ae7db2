import clsx from 'clsx';

import {
  ABSENT,
  formatCount,
  formatMilliseconds,
  formatPercent,
  formatRate,
  rateUnit,
  toDigits,
  type Quantity,
} from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { byGroup, spreadOf, type GroupOf } from '@/analysis/series/groupSummary';
import { lostText } from '@/analysis/series/losses';
import type { FlowResult, RunResult } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { definitions } from '@/analysis/numbers/definitions';
import { aligned } from '@/analysis/numbers/shown';
import { Term } from '@/ui/Term';

import { LinkTable } from './Losses';
import { NumberTable } from './NumberTable';
import styles from '../run.module.css';

const GROUP_NAMES = {
  throughput: 'Throughput',
  meanRtt: 'RTT',
  retransmitted: 'Retransmitted',
} as const;

/** With more flows than a rail has columns for, groups are rows. */
const MOST_COLUMNS = 3;

type Row = readonly [keyof typeof definitions, (flow: FlowResult) => Quantity];

const ROWS: readonly Row[] = [
  ['throughput', (flow) => formatRate(flow.throughput_bps)],
  ['goodput', (flow) => formatRate(flow.goodput_bps)],
  ['meanRtt', (flow) => formatMilliseconds(flow.mean_rtt_s, 1)],
  ['p95Rtt', (flow) => formatMilliseconds(flow.p95_rtt_s, 1)],
  ['retransmitted', retransmitted],
];

interface SummaryTableProps {
  readonly result: RunResult;
  /** The flows that the page shows; the totals are of all. */
  readonly flows: readonly FlowResult[];
  /** Links whose rate changes: bytes queued there say nothing of a time. */
  readonly changingLinks?: ReadonlySet<string>;
}

/** Whole-run numbers of each flow, or of each group where there are many, from all packets. */
export function SummaryTable({ result, flows, changingLinks }: SummaryTableProps) {
  const { jain_index, utilisation_ratio } = result.summary;
  const { links } = result;
  return (
    <>
      {flows.length > MOST_COLUMNS ? (
        <GroupTable flows={flows} result={result} />
      ) : (
        <NumberTable
          columns={flows.map((flow) => ({
            key: flow.flow_index,
            label: nameOf(flow, result.flows),
            groupIndex: flow.group_index,
          }))}
          rows={ROWS.map(([name, read]) => ({
            key: name,
            head: <Definition name={name} result={result} />,
            cells: flows.map(read),
          }))}
        />
      )}
      {links != null && <LinkTable links={links} changing={changingLinks} />}
      <p className={styles.totals}>
        {result.flows.length > 1 && (
          <Total name="jain" result={result}>
            {jain_index == null ? ABSENT : aligned(jain_index, 3)}
          </Total>
        )}
        {/* Of several links each has its own, above. */}
        {links == null && (
          <Total name="utilisation" result={result}>
            {formatPercent(utilisation_ratio)}
          </Total>
        )}
        <Total name="lost" result={result}>
          {result.losses == null ? countsText(result) : lostText(result)}
        </Total>
      </p>
    </>
  );
}

/** For results made before reasons were recorded: losses at the queues and behind them. */
function countsText({ links, summary }: RunResult): string {
  const lossy = links?.map((link) => link.summary) ?? [summary];
  const dropped = lossy.reduce((sum, link) => sum + link.dropped_packets, 0);
  const lost = lossy.reduce((sum, link) => sum + link.randomly_lost_packets, 0);
  const onPath = `${formatCount(lost)} on the path`;
  if (lost === 0) return formatCount(dropped);
  return dropped === 0 ? onPath : `${formatCount(dropped)} by queues, ${onPath}`;
}

interface GroupColumn {
  readonly name: keyof typeof GROUP_NAMES;
  readonly read: (flow: FlowResult) => number | null;
  /** Values of one row in one unit, that of the first. */
  readonly format: (values: readonly number[]) => { texts: readonly string[]; unit: string };
}

const GROUP_COLUMNS: readonly GroupColumn[] = [
  { name: 'throughput', read: (flow) => flow.throughput_bps, format: rates },
  {
    name: 'meanRtt',
    read: (flow) => flow.mean_rtt_s,
    format: (values) => ({ texts: values.map((value) => aligned(value * 1e3, 1)), unit: 'ms' }),
  },
  {
    name: 'retransmitted',
    read: (flow) => flow.retransmit_ratio,
    format: (values) => ({ texts: values.map((value) => aligned(value * 100, 2)), unit: '%' }),
  },
];

function rates(values: readonly number[]) {
  const { factor, unit } = rateUnit(values[0] ?? 0);
  return { texts: values.map((value) => toDigits(value / factor)), unit };
}

/** A row for each group: the mean of its flows, and from the least to the most below it. */
function GroupTable({ flows, result }: SummaryTableProps) {
  return (
    <table className={clsx(styles.numbers, styles.groups)} data-tight>
      <thead>
        <tr>
          <th scope="col">group, mean of its flows</th>
          {GROUP_COLUMNS.map(({ name }) => (
            <th key={name} scope="col" className="number">
              <Definition name={name} short={GROUP_NAMES[name]} result={result} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {byGroup(flows).map((group) => (
          <GroupRow key={group.groupIndex} group={group} />
        ))}
      </tbody>
    </table>
  );
}

function GroupRow({ group: { groupIndex, flows } }: { group: GroupOf<FlowResult> }) {
  const name = groupLabel(flows[0]?.label ?? '', groupIndex);
  return (
    <tr>
      <th scope="row" className={clsx('hue-text', hueClass(groupIndex))}>
        {flows.length > 1 ? `${flows.length} × ${name}` : name}
      </th>
      {GROUP_COLUMNS.map(({ name: column, read, format }) => {
        const spread = spreadOf(flows.map(read));
        if (spread === null) return <td key={column}>{ABSENT}</td>;
        const { texts, unit } = format([spread.mean, spread.least, spread.most]);
        const [mean, least, most] = texts;
        return (
          <td key={column} className="number">
            {mean} <small>{unit}</small>
            {flows.length > 1 && <small>{`${least ?? ''}–${most ?? ''}`}</small>}
          </td>
        );
      })}
    </tr>
  );
}

interface DefinitionProps {
  readonly name: keyof typeof definitions;
  readonly result: RunResult;
  /** Where its full name has no room. */
  readonly short?: string;
}

/** A number's name with its definition, window and seed one click away. */
function Definition({ name, result, short }: DefinitionProps) {
  const { name: full, text } = definitions[name];
  const { start_s, end_s } = result.window;
  const note = `${String(start_s)} to ${String(end_s)} s, seed ${result.seed}`;
  return <Term name={short ?? full} definition={text} note={note} />;
}

function Total({ name, result, children }: DefinitionProps & { children: string }) {
  return (
    <span>
      <Definition name={name} result={result} /> <b>{children}</b>
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
export function nameOf(flow: FlowResult, flows: readonly FlowResult[]): string {
  const members = flows.filter(({ group_index }) => group_index === flow.group_index);
  const name = groupLabel(flow.label, flow.group_index);
  return members.length > 1 ? `${name} ${members.indexOf(flow) + 1}` : name;
}
