/** The compiler of the page, in a worker: started when it is first asked, again when it hangs. */
import type { CompileAnswer, Compiled, CompileQuestion, DebugCompiled } from './messages';

/** A text of some hundred lines takes a second; the compiler itself comes as megabytes first. */
const PATIENCE_MS = 60_000;
const HUNG = 'The compiler did not finish within a minute and was restarted.';

interface Listener {
  readonly onCompiled: (compiled: Compiled, text: string) => void;
  /** The module for stepping of a text and watches. */
  readonly onDebug: (debug: DebugCompiled, text: string, watches: readonly string[]) => void;
}

type Wanted = Omit<CompileQuestion, 'id'>;

export class Compiler {
  readonly #listener: Listener;
  #worker: Worker | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #asked: CompileQuestion | null = null;
  /** What was typed while the compiler was busy. */
  #next: Wanted | null = null;
  #nextDebug: Wanted | null = null;
  #lastId = 0;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Compiles a text; of those that come while another one is compiled, the last. */
  ask(text: string): void {
    this.#next = { text };
    this.#begin();
  }

  /** Compiles a module for stepping, when no text waits; of several that wait, the last. */
  askDebug(text: string, watches: readonly string[]): void {
    this.#nextDebug = { text, watches };
    this.#begin();
  }

  close(): void {
    this.#next = null;
    this.#nextDebug = null;
    this.#end();
  }

  #begin(): void {
    const wanted = this.#next ?? this.#nextDebug;
    if (this.#asked !== null || wanted === null) return;
    if (wanted === this.#next) this.#next = null;
    else this.#nextDebug = null;
    this.#lastId += 1;
    this.#asked = { id: this.#lastId, ...wanted };
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

  #hear(answer: CompileAnswer): void {
    const asked = this.#asked;
    if (asked?.id !== answer.id) return;
    this.#finish();
    this.#resolve(asked, answer);
    this.#begin();
  }

  #resolve({ id, text, watches }: CompileQuestion, answer: CompileAnswer): void {
    if (id !== answer.id) return;
    if ('compiled' in answer) this.#listener.onCompiled(answer.compiled, text);
    else this.#listener.onDebug(answer.debug, text, watches ?? []);
  }

  #fail(message: string): void {
    const asked = this.#asked;
    const failed = { problems: [{ from: 0, to: 0, message }] };
    this.#end();
    if (asked !== null) {
      const { id } = asked;
      this.#resolve(
        asked,
        asked.watches === undefined ? { id, compiled: failed } : { id, debug: failed },
      );
    }
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
