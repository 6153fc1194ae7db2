/**
 * Records what a module for stepping is given and answers, event by event, in a run of the page's
 * core (features/ownAlgorithm/compiler/debug.ts makes such modules). Watches may do what they
 * like: the state of the module is put back behind them, so that the run stays as it is.
 */
import { clauseOf } from './ownProblem';

/** Which events of which connection are wanted. */
export interface StepsAsked {
  /** The connections of the module are counted from 0 in the order in which they begin. */
  readonly connection: number;
  /** The first event at or after it is the one that stepping begins with. */
  readonly from: { readonly timeNs: bigint } | { readonly index: number };
  /** So many events before that one, at most. */
  readonly before: number;
  /** So many from that one on, at most. */
  readonly after: number;
  /** Events as the ABI names them. */
  readonly functions: readonly string[];
  /** Exports of the module that are variables. */
  readonly variables: readonly string[];
  /** By watch: whether the module has it. */
  readonly watches: readonly boolean[];
}

export type WatchValue =
  { readonly value: bigint | number | boolean } | { readonly problem: string };

/** What the connection's controls were set to; null: the algorithm does not say. */
export interface StepControls {
  readonly window_packets: bigint | null;
  readonly pacing_rate_bps: bigint | null;
  readonly ssthresh_packets: bigint | null;
  readonly after_ack: bigint | null;
}

export interface Step {
  /** Among all events of the connection, from 0. */
  readonly index: number;
  /** As the ABI names it. */
  readonly name: string;
  /** In the order of the ABI. */
  readonly values: readonly bigint[];
  readonly controls: StepControls;
  /** Entered phases and their reasons, as places in the description. */
  readonly phases: readonly (readonly [phase: number, reason: number])[];
  /** Lines of the source, from 1, in the order in which each first ran, and how often it did. */
  readonly lines: readonly (readonly [line: number, times: number])[];
  /** More ran than are kept: only the last ones are counted. */
  readonly isCut: boolean;
  readonly variables: readonly (bigint | number)[];
  /** null: the module does not have it. */
  readonly watches: readonly (WatchValue | null)[];
  /** Why the module failed in it; "": it did not. */
  readonly problem: string;
}

export interface StepsRecorded {
  readonly steps: readonly Step[];
  /** The one to begin with, among `steps`; their number where the run ended before it. */
  readonly start: number;
  /** There are wanted events before the first of `steps`. */
  readonly hasEarlier: boolean;
  /** The run was left behind the last of `steps`, so that there may be later ones. */
  readonly hasLater: boolean;
  /** Why the run failed; "": it did not. */
  readonly problem: string;
}

type Exports = Readonly<Record<string, unknown>>;
type Call = (...values: bigint[]) => bigint | undefined;

/** Asked after each event. */
const CONTROLS: Readonly<Record<string, keyof StepControls>> = {
  ccsim_pacing_rate_bps: 'pacing_rate_bps',
  ccsim_ssthresh_packets: 'ssthresh_packets',
  ccsim_after_ack: 'after_ack',
};
/** Neither events nor controls. */
const OTHERS = ['ccsim_set_parameter', 'ccsim_series'];

interface OpenStep {
  readonly index: number;
  readonly name: string;
  readonly values: readonly bigint[];
  readonly controls: { -readonly [Name in keyof StepControls]: StepControls[Name] };
  readonly phases: [number, number][];
}

export class StepRecorder {
  readonly #asked: StepsAsked;
  readonly #readFrom: number | null;
  /** Of the last events before the one to begin with. */
  readonly #places: number[] = [];
  #module: DebugExports | null = null;
  #open: OpenStep | null = null;
  #count = 0;
  #beganAt: number | null = null;
  #hasEarlier = false;
  readonly #before: Step[] = [];
  readonly #after: Step[] = [];

  /**
   * Of events before `readFrom` nothing is read, which costs more than the run itself. null:
   * nothing is read at all, but `firstKept` is found.
   */
  constructor(asked: StepsAsked, readFrom: number | null = 0) {
    this.#asked = asked;
    this.#readFrom = readFrom;
  }

