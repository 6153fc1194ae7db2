import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import clsx from 'clsx';
import { useMemo } from 'react';

import { hueClass } from '@/charts/palette';
import { SortHead } from '@/ui/SortHead';

import type { FlowColumn } from './flowColumns';
import styles from './sheet.module.css';
import type { TableFlow } from './tableFlows';

const FEATURES = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});
const FLOW = 'flow';
/** More rows than this no page draws at once; sorting brings every flow to the top. */
const MOST_ROWS = 400;

interface FlowTableProps {
  readonly flows: readonly TableFlow[];
  readonly columns: readonly FlowColumn[];
  readonly label: string;
}

/** Flows as rows, sorted by any column; names and heads stay in view. */
export function FlowTable({ flows, columns, label }: FlowTableProps) {
  const data = useMemo(() => [...flows], [flows]);
  const definitions = useMemo(() => columnDefinitions(columns), [columns]);
  const table = useTable({
    features: FEATURES,
    data,
    columns: definitions,
    getRowId: ({ index }) => String(index),
    enableSortingRemoval: true,
  });
  const rows = table.getRowModel().rows;
  const shown = rows.slice(0, MOST_ROWS);
  return (
    <>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
        <table className={styles.table}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map(({ id, column }) => {
                  const shown = columns.find(({ key }) => key === id);
                  return (
                    <SortHead
                      key={id}
                      name={shown?.name ?? 'flow'}
                      title={shown?.meaning}
                      direction={column.getIsSorted()}
                      onSort={() => column.toggleSorting()}
                    />
                  );
                })}
              </tr>
            ))}
          </thead>
          <tbody>
            {shown.map(({ id, original }) => (
              <FlowRow key={id} flow={original} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <p className="small faint">
          the first {String(shown.length)} of {String(rows.length)} flows in this order
        </p>
      )}
    </>
  );
}

function columnDefinitions(
  columns: readonly FlowColumn[],
): ColumnDef<typeof FEATURES, TableFlow>[] {
  const flow: ColumnDef<typeof FEATURES, TableFlow> = {
    id: FLOW,
    accessorFn: ({ index }) => index,
    sortFn: 'basic',
  };
  const own = columns.map(({ key, value }): ColumnDef<typeof FEATURES, TableFlow> => ({
    id: key,
    // Flows without a value stand last, whichever way the others are sorted.
    accessorFn: (each) => value(each) ?? undefined,
    sortFn: 'basic',
    sortUndefined: 'last',
    sortDescFirst: true,
  }));
  return [flow, ...own];
}

function FlowRow({ flow, columns }: { flow: TableFlow; columns: readonly FlowColumn[] }) {
  return (
    <tr>
      <th scope="row" className={clsx('hue-text', hueClass(flow.groupIndex))}>
        {flow.label}
      </th>
      {columns.map(({ key, text }) => {
        const { value, unit } = text(flow);
        return (
          <td key={key}>
            {value} {unit !== '' && <small>{unit}</small>}
          </td>
        );
      })}
    </tr>
  );
}
