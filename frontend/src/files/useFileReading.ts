import { useEffect, useRef, useState } from 'react';

import type { Progress } from '@/analysis/imports/read';
import type { TablePreview } from '@/analysis/imports/formats/tablePreview';
import type { ReadFile } from '@/analysis/imports/trace';
import type { ImportAnswer, ImportQuestion } from '@/analysis/imports/worker';

export interface Failure {
  readonly name: string;
  readonly why: string;
}

export interface Reading {
  readonly name: string;
  readonly progress: Progress | null;
}

/** A table whose columns a person may choose, and the file that it came from. */
export interface OpenedTable {
  readonly file: File;
  readonly preview: TablePreview;
}

export interface FileReading {
  readonly reading: Reading | null;
  readonly failure: Failure | null;
  readonly table: OpenedTable | null;
  readonly open: (file: File, columns?: string | null) => void;
  readonly cancel: () => void;
}

/**
 * Reads files in a thread of its own, one after the other. Opening another one, cancelling and
 * leaving the page end the thread: nothing of the file is read on. `onRead` may answer why what was
 * read has no place here.
 */
export function useFileReading(onRead: (read: ReadFile, file: File) => string | null): FileReading {
  const [reading, setReading] = useState<Reading | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [table, setTable] = useState<OpenedTable | null>(null);
  const now = useRef<Worker | null>(null);
  const stop = () => {
    now.current?.terminate();
    now.current = null;
    setReading(null);
  };
  useEffect(() => () => now.current?.terminate(), []);
  const open = (file: File, columns: string | null = null) => {
    stop();
    setFailure(null);
    setTable(null);
    const fail = (why: string) => {
      setFailure({ name: file.name, why });
      stop();
    };
    const offer = (preview: TablePreview | null | undefined) => {
      if (preview != null) setTable({ file, preview });
    };
    now.current = read(
      { file, columns },
      {
        onRead: (found, preview) => {
          const why = onRead(found, file);
          if (why === null) stop();
          else fail(why);
          offer(preview);
        },
        onProgress: (progress) => setReading({ name: file.name, progress }),
        onProblem: (why, preview) => {
          fail(why);
          offer(preview);
        },
      },
    );
    setReading({ name: file.name, progress: null });
  };
  return { reading, failure, table, open, cancel: stop };
}

interface Answers {
  readonly onRead: (read: ReadFile, preview: TablePreview | null | undefined) => void;
  readonly onProgress: (progress: Progress) => void;
  readonly onProblem: (why: string, preview?: TablePreview | null) => void;
}

function read(question: ImportQuestion, { onRead, onProgress, onProblem }: Answers): Worker {
  const worker = new Worker(new URL('../analysis/imports/worker.ts', import.meta.url), {
    type: 'module',
  });
  worker.onmessage = ({ data }: MessageEvent<ImportAnswer>) => {
    if ('read' in data) onRead(data.read, data.table);
    else if ('progress' in data) onProgress(data.progress);
    else onProblem(data.problem, data.table);
  };
  worker.onerror = ({ message }) => onProblem(message);
  worker.postMessage(question);
  return worker;
}

/** What is shown while a file is read. */
export function readingText({ name, progress }: Reading): string {
  if (progress === null || progress.all_bytes === 0) return `Reading ${name} …`;
  return `Reading ${name}, ${Math.floor((100 * progress.read_bytes) / progress.all_bytes)}% …`;
}
