/** The compiler of the page, in a worker: started when it is first asked, again when it hangs. */
import type { CompileAnswer, Compiled, CompileQuestion } from './messages';

/** A text of some hundred lines takes a second; the compiler itself comes as megabytes first. */
const PATIENCE_MS = 60_000;
const HUNG = 'The compiler did not come to an end within a minute. It was started anew.';

export class Compiler {
  readonly #tell: (compiled: Compiled, text: string) => void;
  #worker: Worker | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #asked: CompileQuestion | null = null;
  /** What was typed while the compiler was busy. */
  #next: string | null = null;
  #lastId = 0;

  constructor(tell: (compiled: Compiled, text: string) => void) {
    this.#tell = tell;
  }

  /** Compiles a text; of those that come while another one is compiled, the last. */
  ask(text: string): void {
    this.#next = text;
    this.#begin();
  }

  close(): void {
    this.#next = null;
    this.#end();
  }

  #begin(): void {
    if (this.#asked !== null || this.#next === null) return;
    this.#lastId += 1;
    this.#asked = { id: this.#lastId, text: this.#next };
    this.#next = null;
    this.#started().postMessage(this.#asked);
    this.#timer = setTimeout(() => this.#fail(HUNG), PATIENCE_MS);
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<CompileAnswer>) => this.#hear(data);
    worker.onerror = ({ message }) =>
      this.#fail(`The compiler could not be loaded${message ? `: ${message}` : '.'}`);
    this.#worker = worker;
    return worker;
  }

  #hear({ id, compiled }: CompileAnswer): void {
    const asked = this.#asked;
    if (asked?.id !== id) return;
    this.#finish();
    this.#tell(compiled, asked.text);
    this.#begin();
  }

  #fail(message: string): void {
    const text = this.#asked?.text ?? '';
    this.#end();
    this.#tell({ problems: [{ from: 0, to: 0, message }] }, text);
    this.#begin();
  }

  #finish(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#asked = null;
  }

  #end(): void {
    this.#finish();
    this.#worker?.terminate();
    this.#worker = null;
  }
}
