/**
 * The core in this thread: one instance of its WebAssembly module. sim-core/bindings/wasm/README.md
 * has the formats and who owns what.
 */
import { toShortest } from '@/analysis/numbers/units';

import { ByteReader } from './bytes';
import { OwnAlgorithm, OwnAlgorithmFailed } from './own';
import { MOST_RECORDED, readPackets, type CorePackets, type PacketWindow } from './packets';
import { readResult, type CoreResult } from './result';
import type { StepRecorder } from './steps';

/** What a run hands over while it is computed. Bytes are copies. */
interface RunWatch {
  /** What bound each flow is wanted with the result, and the parts of RTTs as series. */
  readonly wantsCauses?: boolean;
  /** A finished chunk: what enters the digest, then what does not. */
  readonly onChunk?: (bytes: Uint8Array, digestedSize: number) => void;
  /** What the running chunk has got since the last tail, where some is wanted. */
  readonly onTail?: (bytes: Uint8Array) => void;
  /** About so many values of the running chunk are wanted now; 0: none. */
  readonly wantedTailValues?: () => number;
  /** False cancels the run. */
  readonly onProgress?: (simulatedSeconds: number) => boolean;
}

/** The instance met a broken invariant and is of no use any more. */
export class CoreTrap extends Error {
  override readonly name = 'CoreTrap';
}

type Begin = (
  plan: number,
  size: number,
  seed: bigint,
  progressEveryEvents: number,
  flags: number,
) => number;

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly _initialize: () => void;
  readonly alloc: (size: number) => number;
  readonly release: (pointer: number) => void;
  readonly behaviour_version: () => number;
  readonly declare: (bytes: number, size: number) => number;
  readonly own_phase: (connection: number, phase: bigint, reason: bigint) => void;
  readonly own_random: (connection: number) => bigint;
  readonly start?: Begin;
  readonly advance?: (mostEvents: number) => number;
  readonly abandon?: () => void;
  /** Of a module that was built before runs could be computed in pieces: to the end at once. */
  readonly run?: Begin;
  readonly record_packets: (fromSeconds: number, toSeconds: number, most: number) => void;
  readonly packets: (mostGiven: number) => void;
  readonly sha256: (bytes: number, size: number) => void;
  readonly answer: () => number;
  readonly answer_bytes: () => number;
}

const SERIES = 1;
const TAILS = 2;
const CAUSES = 4;
const UNREADABLE_PLAN = 2;
const MODULE_FAILED = 3;
const GOES_ON = 4;
/** What calls none: no plan names an own algorithm before `useOwn`. */
const NO_OWN = {
  instantiate: () => -1,
  has: () => 0,
  call: () => 0,
  problem: () => 0,
  drop: () => 0,
};
/** About 2 ms of work: soon enough for a first picture, a cancel and a pause. */
const PROGRESS_EVERY_EVENTS = 5_000;
/** WASI's word for a call that is not there. */
const NOT_SUPPORTED = 58;

export class CoreInstance {
  readonly #exports: Exports;
  #watch: RunWatch = {};
  #complaint = '';
  /** The run that was begun last; null: it is of no use any more. */
  #begun: object | null = null;
  #own: ReturnType<OwnAlgorithm['imports']> | typeof NO_OWN = NO_OWN;

