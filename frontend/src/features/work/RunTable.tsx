import { Link } from '@tanstack/react-router';
import {
  createColumnHelper,
  rowSelectionFeature,
  type RowSelectionState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';

import { formatPercent } from '@/analysis/numbers/units';
import { useAlgorithmTitle } from '@/api/catalog';
import { stageOf } from '@/api/runs/runProgress';
import type { RunListed } from '@/api/work';
import { hueClass } from '@/charts/palette';
import { usePrefetchRun } from '@/opening/prefetchRunPage';
import { When } from '@/ui/When';

import styles from './row.module.css';
import { RowActions, Shares, Sketch } from './rowParts';
import { groupWords, manyGroups, runName, settingParts, stateWords } from './runTexts';

export type Chosen = RowSelectionState;

interface RunTableProps {
  readonly runs: readonly RunListed[];
  /** Ids of the chosen runs, in the order in which they were chosen. */
  readonly chosen: Chosen;
  readonly onChoose: (update: Chosen | ((old: Chosen) => Chosen)) => void;
  readonly deletingIds: readonly string[];
  readonly onDelete: (id: string) => void;
}

const features = tableFeatures({ rowSelectionFeature });
const helper = createColumnHelper<typeof features, RunListed>();

const columns = helper.columns([
  helper.display({
    id: 'choose',
    header: ({ table }) => (
      <input
        type="checkbox"
        aria-label="Select all runs shown"
        checked={table.getIsAllRowsSelected()}
        onChange={table.getToggleAllRowsSelectedHandler()}
      />
    ),
    cell: ({ row }) => (
      <input
        type="checkbox"
        aria-label={`Choose ${runName(row.original)}, seed ${row.original.seed}`}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    ),
  }),
  helper.display({
    id: 'sketch',
    header: 'Throughput',
    cell: ({ row }) => <Sketch run={row.original} />,
  }),
  helper.display({
    id: 'name',
    header: 'Name',
    cell: ({ row }) => <NameCell run={row.original} />,
  }),
  helper.display({
    id: 'setting',
    header: 'Bottleneck',
    cell: ({ row }) => <Setting run={row.original} />,
  }),
  helper.display({
    id: 'shares',
    header: 'Who got what',
    cell: ({ row }) => <Shares run={row.original} />,
  }),
  helper.display({
    id: 'state',
    header: 'State',
    cell: ({ row }) => <StateCell run={row.original} />,
  }),
  helper.accessor('created_at', {
    id: 'made',
    header: 'Made',
    cell: ({ getValue }) => <When at={getValue()} />,
  }),
]);

const NO_RUNS: RunListed[] = [];

/** A row for each run: what it is, what it found, and what can be done with it. */
export function RunTable({ runs, chosen, onChoose, deletingIds, onDelete }: RunTableProps) {
  const table = useTable({
    features,
    columns,
    data: runs.length === 0 ? NO_RUNS : runs,
    getRowId: (run) => run.id,
    state: { rowSelection: chosen },
    onRowSelectionChange: onChoose,
  });
  return (
    <table className={styles.table}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id} scope="col" data-column={header.column.id}>
                <table.FlexRender header={header} />
              </th>
            ))}
            <th scope="col" data-column="actions">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} data-chosen={row.getIsSelected() || undefined}>
            {row.getAllCells().map((cell) => (
              <td key={cell.id} data-column={cell.column.id}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
            <td data-column="actions">
              <RowActions
                run={row.original}
                isBusy={deletingIds.includes(row.id)}
                onDelete={() => onDelete(row.id)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Setting({ run }: { run: RunListed }) {
  return (
    <span className={styles.setting}>
      {[...settingParts(run.scenario), `seed ${run.seed}`].map((part) => (
        <span key={part}>{part}</span>
      ))}
    </span>
  );
}

/** The name of a run, and below it a summary. */
function NameCell({ run }: { run: RunListed }) {
  const titleOf = useAlgorithmTitle();
  const prefetchRun = usePrefetchRun();
  const groups = groupWords(run.scenario, titleOf);
  return (
    <>
      <Link
        className={styles.name}
        to="/runs/$id"
        params={{ id: run.id }}
        onPointerDown={() => prefetchRun(run)}
      >
        {runName(run)}
      </Link>
      <span className={styles.what}>
        {groups === null &&
          manyGroups(run.scenario, titleOf).map((part) => (
            <span key={part} className={styles.group}>
              {part}
            </span>
          ))}
        {groups?.map(({ groupIndex, label, rest }) => (
          <span key={groupIndex} className={styles.group}>
            <b className={`hue-text ${hueClass(groupIndex)}`}>{label}</b> {rest}
          </span>
        ))}
      </span>
    </>
  );
}

const LAST_STAGES = { storing: 'storing', summing: 'summing up' } as const;

function runningText(run: RunListed): string {
  const stage = stageOf(run);
  if (stage !== 'simulating') return LAST_STAGES[stage];
  return `running, ${formatPercent(run.progress.simulated_s / run.progress.duration_s)}`;
}

/** How far a run is, or why it has no result. */
function StateCell({ run }: { run: RunListed }) {
  const { status, progress, error } = run;
  if (status === 'running') {
    const share = progress.simulated_s / progress.duration_s;
    return (
      <>
        {runningText(run)}
        <span className={styles.progress}>
          <i style={{ width: `${Math.min(100, share * 100)}%` }} />
        </span>
      </>
    );
  }
  if (status === 'failed') {
    return (
      <span className={styles.failed} title={error?.message}>
        <b>{stateWords.failed}</b>
        {error !== null && <span className={styles.why}>{error.message}</span>}
      </span>
    );
  }
  return <span className={status === 'done' ? 'quiet' : undefined}>{stateWords[status]}</span>;
}
