import { useRef, useState } from 'react';

import type { MeasuredTrace } from '@/analysis/imports/types';
import type { ImportAnswer } from '@/analysis/imports/worker';
import type { Run } from '@/api/types';
import { measuredText } from '@/messages/measured';
import { usePageKeys } from '@/state/keys';
import { addMeasured, removeMeasured, useMeasured } from '@/state/measured';
import { Button } from '@/ui/Button';
import { Kbd } from '@/ui/Kbd';
import { Note } from '@/ui/Note';
import { useDroppedFile } from '@/ui/useDroppedFile';

import styles from './measured.module.css';
import { MeasuredDialog } from './MeasuredDialog';

/** Traces of real networks beside the run: the way in, and what there is. */
export function MeasuredSection({ run }: { run: Run }) {
  const placed = useMeasured(run.id);
  const input = useRef<HTMLInputElement>(null);
  const { reading, failure, open } = useReading(run);
  const [shownId, setShown] = useState<string | null>(null);
  const isOver = useDroppedFile(open);
  usePageKeys({ m: () => input.current?.click() });
  const shown = placed.find(({ id }) => id === shownId);
  return (
    <section className={styles.section}>
      <h2>{measuredText.title}</h2>
      {placed.length === 0 && <p className="small faint">{measuredText.what}</p>}
      {placed.map(({ id, trace }) => (
        <div key={id} className={styles.trace}>
          <b>{trace.name}</b>
          <span className="small quiet">
            {measuredText.sources[trace.source]}, {measuredText.flows(trace.flows.length)}
          </span>
          <span className={styles.acts}>
            <button type="button" aria-haspopup="dialog" onClick={() => setShown(id)}>
              {measuredText.set}
            </button>
            <button
              type="button"
              aria-label={measuredText.removeOf(trace.name)}
              onClick={() => removeMeasured(run.id, id)}
            >
              {measuredText.remove}
            </button>
          </span>
        </div>
      ))}
      {placed.length > 0 && <p className="small faint">{measuredText.kept}</p>}
      <Button onClick={() => input.current?.click()} rightSection={<Kbd>m</Kbd>}>
        {measuredText.choose}
      </Button>
      <input
        ref={input}
        type="file"
        className={styles.file}
        tabIndex={-1}
        aria-label={measuredText.choose}
        accept=".json,.gz,.jsonl,.log,.txt,.qlog,.sqlog,application/json,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) open(file);
          // The same file can be opened again.
          target.value = '';
        }}
      />
      <p role="status" className="small quiet">
        {reading === null ? '' : measuredText.reading(reading)}
      </p>
      {failure !== null && (
        <Note tone="bad" title={measuredText.failed(failure.name)}>
          {failure.why}
        </Note>
      )}
      {isOver && <div className={styles.drop}>{measuredText.drop}</div>}
      {shown !== undefined && (
        <MeasuredDialog run={run} placed={shown} onClose={() => setShown(null)} />
      )}
    </section>
  );
}

interface Failure {
  readonly name: string;
  readonly why: string;
}

function useReading(run: Run) {
  const [reading, setReading] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const open = (file: File) => {
    setReading(file.name);
    setFailure(null);
    void readFile(file)
      .then(
        (trace) => addMeasured(run.id, trace, run.scenario.flows.length),
        (error: unknown) =>
          setFailure({
            name: file.name,
            why: error instanceof Error ? error.message : String(error),
          }),
      )
      .then(() => setReading(null));
  };
  return { reading, failure, open };
}

/** Reads a trace in a thread of its own. Throws with what is wrong, and where. */
function readFile(file: File): Promise<MeasuredTrace> {
  const worker = new Worker(new URL('../../../analysis/imports/worker.ts', import.meta.url), {
    type: 'module',
  });
  return new Promise<MeasuredTrace>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ImportAnswer>) => {
      if ('trace' in data) resolve(data.trace);
      else reject(new Error(data.problem));
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
