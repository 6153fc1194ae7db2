import clsx from 'clsx';
import { Fragment } from 'react';

import { aligned } from '@/analysis/numbers/shown';
import { ABSENT, formatCount } from '@/analysis/numbers/units';
import { LOSS_EVENTS, lossColumns, lossLines, type LossKind } from '@/analysis/series/losses';
import type { Run, RunResult } from '@/api/types';
import { Term } from '@/ui/Term';

import styles from '../run.module.css';
import { NumberTable } from './NumberTable';

/** More columns have no room beside the plots: then groups, or all flows together. */
const MOST_COLUMNS = 3;

const MEANINGS: Readonly<Record<LossKind, string>> = {
  packets_lost: 'Data packets that the network lost.',
  packets_marked: 'Data packets that a queue marked (ECN) instead of dropping them.',
  acks_lost: 'ACKs that were lost on the return path, or replaced by newer ones.',
};

/** How many packets were lost and marked, why and at which link: nothing where none was. */
export function Losses({ run }: { readonly run: Run }) {
  const { result } = run;
  if (result?.losses == null) return null;
  const columns = lossColumns(result.flows, MOST_COLUMNS);
  const lines = lossLines(result, columns);
  if (lines.length === 0) return null;
  const kinds = [...new Set(lines.map(({ kind }) => kind))];
  const { start_s, end_s } = result.window;
  const note = `${String(start_s)} to ${String(end_s)} s, seed ${result.seed}`;
  return (
    <section>
      <h2>{kinds[0] === 'packets_marked' ? 'Why packets were marked' : 'Why packets were lost'}</h2>
      {kinds.map((kind) => (
        <Fragment key={kind}>
          <h3>
            <Term name={LOSS_EVENTS[kind]} definition={MEANINGS[kind]} note={note} />
          </h3>
          <NumberTable
            columns={columns.map(({ label, groupIndex }, key) => ({ key, label, groupIndex }))}
            rows={lines
              .filter((line) => line.kind === kind)
              .map(({ key, why, packets }) => ({
                key,
                head: why,
                cells: packets.map((count) => ({ value: formatCount(count), unit: '' })),
              }))}
          />
        </Fragment>
      ))}
    </section>
  );
}

interface LinkTableProps {
  readonly links: NonNullable<RunResult['links']>;
  readonly changing: ReadonlySet<string> | undefined;
}

/** Utilization, queue, losses and marks of each link. */
export function LinkTable({ links, changing }: LinkTableProps) {
  const filters = links.some(({ summary }) => summary.filtered_ack_packets != null);
  return (
    <table className={clsx(styles.numbers, styles.groups)} data-tight>
      <thead>
        <tr>
          <th scope="col">link</th>
          <th scope="col">busy, %</th>
          <th scope="col">mean queue</th>
          <th scope="col">dropped</th>
          {filters && <th scope="col">ACKs filtered</th>}
        </tr>
      </thead>
      <tbody>
        {links.map(({ id, rate_bps, summary }) => (
          <tr key={id}>
            <th scope="row">{id}</th>
            <td className="number">{percentOf(summary.utilisation_ratio)}</td>
            <td className="number">
              {queueText(summary.mean_queue_bytes, changing?.has(id) === true ? null : rate_bps)}
            </td>
            <td className="number">{formatCount(summary.dropped_packets)}</td>
            {filters && (
              <td className="number">{formatCount(summary.filtered_ack_packets ?? null)}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function percentOf(ratio: number | null): string {
  return ratio === null ? ABSENT : aligned(ratio * 100, 1);
}

/** As the time that it takes to send, where there is one rate. */
function queueText(bytes: number | null, rateBps: number | null): string {
  if (bytes === null) return ABSENT;
  if (rateBps === null) return `${aligned(bytes / 1e3, 1)} kB`;
  return `${aligned((bytes * 8e3) / rateBps, 1)} ms`;
}
