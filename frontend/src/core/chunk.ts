/** A chunk of series, or a tail of one, from the bytes of worker/lab_exec/series_digest.py. */
import { ByteReader } from './bytes';

export interface CoreSubject {
  readonly kind: 'flow' | 'link';
  readonly index: number;
  /** By metric; NaN where there is no value. */
  readonly columns: ReadonlyMap<string, Float64Array>;
}

export interface CoreChunk {
  /** -1: a tail. */
  readonly chunkIndex: number;
  readonly firstSample: number;
  readonly sampleCount: number;
  readonly subjects: readonly CoreSubject[];
  readonly phases: readonly {
    readonly flowIndex: number;
    readonly startSeconds: number;
    readonly endSeconds: number;
    readonly phase: string;
    readonly reason: string;
  }[];
  readonly events: readonly {
    readonly timeSeconds: number;
    readonly flowIndex: number;
    readonly kind: string;
    readonly reason: string;
    readonly value: number;
  }[];
}

/** What enters the digest, as it does: of a chunk, some columns stand behind that. */
export function readChunk(bytes: Uint8Array): CoreChunk {
  return readDigested(new ByteReader(bytes));
}

/** All columns of a chunk, under the core's own names (sim-core/bindings/wasm/README.md). */
export function readWholeChunk(bytes: Uint8Array): CoreChunk {
  const from = new ByteReader(bytes);
  const chunk = readDigested(from);
  const behind = from.list(() => readSubject(from, chunk.sampleCount));
  const subjects = chunk.subjects.map((subject) => {
    const more = behind.find(({ kind, index }) => kind === subject.kind && index === subject.index);
    if (more === undefined) return subject;
    return { ...subject, columns: new Map([...subject.columns, ...more.columns]) };
  });
  return { ...chunk, subjects };
}

function readDigested(from: ByteReader): CoreChunk {
  const chunkIndex = from.integer();
  const firstSample = from.integer();
  const sampleCount = from.integer();
  return {
    chunkIndex,
    firstSample,
    sampleCount,
    subjects: from.list(() => readSubject(from, sampleCount)),
    phases: from.list(() => ({
      flowIndex: from.integer(),
      startSeconds: from.real(),
      endSeconds: from.real(),
      phase: from.text(),
      reason: from.text(),
    })),
    events: from.list(() => ({
      timeSeconds: from.real(),
      flowIndex: from.integer(),
      kind: from.text(),
      reason: from.text(),
      value: from.real(),
    })),
  };
}

function readSubject(from: ByteReader, sampleCount: number): CoreSubject {
  const kind = from.text() === 'flow' ? 'flow' : 'link';
  const index = from.integer();
  const columns = from.list(() => [from.text(), from.reals(sampleCount)] as const);
  return { kind, index, columns: new Map(columns) };
}