  /** The run need not continue. */
  get isFull(): boolean {
    if (this.#readFrom === null) return this.#beganAt !== null;
    return this.#after.length >= this.#asked.after;
  }

  /** The first event that is kept, as far as the run has come. */
  get firstKept(): number {
    return this.#places[0] ?? this.#beganAt ?? this.#count;
  }

  /** What the module imports for one of its connections, watched. */
  imports(connection: number, ccsim: CcsimImports): CcsimImports {
    if (connection !== this.#asked.connection) return ccsim;
    return {
      phase: (phase, reason) => {
        if (this.#module?.isWatching === true) throw new Error('it enters a phase');
        this.#open?.phases.push([Number(phase), Number(reason)]);
        ccsim.phase(phase, reason);
      },
      random: () => {
        if (this.#module?.isWatching === true) throw new Error('it draws a random number');
        return ccsim.random();
      },
    };
  }

  begin(connection: number, exports: Exports): void {
    if (connection === this.#asked.connection) this.#module = new DebugExports(exports);
  }

  /** Calls a function of the module for one of its connections. */
  call(connection: number, name: string, values: readonly bigint[], call: Call) {
    if (connection !== this.#asked.connection) return call(...values);
    const control = CONTROLS[name];
    if (control === undefined) this.finish('');
    const isEvent = control === undefined && !OTHERS.includes(name);
    if (isEvent) this.#begin(name, values);
    try {
      const answer = call(...values);
      if (isEvent) this.#note('window_packets', answer);
      else if (control !== undefined) this.#note(control, answer);
      return answer;
    } catch (error) {
      this.finish(clauseOf(error));
      throw error;
    }
  }

  /** The running event is over. */
  finish(problem: string): void {
    const open = this.#open;
    const module = this.#module;
    this.#open = null;
    if (open === null || module === null || this.isFull) return;
    if (this.#readFrom === null) this.#place(open.index);
    else if (open.index < this.#readFrom) this.#hasEarlier = true;
    else this.#keep({ ...open, problem, ...module.read(this.#asked) });
  }

  #place(index: number): void {
    this.#places.push(index);
    if (this.#places.length > this.#asked.before) this.#places.shift();
  }

  #keep(step: Step): void {
    if (this.#beganAt !== null) {
      this.#after.push(step);
      return;
    }
    this.#before.push(step);
    if (this.#before.length <= this.#asked.before) return;
    this.#before.shift();
    this.#hasEarlier = true;
  }

  recorded(problem: string): StepsRecorded {
    this.finish('');
    return {
      steps: [...this.#before, ...this.#after],
      start: this.#before.length,
      hasEarlier: this.#hasEarlier,
      hasLater: this.isFull,
      problem,
    };
  }

  #begin(name: string, values: readonly bigint[]): void {
    const index = this.#count;
    this.#count += 1;
    const { from, functions } = this.#asked;
    const isThere = 'index' in from ? index >= from.index : (values[0] ?? 0n) >= from.timeNs;
    if (isThere) this.#beganAt ??= index;
    if (!functions.includes(name)) return;
    this.#module?.beginLines();
    const controls = {
      window_packets: null,
      pacing_rate_bps: null,
      ssthresh_packets: null,
      after_ack: null,
    };
    this.#open = { index, name, values, controls, phases: [] };
  }

  #note(control: keyof StepControls, answer: bigint | undefined): void {
    if (this.#open !== null) this.#open.controls[control] = answer ?? null;
  }
}

export interface CcsimImports {
  readonly phase: (phase: bigint, reason: bigint) => void;
  readonly random: () => bigint;
}

/** So many lines of one event are kept: the last ones. A power of two. */
export const RING_LINES = 4096;
/** Kinds of a watch's value; features/ownAlgorithm/compiler/instrument.ts gives them. */
const REAL = 2;
const UNSIGNED = 1;
const TRUTH = 3;

/** A module for stepping, as one connection has it. */
class DebugExports {
  isWatching = false;
  readonly #exports: Exports;
  readonly #memory: WebAssembly.Memory;
  readonly #globals: readonly WebAssembly.Global[];

  constructor(exports: Exports) {
    this.#exports = exports;
    this.#memory = exports.memory as WebAssembly.Memory;
    this.#globals = Object.values(exports).filter(
      (each): each is WebAssembly.Global => each instanceof WebAssembly.Global,
    );
  }

  beginLines(): void {
    this.#number('ccsim_begin_lines');
  }

  read({ variables, watches }: StepsAsked) {
    // Watches run lines of their own.
    const { lines, isCut } = this.#lines();
    const held = variables.map(
      (name) => (this.#exports[name] as WebAssembly.Global).value as bigint | number,
    );
    return { lines, isCut, variables: held, watches: this.#watched(watches) };
  }

  #lines() {
    const count = this.#number('ccsim_line_count') >>> 0;
    const ring = new Int32Array(this.#memory.buffer, this.#number('ccsim_lines'), RING_LINES);
    const times = new Map<number, number>();
    for (let at = Math.max(0, count - RING_LINES); at < count; ++at) {
      const line = ring[at % RING_LINES] ?? 0;
      times.set(line, (times.get(line) ?? 0) + 1);
    }
    return { lines: [...times], isCut: count > RING_LINES };
  }

  #watched(isThere: readonly boolean[]): (WatchValue | null)[] {
    if (!isThere.includes(true)) return isThere.map(() => null);
    const memory = new Uint8Array(this.#memory.buffer).slice();
    const globals = this.#globals.map(({ value }) => value as bigint | number);
    this.isWatching = true;
    const values = isThere.map((is, index) => {
      if (!is) return null;
      const value = this.#watch(index);
      this.#putBack(memory, globals);
      return value;
    });
    this.isWatching = false;
    return values;
  }

  #watch(index: number): WatchValue {
    try {
      const bits = (this.#exports[`ccsim_watch_${index}`] as () => bigint)();
      const kind = this.#number('ccsim_watch_kind');
      if (kind === REAL) {
        return { value: new Float64Array(BigInt64Array.of(bits).buffer)[0] ?? Number.NaN };
      }
      if (kind === TRUTH) return { value: bits !== 0n };
      return { value: kind === UNSIGNED ? BigInt.asUintN(64, bits) : bits };
    } catch (error) {
      return { problem: clauseOf(error) };
    }
  }

  /** A memory does not become smaller again: what a watch added to it is empty. */
  #putBack(memory: Uint8Array, globals: readonly (bigint | number)[]): void {
    const now = new Uint8Array(this.#memory.buffer);
    now.set(memory);
    now.fill(0, memory.length);
    this.#globals.forEach((each, index) => {
      each.value = globals[index];
    });
  }

  #number(name: string): number {
    return (this.#exports[name] as () => number)();
  }
}
