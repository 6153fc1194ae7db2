/** Packet events of a window, from the bytes of sim-core/bindings/wasm/src/packet_bytes.cpp. */
import type { components } from '@/api/schema';

import { ByteReader } from './bytes';

/** As the API has them. */
export type PacketColumns = components['schemas']['PacketColumns'];

export interface PacketWindow {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** The first so many events are given. */
  readonly mostGiven: number;
}

export interface CorePackets {
  readonly isTruncated: boolean;
  readonly events: PacketColumns;
}

/** So many are recorded, as by the service's workers (worker/lab_exec/packets.py). */
export const MOST_RECORDED = 2_000_000;

export function readPackets(bytes: Uint8Array): CorePackets {
  const from = new ByteReader(bytes);
  const isTruncated = from.boolean();
  const kinds = from.list(() => from.text());
  const reasons = from.list(() => from.text());
  const count = from.integer();
  const columns = from.list((): [string, unknown] => {
    const name = from.text();
    const values = Array.from(from.reals(count));
    if (name === 'kind') return [name, values.map((kind) => kinds[kind])];
    // The first reason is that of packets that are not lost.
    if (name === 'reason') return [name, values.map((reason) => reasons[reason || -1] ?? null)];
    return [name, values];
  });
  if (!from.isAtEnd) throw new TypeError('The packets have more bytes than are known.');
  return { isTruncated, events: Object.fromEntries(columns) as PacketColumns };
}
