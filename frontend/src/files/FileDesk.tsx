import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { bottleneckFields } from '@/analysis/imports/links/linkSteps';
import type { LinkTrace } from '@/analysis/imports/links/linkTrace';
import type { ReadFile } from '@/analysis/imports/trace';
import { type OpenedText, readOpenedFile } from '@/analysis/links/openedFile';
import { scenarioFragment } from '@/analysis/links/scenarioLink';
import { isModuleFile } from '@/analysis/scenario/modules';
import { parseText } from '@/analysis/scenario/problems/problems';
import { USUAL_ALGORITHM } from '@/generated/kindTitles';
import { waitForStoring } from '@/state/waitingModule';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import { Note } from '@/ui/Note';

import { ColumnChooser } from './ColumnChooser';
import styles from './files.module.css';
import { OpenedLink } from './OpenedLink';
import { OpenedMeasurement } from './OpenedMeasurement';
import { type FileReading, readingText, useFileReading } from './useFileReading';

interface FileDeskProps {
  /** Counts the requests for choosing a file. */
  readonly pickCount: number;
  /** The last file that was dropped; null: none was. */
  readonly dropped: { readonly file: File } | null;
  readonly isOver: boolean;
}

/**
 * Files that are dropped on a page without a place of its own for them, or chosen in the foot of
 * any page: what a file is, and the way to where it belongs. Nothing that is edited is replaced.
 */
export function FileDesk({ pickCount, dropped, isOver }: FileDeskProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<ReadFile | null>(null);
  const reader = useFileReading((found) => {
    setRead(found);
    return null;
  });
  const open = (next: File, columns: string | null = null) => {
    setFile(next);
    setRead(null);
    if (isModuleFile(next)) reader.cancel();
    else reader.open(next, columns);
  };
  const close = () => {
    reader.cancel();
    setFile(null);
  };
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    if (dropped !== null) latest.current(dropped.file);
  }, [dropped]);
  useEffect(() => {
    if (pickCount > 0) input.current?.click();
  }, [pickCount]);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Open a file"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = '';
          if (chosen !== undefined) open(chosen);
        }}
      />
      {isOver && <div className={styles.drop}>Drop the file here</div>}
      {file !== null && (
        <Dialog title={file.name} onClose={close} isWide>
          <div className={styles.desk}>
            {isModuleFile(file) && <OpenedModule file={file} onLeave={close} />}
            <ReadingState reader={reader} onCancel={close} />
            {read !== null && <Opened key={file.name} read={read} file={file} onLeave={close} />}
            {reader.table !== null && <ColumnChooser table={reader.table} onChoose={open} />}
          </div>
        </Dialog>
      )}
    </>
  );
}

/** It is read where it is stored. */
function OpenedModule({ file, onLeave }: { file: File; onLeave: () => void }) {
  return (
    <>
      <p>A module of WebAssembly: an algorithm of your own, as the page of algorithms stores it.</p>
      <Link
        to="/algorithms"
        onClick={() => {
          waitForStoring(file);
          onLeave();
        }}
      >
        Store it as your algorithm
      </Link>
    </>
  );
}

function ReadingState({ reader, onCancel }: { reader: FileReading; onCancel: () => void }) {
  const { reading, failure } = reader;
  return (
    <>
      <p role="status" className="small quiet">
        {reading === null ? '' : readingText(reading)}
      </p>
      {reading !== null && <Button onClick={onCancel}>Cancel reading</Button>}
      {failure !== null && (
        <Note tone="bad" title="It could not be read">
          {failure.why}
        </Note>
      )}
    </>
  );
}

interface OpenedProps {
  readonly read: ReadFile;
  readonly file: File;
  readonly onLeave: () => void;
}

function Opened({ read, file, onLeave }: OpenedProps) {
  if (read.kind === 'measurement')
    return <OpenedMeasurement trace={read.trace} onLeave={onLeave} />;
  if (read.kind === 'link') {
    return (
      <OpenedLink link={read.link}>
        {(link) =>
          link !== null && <ToEditor read={{ kind: 'link', link }} file={file} onLeave={onLeave} />
        }
      </OpenedLink>
    );
  }
  return (
    <>
      <p>A scenario or an experiment.</p>
      <ToEditor read={read} file={file} onLeave={onLeave} />
    </>
  );
}

/** Begins a new draft: the present one stays as it is. */
function ToEditor({ read, file, onLeave }: OpenedProps) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const go = async () => {
    const hash = read.kind === 'link' ? linkFragment(read.link) : await fileFragment(file);
    if (hash === null) {
      setProblem('It contains a mistake: open it in the editor, which shows the line.');
      return;
    }
    onLeave();
    await navigate({ to: '/build', hash });
  };
  return (
    <div className={styles.acts}>
      <Button
        variant="filled"
        onClick={() =>
          void go().catch((error: unknown) =>
            setProblem(error instanceof Error ? error.message : String(error)),
          )
        }
      >
        {read.kind === 'link' ? 'Start a scenario over it' : 'Open it in the editor'}
      </Button>
      {problem !== null && (
        <p role="alert" className="small">
          {problem} <Link to="/build">The editor</Link>
        </p>
      )}
    </div>
  );
}

/** The longest label of a trace in a scenario. */
const MOST_LABEL_CHARACTERS = 80;
const LEAST_RATE_BPS = 1000;
const LEAST_RTT_S = 0.0001;
const USUAL = { duration_s: 30, rtt_s: 0.04, seed: 1 } as const;

/** The part behind `#` under which the editor begins a new draft with the trace of a link. */
export function linkFragment(link: LinkTrace): string {
  const { name, opportunities_ms, mean_rate_bps, delay } = link;
  const content = {
    version: 1,
    name: `Over ${name}`.slice(0, 200),
    duration_s: USUAL.duration_s,
    bottleneck: {
      rate_bps: Math.max(LEAST_RATE_BPS, Math.round(mean_rate_bps)),
      trace: { label: name.slice(0, MOST_LABEL_CHARACTERS), opportunities_ms },
      ...bottleneckFields(link),
    },
    flows: [
      {
        rtt_s: Math.max(delay?.rtt_s ?? USUAL.rtt_s, LEAST_RTT_S),
        algorithm: { name: USUAL_ALGORITHM },
      },
    ],
  };
  return scenarioFragment({ content, seed: USUAL.seed }).slice(1);
}

/** The same of a scenario, an experiment or a result; null: it has a slip. */
async function fileFragment(file: File): Promise<string | null> {
  const opened: OpenedText = await readOpenedFile(file);
  const { value } = parseText(opened.text);
  if (value === null) return null;
  return scenarioFragment({ content: value, seed: opened.seed ?? USUAL.seed }).slice(1);
}
