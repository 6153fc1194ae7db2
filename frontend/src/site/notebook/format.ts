/** Notebooks as the browser keeps them, and as files of Jupyter (nbformat 4). Pure. */
import { isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';

interface Stream {
  readonly output_type: 'stream';
  readonly name: string;
  readonly text: string;
}

interface Shown {
  readonly output_type: 'display_data' | 'execute_result';
  readonly execution_count?: number | null;
  /** By media type. */
  readonly data: JsonObject;
  readonly metadata: JsonObject;
}

interface Failure {
  readonly output_type: 'error';
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

/** As nbformat 4 has it, but for texts: there they may be lists of lines. */
export type Output = Stream | Shown | Failure;

export const KINDS = ['code', 'markdown', 'raw'] as const;

export interface Cell {
  readonly id: string;
  readonly kind: (typeof KINDS)[number];
  readonly source: string;
  readonly outputs: readonly Output[];
  /** In which turn it was run last; null: not yet. */
  readonly count: number | null;
  /** What its file says beside. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly attachments?: Readonly<Record<string, unknown>>;
}

export interface Notebook {
  readonly id: string;
  readonly name: string;
  readonly changed_at: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly cells: readonly Cell[];
}

export class NotANotebook extends Error {
  override readonly name = 'NotANotebook';
}

export const MOST_FILE_BYTES = 30_000_000;
const MOST_CELLS = 2000;
const OWN_METADATA = 'fairtt_lab';

/** A file of Jupyter. Throws a sentence that names its problem. */
export function readNotebook(content: string, name: string, id: string): Notebook {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    throw new NotANotebook(`${name} is no notebook: it is not JSON.`);
  }
  if (!isObject(parsed) || !Array.isArray(parsed.cells)) {
    throw new NotANotebook(`${name} is no notebook: it has no list of cells.`);
  }
  const { nbformat, metadata, cells } = parsed;
  if (nbformat !== 4) {
    const found = JSON.stringify(nbformat) ?? 'none';
    throw new NotANotebook(`${name} has nbformat ${found}; it must be 4. Jupyter converts files.`);
  }
  if (cells.length > MOST_CELLS) {
    throw new NotANotebook(`${name} has ${cells.length} cells; at most ${MOST_CELLS} are read.`);
  }
  const ids = new Set<string>();
  return {
    id,
    name: name.replace(/\.ipynb$/i, ''),
    changed_at: new Date().toISOString(),
    metadata: isObject(metadata) ? metadata : {},
    cells: cells.map((cell: unknown, index) => {
      try {
        const read = readCell(cell, `cell-${index + 1}-${id.slice(0, 8)}`, ids);
        ids.add(read.id);
        return read;
      } catch (error) {
        if (!(error instanceof NotANotebook)) throw error;
        throw new NotANotebook(`${name} is no notebook: ${error.message} in cells.${index}.`);
      }
    }),
  };
}

function readCell(cell: unknown, ownId: string, taken: ReadonlySet<string>): Cell {
  if (!isObject(cell)) throw new NotANotebook('there is no object');
  const { id, cell_type, source, metadata, attachments, outputs, execution_count } = cell;
  const kind = KINDS.find((each) => each === cell_type);
  if (kind === undefined) throw new NotANotebook('cell_type is not code, markdown or raw');
  if (outputs !== undefined && !Array.isArray(outputs)) {
    throw new NotANotebook('outputs is no list');
  }
  return {
    id: typeof id === 'string' && !taken.has(id) ? id : ownId,
    kind,
    source: readText(source, 'source'),
    outputs: ((outputs ?? []) as unknown[]).map(readOutput),
    count: typeof execution_count === 'number' ? execution_count : null,
    metadata: isObject(metadata) ? metadata : {},
    ...(isObject(attachments) && { attachments }),
  };
}

function readOutput(output: unknown): Output {
  if (!isObject(output)) throw new NotANotebook('an output is no object');
  const { output_type, name, text, data, metadata, ename, evalue, traceback } = output;
  switch (output_type) {
    case 'stream':
      return { output_type, name: readText(name, 'name'), text: readText(text, 'text') };
    case 'error':
      return {
        output_type,
        ename: readText(ename, 'ename'),
        evalue: readText(evalue, 'evalue'),
        traceback: Array.isArray(traceback) ? traceback.map(String) : [],
      };
    case 'display_data':
    case 'execute_result': {
      if (!isObject(data)) throw new NotANotebook('data of an output is no object');
      const { execution_count: count } = output;
      const counted = output_type === 'execute_result' && {
        execution_count: typeof count === 'number' ? count : null,
      };
      return { output_type, data, metadata: isObject(metadata) ? metadata : {}, ...counted };
    }
    default:
      throw new NotANotebook(`output_type is ${JSON.stringify(output_type) ?? 'missing'}`);
  }
}

/** One text, or lines with their ends. */
function readText(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  const isLines = Array.isArray(value) && value.every((line) => typeof line === 'string');
  if (!isLines) throw new NotANotebook(`${name} is no text`);
  return value.join('');
}

/** As Jupyter writes it; `behaviour` is that of the core, so that it can be run again alike. */
export function writeNotebook(notebook: Notebook, behaviour: number): string {
  const kernelspec = { name: 'python3', display_name: 'Python 3', language: 'python' };
  const metadata = {
    kernelspec,
    language_info: { name: 'python' },
    ...notebook.metadata,
    [OWN_METADATA]: { behaviour_version: behaviour },
  };
  const cells = notebook.cells.map(({ id, kind, source, outputs, count, ...rest }) => {
    const own = { cell_type: kind, id, ...rest, source: splitLines(source) };
    if (kind !== 'code') return own;
    return { ...own, execution_count: count, outputs: outputs.map(toFile) };
  });
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

function toFile(own: Output) {
  return own.output_type === 'stream' ? { ...own, text: splitLines(own.text) } : own;
}

/** Each with its end, the last one without. */
function splitLines(value: string): string[] {
  return value.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** What printed parts are in one output, as in Jupyter. */
export function withOutput(outputs: readonly Output[], next: Output): readonly Output[] {
  const last = outputs.at(-1);
  const goesOn =
    next.output_type === 'stream' && last?.output_type === 'stream' && last.name === next.name;
  if (!goesOn) return [...outputs, next];
  return [...outputs.slice(0, -1), { ...last, text: last.text + next.text }];
}

/** A text of a bundle of media types. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String).join('') : '';
}
