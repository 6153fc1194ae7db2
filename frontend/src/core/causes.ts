/**
 * What bound the flows of a run and what set it, from the bytes of
 * sim-core/bindings/wasm/src/cause_bytes.cpp, in the form in which Python's core gives it.
 */
import type { ByteReader } from './bytes';

type Named = Readonly<Record<string, number>>;

interface Moment {
  readonly time_s: number;
  readonly reason: string;
  readonly numbers: Named;
}

/** For the rules in Python; pages get the chains that are made from it. */
export interface CauseRecord {
  readonly bucket_s: number;
  readonly flows: readonly FlowRecord[];
}

interface FlowRecord {
  readonly times: readonly {
    readonly binding: string;
    readonly is_rate: boolean;
    readonly time_s: number;
    readonly mean_value: number;
  }[];
  /** Bucket, binding, seconds. */
  readonly buckets: readonly (readonly [number, string, number])[];
  readonly causes: readonly {
    readonly kind: string;
    readonly count: number;
    readonly means: Named;
    readonly kept_every: number;
    readonly kept: readonly Moment[];
    readonly last: Moment;
  }[];
  readonly rtt: {
    readonly mean_rtt_s: number;
    readonly parts: readonly {
      readonly part: string;
      readonly link_index: number | null;
      readonly mean_s: number;
    }[];
  } | null;
}

/** null: none were recorded. */
export function readCauses(from: ByteReader): CauseRecord | null {
  if (!from.boolean()) return null;
  return { bucket_s: from.real(), flows: from.list(() => readFlow(from)) };
}

function readFlow(from: ByteReader): FlowRecord {
  return {
    times: from.list(() => ({
      binding: from.text(),
      is_rate: from.boolean(),
      time_s: from.real(),
      mean_value: from.real(),
    })),
    buckets: from.list(() => [from.integer(), from.text(), from.real()] as const),
    causes: from.list(() => ({
      kind: from.text(),
      count: from.integer(),
      means: readNamed(from),
      kept_every: from.integer(),
      kept: from.list(() => readMoment(from)),
      last: readMoment(from),
    })),
    rtt: from.boolean() ? readRtt(from) : null,
  };
}

function readRtt(from: ByteReader) {
  return {
    mean_rtt_s: from.real(),
    parts: from.list(() => {
      const part = from.text();
      const linkIndex = from.integer();
      return { part, link_index: linkIndex < 0 ? null : linkIndex, mean_s: from.real() };
    }),
  };
}

function readMoment(from: ByteReader): Moment {
  return { time_s: from.real(), reason: from.text(), numbers: readNamed(from) };
}

function readNamed(from: ByteReader): Named {
  return Object.fromEntries(from.list(() => [from.text(), from.real()] as const));
}
