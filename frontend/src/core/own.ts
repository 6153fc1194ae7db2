/**
 * A user's own algorithm beside the core: a module of docs/own-algorithms.md, of which each
 * connection has an instance. What the core calls of it is in sim-core/bindings/wasm/README.md.
 */
import { ByteWriter } from './bytes';
import { clauseOf } from './ownProblem';
import type { CcsimImports, StepRecorder } from './steps';

/** What a module says of itself. */
interface Description {
  readonly name: string;
  readonly title: string;
  readonly recovery?: string;
  readonly ecn?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly default: number;
    readonly minimum: number;
    readonly maximum: number;
  }[];
  readonly series?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly divisor?: number;
  }[];
  readonly phases?: readonly string[];
  readonly reasons?: readonly string[];
}

/** What the core exports for a module that it called. */
interface Host {
  readonly memory: WebAssembly.Memory;
  readonly own_phase: (connection: number, phase: bigint, reason: bigint) => void;
  readonly own_random: (connection: number) => bigint;
}

interface Instance {
  readonly memory: WebAssembly.Memory;
  readonly functions: readonly (((...values: bigint[]) => bigint | undefined) | undefined)[];
}

/** In the order of the core's `module_functions()`. */
const FUNCTIONS = [
  'ccsim_set_parameter',
  'ccsim_init',
  'ccsim_on_ack',
  'ccsim_on_sent',
  'ccsim_on_restart',
  'ccsim_on_lost',
  'ccsim_on_congestion',
  'ccsim_on_recovery_exit',
  'ccsim_on_undo',
  'ccsim_on_idle_restart',
  'ccsim_pacing_rate_bps',
  'ccsim_ssthresh_packets',
  'ccsim_after_ack',
  'ccsim_series',
];
/** Of each connection, as on a server. */
const MOST_MEMORY_BYTES = 16 * 2 ** 20;
const TOO_LARGE = 'it has more than 16 MiB of memory';
const NOT_STARTED = -1;

/** A module did what it must not while a run called it. */
export class OwnAlgorithmFailed extends Error {
  override readonly name = 'OwnAlgorithmFailed';
}

export class OwnAlgorithm {
  readonly #module: WebAssembly.Module;
  readonly #instances: (Instance | null)[] = [];
  readonly #recorder: StepRecorder | null;
  #problem = '';

  /**
   * Compiles at once: for a thread that no one waits for. Throws what is wrong with the bytes.
   * A recorder needs a module for stepping.
   */
  constructor(bytes: Uint8Array<ArrayBuffer>, recorder: StepRecorder | null = null) {
    this.#module = new WebAssembly.Module(bytes);
    this.#recorder = recorder;
  }

  /** For the core, in its own form. Throws what is wrong with the description. */
  declaration(): Uint8Array {
    const { memory, exports } = this.#instantiate({ phase: () => undefined, random: () => 0n });
    const at = (exports.ccsim_description as () => number)();
    const size = Number((exports.ccsim_description_bytes as () => bigint)());
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, at, size));
    return declarationOf(JSON.parse(text) as Description);
  }

  /** What the core imports as `own`. */
  imports(host: () => Host) {
    return {
      instantiate: (connection: number) => this.#begin(host(), connection),
      has: (instance: number, place: number) => (this.#function(instance, place) ? 1 : 0),
      call: (instance: number, place: number, at: number, count: number) =>
        this.#call(host().memory, { instance, place, at, count }),
      problem: (at: number, capacity: number) =>
        new TextEncoder().encodeInto(
          this.#problem,
          new Uint8Array(host().memory.buffer, at, capacity),
        ).written,
      drop: (instance: number) => void (this.#instances[instance] = null),
    };
  }

  #begin({ own_phase, own_random }: Host, connection: number): number {
    try {
      const place = this.#instances.length;
      const ccsim: CcsimImports = {
        phase: (phase, reason) => own_phase(connection, phase, reason),
        random: () => own_random(connection),
      };
      const watched = this.#recorder?.imports(place, ccsim) ?? ccsim;
      const { memory, exports } = this.#instantiate(watched);
      this.#recorder?.begin(place, exports);
      if (memory.buffer.byteLength > MOST_MEMORY_BYTES) throw new RangeError(TOO_LARGE);
      const functions = FUNCTIONS.map((name) => exports[name] as Instance['functions'][number]);
      return this.#instances.push({ memory, functions }) - 1;
    } catch (error) {
      this.#problem = `it could not be started: ${clauseOf(error)}`;
      return NOT_STARTED;
    }
  }

  #instantiate(ccsim: CcsimImports) {
    const imports = { ccsim: { ...ccsim } };
    const { exports } = new WebAssembly.Instance(this.#module, imports);
    return { exports, memory: exports.memory as WebAssembly.Memory };
  }

  #function(instance: number, place: number) {
    return this.#instances[instance]?.functions[place];
  }

  #call(
    memory: WebAssembly.Memory,
    asked: {
      readonly instance: number;
      readonly place: number;
      readonly at: number;
      readonly count: number;
    },
  ): number {
    const { instance, place, at, count } = asked;
    try {
      const values = new BigInt64Array(memory.buffer, at, count);
      const call = this.#function(instance, place);
      const answer =
        this.#recorder === null || call === undefined
          ? call?.(...values)
          : this.#recorder.call(instance, FUNCTIONS[place] ?? '', [...values], call);
      // The memory may have grown meanwhile.
      if (answer !== undefined) new BigInt64Array(memory.buffer, at, 1)[0] = answer;
      const own = this.#instances[instance]?.memory.buffer.byteLength ?? 0;
      if (own > MOST_MEMORY_BYTES) throw new RangeError(TOO_LARGE);
      return 1;
    } catch (error) {
      this.#problem = clauseOf(error);
      return 0;
    }
  }
}

function declarationOf(description: Description): Uint8Array {
  const { parameters = [], series = [], phases = [], reasons = [] } = description;
  const to = new ByteWriter().text(description.name).text(description.title);
  to.list(parameters, (each) => {
    to.text(each.name).text(each.description ?? '');
    to.integer(each.default).integer(each.minimum).integer(each.maximum);
  });
  to.list(series, (each) =>
    to
      .text(each.name)
      .text(each.description ?? '')
      .integer(each.divisor ?? 1),
  );
  to.list(phases, (name) => to.text(name)).list(reasons, (name) => to.text(name));
  to.text(description.ecn ?? 'off').boolean(description.recovery === 'prr');
  return to.bytes();
}
