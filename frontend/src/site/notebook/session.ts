/** A notebook that is open: its cells, its Python, and what the browser keeps of it. */
import { behaviour_version } from '@/core/ccsim.json';
import { loadCore } from '@/core/load';

import { fileUrl } from '../address';
import { keptIn } from '../database';
import { fixedAnswer } from '../fixed';
import { newId } from '../runs';
import { type Cell, type Notebook, type Output, withOutput, writeNotebook } from './format';
import type { CellAsked, NotebookBegin, NotebookNews, Progress } from './messages';

export const keptNotebooks = keptIn<Notebook>('fairtt-lab-notebooks', 'id');

/** What is typed is kept after so long a pause. */
const KEEP_AFTER_MS = 400;

const STOPPED =
  'Python was stopped and all names are lost. Change this cell if it ran too long; then run the ' +
  'cells above it again.';
const TAKEN =
  'Another notebook uses Python now, and all names of this one are lost. Run its cells again to ' +
  'use Python here.';

type Python =
  | { readonly state: 'off' }
  | { readonly state: 'starting' }
  | { readonly state: 'ready' }
  | { readonly state: 'failed'; readonly title: string; readonly problem: string };

/** The cell that runs. */
export interface Running {
  readonly since: Date;
  /** null: it computes no more than one run. */
  readonly progress: Progress | null;
}

export interface SessionView {
  readonly notebook: Notebook;
  readonly python: Python;
  /** Cells that wait for their turn or run, by their ids. */
  readonly waiting: readonly string[];
  /** Of the first of `waiting`; null: it waits for Python, too. */
  readonly running: Running | null;
  /** What was deleted last. */
  readonly deleted: { readonly cell: Cell; readonly at: number } | null;
  /** It could not be kept. */
  readonly isLost: boolean;
}

const NOT_STARTED = 'Python did not start';

/** Of all notebooks one has Python: it takes some 100 MB. */
let withPython: Session | null = null;

export class Session {
  #view: SessionView;
  readonly #listeners = new Set<() => void>();
  #worker: Worker | null = null;
  #count = 0;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #isRemoved = false;

  constructor(notebook: Notebook) {
    this.#count = Math.max(0, ...notebook.cells.map(({ count }) => count ?? 0));
    this.#view = {
      notebook,
      python: { state: 'off' },
      waiting: [],
      running: null,
      deleted: null,
      isLost: false,
    };
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly view = () => this.#view;

  rename(name: string) {
    this.#changeNotebook({ name });
  }

