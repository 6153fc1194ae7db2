/** The numbers of a run, from the bytes of sim-core/bindings/wasm/src/result_bytes.cpp. */
import { ByteReader } from './bytes';
import { readCauses, type CauseRecord } from './causes';

/** By the names of the metric tables; null where there is no number. */
export type Numbers = Readonly<Record<string, number | null>>;

export interface CoreResult {
  readonly coreVersion: string;
  readonly behaviourVersion: number;
  readonly seriesDigest: string;
  readonly isCancelled: boolean;
  readonly simulatedSeconds: number;
  readonly simulatedPackets: number;
  readonly sampleCount: number;
  readonly eventsTruncated: boolean;
  readonly fairness: Numbers;
  /** The bottleneck first. */
  readonly links: readonly Numbers[];
  readonly flows: readonly FlowNumbers[];
  readonly losses: { readonly bucketSeconds: number; readonly rows: readonly LossRow[] };
  /** Of the flows that have any. */
  readonly transfers: readonly FlowTransfers[];
  /** null: none were recorded. */
  readonly causes: CauseRecord | null;
}

export interface FlowNumbers {
  readonly groupIndex: number;
  readonly flowIndex: number;
  readonly numbers: Numbers;
}

export interface LossRow {
  readonly flowIndex: number;
  /** null: of an ACK that meets no link. */
  readonly linkIndex: number | null;
  readonly reason: string;
  readonly isMark: boolean;
  readonly isAck: boolean;
  /** Within the measurement window. */
  readonly windowPackets: number;
  readonly packets: number;
  readonly firstSeconds: number;
  readonly lastSeconds: number;
  readonly buckets: readonly { readonly bucket: number; readonly packets: number }[];
}

interface FlowTransfers {
  readonly flowIndex: number;
  readonly transfers: readonly {
    readonly startSeconds: number;
    readonly sizeBytes: number;
    readonly completionSeconds: number | null;
    readonly acknowledgedSeconds: number | null;
  }[];
}

export function readResult(bytes: Uint8Array): CoreResult {
  const from = new ByteReader(bytes);
  const result = {
    coreVersion: from.text(),
    behaviourVersion: from.integer(),
    seriesDigest: from.text(),
    isCancelled: from.boolean(),
    simulatedSeconds: from.real(),
    simulatedPackets: from.integer(),
    sampleCount: from.integer(),
    eventsTruncated: from.boolean(),
    fairness: readNumbers(from),
    links: from.list(() => readNumbers(from)),
    flows: from.list(() => ({
      groupIndex: from.integer(),
      flowIndex: from.integer(),
      numbers: readNumbers(from),
    })),
    losses: { bucketSeconds: from.real(), rows: from.list(() => readLossRow(from)) },
    transfers: from.list(() => readTransfers(from)),
    causes: readCauses(from),
  };
  if (!from.isAtEnd) throw new TypeError('The result has more bytes than are known.');
  return result;
}

function readNumbers(from: ByteReader): Numbers {
  return Object.fromEntries(
    from.list(() => {
      const name = from.text();
      return [name, from.boolean() ? from.integer() : finite(from.real())] as const;
    }),
  );
}

function readLossRow(from: ByteReader): LossRow {
  const flowIndex = from.integer();
  const linkIndex = from.integer();
  return {
    flowIndex,
    linkIndex: linkIndex < 0 ? null : linkIndex,
    reason: from.text(),
    isMark: from.boolean(),
    isAck: from.boolean(),
    windowPackets: from.integer(),
    packets: from.integer(),
    firstSeconds: from.real(),
    lastSeconds: from.real(),
    buckets: from.list(() => ({ bucket: from.integer(), packets: from.integer() })),
  };
}

function readTransfers(from: ByteReader): FlowTransfers {
  return {
    flowIndex: from.integer(),
    transfers: from.list(() => ({
      startSeconds: from.real(),
      sizeBytes: from.integer(),
      completionSeconds: finite(from.real()),
      acknowledgedSeconds: finite(from.real()),
    })),
  };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
