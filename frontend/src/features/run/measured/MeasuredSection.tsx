import { useRef, useState, lazy, Suspense } from 'react';

import { isModuleFile } from '@/analysis/scenario/modules';
import type { Run } from '@/api/types';
import {
  readingText,
  type OpenedTable,
  type FileReading,
  useFileReading,
} from '@/files/useFileReading';
import { usePageKeys } from '@/state/keys';
import {
  addMeasured,
  type PlacedTrace,
  removeMeasured,
  useMeasured,
  useWaiting,
  waitForRun,
} from '@/state/measured';
import { Button } from '@/ui/Button';
import { Kbd } from '@/ui/Kbd';
import { Note } from '@/ui/Note';
import { passFileOn, useDroppedFile } from '@/ui/fields/useDroppedFile';

import { DistanceLine } from './Distance';
import styles from './measured.module.css';
import { MeasuredDialog } from './MeasuredDialog';
import { whereKept } from './whereKept';

const SOURCES = {
  iperf3: 'iperf3',
  iperf2: 'iperf 2',
  ss: 'ss',
  qlog: 'qlog',
  capture: 'capture',
  flent: 'Flent',
  ns3: 'ns-3',
  pantheon: 'Pantheon',
  tcp_probe: 'tcp_probe',
  ping: 'ping',
  nuttcp: 'nuttcp',
  netperf: 'netperf',
  csv: 'table',
  series: 'measured case',
} as const;

/** Traces of real networks beside the run: the way in, and what there is. */
export function MeasuredSection({ run }: { run: Run }) {
  const placed = useMeasured(run.id);
  const input = useRef<HTMLInputElement>(null);
  const { reading, failure, table, open, cancel } = useReading(run);
  const [shownId, setShown] = useState<string | null>(null);
  const isOver = useDroppedFile((file) => {
    // A module of WebAssembly is no measurement.
    if (!isModuleFile(file) || !passFileOn(file)) open(file);
  });
  usePageKeys({ m: () => input.current?.click() });
  const shown = placed.find(({ id }) => id === shownId);
  return (
    <section className={styles.section}>
      <h2>Measured</h2>
      {placed.length === 0 && (
        <p className="small faint">
          A log of iperf, ss, qlog or Flent, a capture or a table, drawn next to the simulation.
        </p>
      )}
      {placed.map((each) => (
        <TraceRow
          key={each.id}
          run={run}
          placed={each}
          onShow={() => setShown(each.id)}
          onRemove={() => removeMeasured(run.id, each.id)}
        />
      ))}
      {placed.length > 0 && <p className="small faint">{whereKept(placed)}</p>}
      <Waiting run={run} />
      <Button onClick={() => input.current?.click()} rightSection={<Kbd>m</Kbd>}>
        Open a trace
      </Button>
      <input
        ref={input}
        type="file"
        className={styles.file}
        tabIndex={-1}
        aria-label="Open a trace"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) open(file);
          // The same file can be opened again.
          target.value = '';
        }}
      />
      <p role="status" className="small quiet">
        {reading === null ? '' : readingText(reading)}
      </p>
      {reading !== null && <Button onClick={cancel}>Cancel reading</Button>}
      {failure !== null && (
        <Note tone="bad" title={`${failure.name} could not be read`}>
          {failure.why}
        </Note>
      )}
      {table !== null && (
        <Columns key={table.file.name} table={table} isNeeded={failure !== null} onChoose={open} />
      )}
      {isOver && <div className={styles.drop}>Drop the trace here</div>}
      {shown !== undefined && (
        <MeasuredDialog run={run} placed={shown} onClose={() => setShown(null)} />
      )}
    </section>
  );
}

/** A file opened on another page, waiting for a run to be chosen. */
function Waiting({ run }: { run: Run }) {
  const waiting = useWaiting();
  if (waiting === null) return null;
  const put = () => {
    addMeasured(run.id, waiting, run.scenario.flows.length);
    waitForRun(null);
  };
  return <Button variant="filled" onClick={put}>{`Put ${waiting.name} here`}</Button>;
}

interface TraceRowProps {
  readonly run: Run;
  readonly placed: PlacedTrace;
  readonly onShow: () => void;
  readonly onRemove: () => void;
}

function TraceRow({ run, placed, onShow, onRemove }: TraceRowProps) {
  const { trace } = placed;
  return (
    <div className={styles.trace}>
      <b className="cut">{trace.name}</b>
      <span className="small quiet">
        {SOURCES[trace.source]},{' '}
        {trace.flows.length === 1 ? '1 flow' : `${trace.flows.length} flows`}
      </span>
      <DistanceLine run={run} placed={placed} />
      <span className={styles.acts}>
        <button type="button" className="ui-link" aria-haspopup="dialog" onClick={onShow}>
          Numbers and settings
        </button>
        <button
          type="button"
          className="ui-link"
          aria-label={`Remove ${trace.name}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </span>
    </div>
  );
}

/** Few files need it. */
const ColumnChooser = lazy(() =>
  import('@/files/ColumnChooser').then((module) => ({ default: module.ColumnChooser })),
);

interface ColumnsProps {
  readonly table: OpenedTable;
  /** The names of its columns did not say enough. */
  readonly isNeeded: boolean;
  readonly onChoose: (file: File, columns: string) => void;
}

/** The columns of a table that was opened here, to be chosen or changed. */
function Columns({ table, isNeeded, onChoose }: ColumnsProps) {
  return (
    <details open={isNeeded}>
      <summary>{`Columns of ${table.file.name}`}</summary>
      <Suspense>
        <ColumnChooser table={table} onChoose={onChoose} />
      </Suspense>
    </details>
  );
}

const IS_LINK =
  'It is a link trace, not a measurement. Open it under Build, as the delivery trace of the bottleneck.';
const IS_SCENARIO = 'It is a scenario, not a measurement. Open it under Build.';

/** Reads traces that stand beside a run; a table with other columns replaces itself. */
export function useReading(run: Run): FileReading {
  const placed = useRef<{ readonly file: File; readonly id: string } | null>(null);
  return useFileReading((found, file) => {
    if (found.kind !== 'measurement') {
      // It may belong elsewhere: the same that a page without a place for files shows.
      if (passFileOn(file)) return null;
      return found.kind === 'link' ? IS_LINK : IS_SCENARIO;
    }
    const before = placed.current;
    if (before?.file === file) removeMeasured(run.id, before.id);
    const id = addMeasured(run.id, found.trace, run.scenario.flows.length);
    placed.current = { file, id };
    return null;
  });
}
