import clsx from 'clsx';

import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';

import { withUnit } from '@/analysis/experiment/experimentTexts';
import { differenceFormat, metricFormat } from '@/analysis/numbers/metricFormat';
import { formatCount } from '@/analysis/numbers/units';
import { Button } from '@/ui/Button';
import { saveFile } from '@/ui/saveFile';
import { SortHead } from '@/ui/SortHead';

import { armsOf, type Arm } from '../arms';
import styles from './table.module.css';
import {
  groupSpans,
  tableCsv,
  tableLatex,
  tableModel,
  type TableColumn,
  type TableRow,
} from './tableModel';
import type { Shown } from '../useExperimentView';
import type { Numbers } from '../useNumbers';

/** A browser and a screen reader can take so many rows; the file has all of them. */
const MOST_ROWS = 500;

const FEATURES = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});
type Definition = ColumnDef<typeof FEATURES, TableRow>;

interface CellTableProps {
  readonly shown: Shown;
  readonly numbers: Numbers;
  readonly isDifference?: boolean;
}

/** The numbers behind maps and lines: sorted by any column, found by word, taken as a file. */
export function CellTable({ shown, numbers, isDifference = false }: CellTableProps) {
  const { metric, experiment, cell: chosen } = shown;
  const [find, setFind] = useState('');
  const { model, caption } = useMemo(() => {
    const means = isDifference ? numbers.differences?.verdicts.cells.mean : numbers.map?.mean;
    const format = (isDifference ? differenceFormat : metricFormat)(metric, means ?? []);
    const arms = armsOf(experiment);
    return {
      model: tableModel({ experiment, numbers, arms, format, isDifference, metric: metric.name }),
      caption: withUnit(metric.label, format.unit) + (isDifference ? against(arms, numbers) : ''),
    };
  }, [experiment, numbers, metric, isDifference]);
  const data = useMemo(() => model.rows.filter((row) => isFound(row, find)), [model, find]);
  const columns = useMemo(() => definitionsOf(model.columns), [model]);
  const table = useTable({
    features: FEATURES,
    data,
    columns,
    getRowId: ({ key }) => key,
  });
  const rows = table.getRowModel().rows.map(({ original }) => original);
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const name = experiment.name === '' ? 'experiment' : experiment.name;
  return (
    <>
      <div className={styles.tools}>
        <label>
          Find
          <input type="search" value={find} onChange={({ target }) => setFind(target.value)} />
        </label>
        <Button onClick={() => saveFile(`${name}.csv`, tableCsv(model, rows), 'text/csv')}>
          Table as CSV
        </Button>
        <Button
          onClick={() => saveFile(`${name}.tex`, tableLatex(model, rows, caption), 'text/x-tex')}
        >
          Table as LaTeX
        </Button>
      </div>
      <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
        <table className={clsx('row-heads', styles.table)}>
          <caption>
            {caption}
            <span>{countText(rows.length, model.rows.length)}</span>
          </caption>
          <thead>
            <Groups columns={model.columns} />
            <tr>
              {headers.map(({ id, column }, index) => (
                <SortHead
                  key={id}
                  name={model.columns[index]?.title}
                  isNumber={model.columns[index]?.isNumber}
                  direction={column.getIsSorted()}
                  onSort={() => column.toggleSorting(column.getIsSorted() === 'asc')}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map((row) => (
              <Row key={row.key} row={row} columns={model.columns} chosen={chosen} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The meaning of a number, for files: `: distance from fair, times that of BBRv2`. */
function against(arms: readonly Arm[], { differences }: Numbers): string {
  const baseline = arms.find(({ isBaseline }) => isBaseline)?.name ?? 'the baseline';
  const { towards, kind } = differences?.verdicts ?? {};
  const what = towards === 'fair' ? 'distance from fair, ' : '';
  return `: ${what}${kind === 'ratio' ? 'times that of' : 'minus that of'} ${baseline}`;
}

/** It stands in a place or a number of the row, as they are written. */
function isFound({ values }: TableRow, find: string): boolean {
  const wanted = find.trim().toLowerCase();
  return values.some(({ text }) => text.toLowerCase().includes(wanted));
}

function countText(found: number, all: number): string {
  const shown = Math.min(found, MOST_ROWS);
  if (shown === all) return '';
  const first = shown < found ? `the first ${formatCount(shown)} of ` : '';
  return `${first}${formatCount(found)} of ${formatCount(all)} places`;
}

function definitionsOf(columns: readonly TableColumn[]): Definition[] {
  return columns.map(({ key }, index): Definition => ({
    id: key,
    // Rows without a value stand last, whichever way the others are sorted.
    accessorFn: ({ values }) => values[index]?.value,
    sortFn: 'basic',
    sortUndefined: 'last',
  }));
}

/** Which arm the columns are of; nothing where nothing is compared. */
function Groups({ columns }: { columns: readonly TableColumn[] }) {
  const spans = groupSpans(columns);
  if (spans.every(({ name }) => name === '')) return null;
  return (
    <tr>
      {spans.map(({ name, count }, index) =>
        name === '' ? (
          <td key={index} colSpan={count} />
        ) : (
          <th key={index} colSpan={count} scope="colgroup">
            {name}
          </th>
        ),
      )}
    </tr>
  );
}

interface RowProps {
  readonly row: TableRow;
  readonly columns: readonly TableColumn[];
  readonly chosen: number;
}

function Row({ row, columns, chosen }: RowProps) {
  return (
    <tr data-chosen={row.cells.includes(chosen) || undefined}>
      {columns.map(({ key, group, isNumber }, index) => {
        const text = row.values[index]?.text;
        return group === '' && !isNumber ? (
          <th key={key} scope="row">
            {text}
          </th>
        ) : (
          <td key={key} className={isNumber ? 'number' : undefined}>
            {text}
          </td>
        );
      })}
    </tr>
  );
}
