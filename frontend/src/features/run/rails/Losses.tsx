import { Fragment } from 'react';

import { formatCount } from '@/analysis/numbers/units';
import { LOSS_EVENTS, lossColumns, lossLines, type LossKind } from '@/analysis/series/losses';
import type { Run } from '@/api/types';
import { Term } from '@/ui/Term';

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