  /** Code waits for its turn; a text only stops being edited. */
  run(id: string) {
    const cell = this.#view.notebook.cells.find((each) => each.id === id);
    if (cell?.kind !== 'code' || this.#view.waiting.includes(id)) return;
    this.#changeCell(id, { outputs: [], count: null });
    this.#change({ waiting: [...this.#view.waiting, id] });
    if (this.#worker === null) this.#start();
    else if (this.#view.waiting.length === 1) this.#next();
  }

  runAll() {
    for (const { id } of this.#view.notebook.cells) this.run(id);
  }

  /** Ends Python with all its names; the next cell that is run starts it again. */
  stop(why = STOPPED) {
    const [id] = this.#view.waiting;
    if (id !== undefined && this.#view.running !== null) {
      const said = { ename: 'Stopped', evalue: why, traceback: [] };
      this.#addOutput(id, { output_type: 'error', ...said });
    }
    this.#worker?.terminate();
    this.#worker = null;
    if (withPython === this) withPython = null;
    this.#change({ python: { state: 'off' }, waiting: [], running: null });
    void this.#keep();
  }

  /** Keeps typed text now instead of later; without any, the version of another tab stays. */
  keepNow() {
    if (this.#keeping !== undefined) void this.#keep();
  }

  setSource(id: string, source: string) {
    this.#changeCell(id, { source });
  }

  setKind(id: string, kind: Cell['kind']) {
    this.#changeCell(id, { kind, outputs: [], count: null });
  }

  /** Its id. */
  addBehind(id: string | null, kind: Cell['kind'] = 'code'): string {
    const { cells } = this.#view.notebook;
    const at = id === null ? 0 : cells.findIndex((each) => each.id === id) + 1;
    const cell = emptyCell(kind);
    this.#changeNotebook({ cells: cells.toSpliced(at, 0, cell) });
    return cell.id;
  }

  move(id: string, by: -1 | 1) {
    const { cells } = this.#view.notebook;
    const at = cells.findIndex((each) => each.id === id);
    const cell = cells[at];
    const to = at + by;
    if (cell === undefined || to < 0 || to >= cells.length) return;
    this.#changeNotebook({ cells: cells.toSpliced(at, 1).toSpliced(to, 0, cell) });
  }

  remove(id: string) {
    const { cells } = this.#view.notebook;
    const at = cells.findIndex((each) => each.id === id);
    const cell = cells[at];
    if (cell === undefined || this.#view.waiting.includes(id)) return;
    this.#changeNotebook({ cells: cells.toSpliced(at, 1) });
    this.#change({ deleted: { cell, at } });
  }

  takeBack() {
    const { deleted, notebook } = this.#view;
    if (deleted === null) return;
    this.#changeNotebook({ cells: notebook.cells.toSpliced(deleted.at, 0, deleted.cell) });
    this.#change({ deleted: null });
  }

  clearOutputs() {
    const { cells } = this.#view.notebook;
    this.#changeNotebook({ cells: cells.map((cell) => ({ ...cell, outputs: [], count: null })) });
  }

  /** As a file of Jupyter. */
  text(): string {
    return writeNotebook(this.#view.notebook, behaviour_version);
  }

  /** Of the browser, too. */
  async delete() {
    this.#isRemoved = true;
    clearTimeout(this.#keeping);
    this.stop();
    sessions.delete(this.#view.notebook.id);
    await keptNotebooks.remove(this.#view.notebook.id);
  }

  #start() {
    if (withPython !== this) withPython?.stop(TAKEN);
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- one of all has Python
    withPython = this;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    this.#change({ python: { state: 'starting' } });
    worker.onmessage = ({ data }: MessageEvent<NotebookNews>) => this.#hear(data);
    worker.onerror = ({ message }) => this.#fail(message);
    begin().then(
      (message) => {
        if (this.#worker === worker) worker.postMessage(message);
      },
      (error: unknown) => {
        if (this.#worker === worker) this.#fail(String(error));
      },
    );
  }

  #hear(news: NotebookNews) {
    if ('isReady' in news) {
      this.#change({ python: { state: 'ready' } });
      this.#next();
    } else if ('problem' in news) this.#fail(news.problem);
    else this.#hearOfCell(news);
  }

  #hearOfCell(news: Extract<NotebookNews, { number: number }>) {
    const [id, ...others] = this.#view.waiting;
    if (id === undefined || news.number !== this.#count) return;
    if ('output' in news) this.#addOutput(id, news.output);
    else if ('progress' in news) {
      const { running } = this.#view;
      if (running !== null) this.#change({ running: { ...running, progress: news.progress } });
    } else {
      // Cells behind an error would run without the results of the failed one.
      this.#change({ waiting: news.ended === 'ok' ? others : [], running: null });
      this.#next();
    }
  }

  #addOutput(id: string, output: Output) {
    const cell = this.#view.notebook.cells.find((each) => each.id === id);
    if (cell !== undefined) this.#changeCell(id, { outputs: withOutput(cell.outputs, output) });
  }

  #next() {
    const [id] = this.#view.waiting;
    if (id === undefined) return;
    this.#count += 1;
    this.#changeCell(id, { count: this.#count });
    this.#change({ running: { since: new Date(), progress: null } });
    const source = this.#view.notebook.cells.find((each) => each.id === id)?.source ?? '';
    const asked: CellAsked = { number: this.#count, source };
    this.#worker?.postMessage(asked);
  }

  #fail(problem: string) {
    const title = this.#view.python.state === 'ready' ? 'Python broke off' : NOT_STARTED;
    this.stop(`${title}: ${problem}`);
    this.#change({ python: { state: 'failed', title, problem } });
  }

  #changeCell(id: string, change: Partial<Cell>) {
    const { cells } = this.#view.notebook;
    this.#changeNotebook({
      cells: cells.map((cell) => (cell.id === id ? { ...cell, ...change } : cell)),
    });
  }

  #changeNotebook(change: Partial<Notebook>) {
    const changed_at = new Date().toISOString();
    this.#change({ notebook: { ...this.#view.notebook, ...change, changed_at } });
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => void this.#keep(), KEEP_AFTER_MS);
  }

  async #keep() {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    if (this.#isRemoved) return;
    try {
      await keptNotebooks.put(this.#view.notebook);
      if (this.#view.isLost) this.#change({ isLost: false });
    } catch {
      this.#change({ isLost: true });
    }
  }

  #change(change: Partial<SessionView>) {
    this.#view = { ...this.#view, ...change };
    for (const notify of this.#listeners) notify();
  }
}

export function emptyCell(kind: Cell['kind']): Cell {
  return { id: newId(), kind, source: '', outputs: [], count: null, metadata: {} };
}

const sessions = new Map<string, Session>();

function keepAll() {
  for (const session of sessions.values()) session.keepNow();
}

// A tab that closes or sleeps may never come to what waits. Phones report the first only.
document.addEventListener('visibilitychange', keepAll);
window.addEventListener('pagehide', keepAll);

/** null: the browser keeps none of this id. */
export async function openSession(id: string): Promise<Session | null> {
  const known = sessions.get(id);
  if (known !== undefined) return known;
  const notebook = await keptNotebooks.get(id);
  if (notebook === null) return null;
  // It may have been opened twice meanwhile.
  const session = sessions.get(id) ?? new Session(notebook);
  sessions.set(id, session);
  return session;
}

async function begin(): Promise<NotebookBegin> {
  const read = async (path: string) => {
    const answer = await fixedAnswer(path);
    if (answer === null) throw new Error(`The site has no file of ${path}.`);
    return answer.text();
  };
  const [module, schema, algorithms, cases] = await Promise.all([
    loadCore(),
    read('/api/schema/scenario'),
    read('/api/algorithms'),
    read('/api/presets'),
  ]);
  const rules = {
    schema: JSON.parse(schema) as NotebookBegin['rules']['schema'],
    algorithms: JSON.parse(algorithms) as NotebookBegin['rules']['algorithms'],
  };
  return { folder: fileUrl('python/').href, module, rules, cases };
}