  constructor(module: WebAssembly.Module) {
    const lab = {
      chunk: (at: number, digestedSize: number, size: number) =>
        this.#watch.onChunk?.(this.#copy(at, size), digestedSize),
      tail: (at: number, size: number) => this.#watch.onTail?.(this.#copy(at, size)),
      progress: (simulatedSeconds: number) =>
        this.#watch.onProgress?.(simulatedSeconds) === false ? 0 : 1,
      wanted_tail_values: () => this.#watch.wantedTailValues?.() ?? 0,
    };
    const wasi = Object.fromEntries(
      WebAssembly.Module.imports(module).map(({ name }) => [name, () => NOT_SUPPORTED]),
    );
    const own = {
      instantiate: (connection: number) => this.#own.instantiate(connection),
      has: (instance: number, place: number) => this.#own.has(instance, place),
      call: (instance: number, place: number, at: number, count: number) =>
        this.#own.call(instance, place, at, count),
      problem: (at: number, capacity: number) => this.#own.problem(at, capacity),
      drop: (instance: number) => this.#own.drop(instance),
    };
    const { exports } = new WebAssembly.Instance(module, {
      lab,
      own,
      wasi_snapshot_preview1: { ...wasi, fd_write: this.#write.bind(this) },
    });
    this.#exports = exports as unknown as Exports;
    this.#exports._initialize();
  }

  get behaviourVersion(): number {
    return this.#exports.behaviour_version();
  }

  /**
   * The module that flows run from now on whose algorithm is one; null: none. Throws what is wrong
   * with it. A recorder needs a module for stepping.
   */
  useOwn(bytes: Uint8Array<ArrayBuffer> | null, recorder: StepRecorder | null = null) {
    // A run that continues takes leave of the instances that it has.
    this.#begun = null;
    this.#exports.abandon?.();
    const own = bytes === null ? null : new OwnAlgorithm(bytes, recorder);
    const declaration = own?.declaration() ?? new Uint8Array();
    const isRead = this.#with(declaration, (at) => this.#exports.declare(at, declaration.length));
    if (isRead === 0) throw new TypeError('The core cannot read the description.');
    this.#own = own?.imports(() => this.#exports) ?? NO_OWN;
  }

  /** Runs a plan to its end, or until the watch cancels it. Series are recorded. */
  run(plan: Uint8Array, seed: number, watch: RunWatch = {}): CoreResult {
    return toEnd(this.runInPieces(plan, seed, watch));
  }

  /**
   * The same a few milliseconds at a time: between two steps its owner does something else. The run
   * ends without a result where its owner ends the generator, or this instance begins another one.
   */
  *runInPieces(
    plan: Uint8Array,
    seed: number,
    watch: RunWatch = {},
  ): Generator<undefined, CoreResult> {
    const tails = watch.onTail === undefined ? 0 : TAILS;
    const flags = SERIES | tails | (watch.wantsCauses === true ? CAUSES : 0);
    yield* this.#run(plan, seed, watch, flags);
    return readResult(this.#answer());
  }

  /** Every packet event of a time; what comes after it is not computed. */
  packetsOf(plan: Uint8Array, seed: number, window: PacketWindow): CorePackets {
    const { fromSeconds, toSeconds, mostGiven } = window;
    const { record_packets, packets } = this.#exports;
    record_packets(fromSeconds, toSeconds, MOST_RECORDED);
    toEnd(this.#run(plan, seed, { onProgress: (seconds) => seconds < toSeconds }, 0));
    record_packets(0, 0, 0);
    packets(mostGiven);
    return readPackets(this.#answer());
  }

  *#run(plan: Uint8Array, seed: number, watch: RunWatch, flags: number) {
    const { start, run, advance, abandon } = this.#exports;
    const begin = start ?? run;
    if (begin === undefined) throw new TypeError('The module is no core.');
    this.#watch = watch;
    let status = this.#with(plan, (at) =>
      begin(at, plan.length, BigInt(seed), PROGRESS_EVERY_EVENTS, flags),
    );
    const begun = (this.#begun = {});
    try {
      while (status === GOES_ON && advance !== undefined) {
        status = this.#trapping(() => advance(PROGRESS_EVERY_EVENTS));
        if (status === GOES_ON) yield;
        if (this.#begun !== begun) throw new Error('Another run has begun.');
      }
    } finally {
      if (status === GOES_ON && this.#begun === begun) abandon?.();
    }
    if (status === UNREADABLE_PLAN) throw new TypeError('The core cannot read the plan.');
    if (status === MODULE_FAILED) throw new OwnAlgorithmFailed(failureWords(this.#answer()));
  }

  /** In hexadecimal. A page that came by http from another machine has no other way to get it. */
  sha256(bytes: Uint8Array): string {
    this.#with(bytes, (at) => this.#exports.sha256(at, bytes.length));
    return new TextDecoder().decode(this.#answer());
  }

  #with<Result>(bytes: Uint8Array, call: (at: number) => Result): Result {
    const { alloc, release, memory } = this.#exports;
    const at = alloc(Math.max(1, bytes.length));
    new Uint8Array(memory.buffer).set(bytes, at);
    const result = this.#trapping(() => call(at));
    release(at);
    return result;
  }

  #trapping<Result>(call: () => Result): Result {
    try {
      return call();
    } catch (error) {
      this.#begun = null;
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw new CoreTrap(this.#complaint.trim() || error.message, { cause: error });
    }
  }

  #answer(): Uint8Array {
    return this.#copy(this.#exports.answer(), this.#exports.answer_bytes());
  }

  #copy(at: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer, at, size).slice();
  }

  /** WASI's fd_write: what an assertion says before the trap. */
  #write(_file: number, vectors: number, count: number, writtenAt: number): number {
    const view = new DataView(this.#exports.memory.buffer);
    let written = 0;
    for (let index = 0; index < count; index += 1) {
      const at = view.getUint32(vectors + 8 * index, true);
      const size = view.getUint32(vectors + 8 * index + 4, true);
      this.#complaint += new TextDecoder().decode(this.#copy(at, size));
      written += size;
    }
    view.setUint32(writtenAt, written, true);
    return 0;
  }
}

/** All pieces, one after the other. */
export function toEnd<Result>(pieces: Generator<unknown, Result>): Result {
  let piece = pieces.next();
  while (piece.done !== true) piece = pieces.next();
  return piece.value;
}

function failureWords(bytes: Uint8Array): string {
  const from = new ByteReader(bytes);
  const seconds = from.real();
  const flow = from.integer();
  return `It failed at ${toShortest(seconds)} s in flow ${flow}: ${from.text()}.`;
}
