/** Unpacking what anybody may have packed. */
import { Inflate } from 'fflate';

/** More came out than the bound allows. */
export class TooLargeError extends Error {}

/** So little is unpacked at once that its size is checked before it can become much. */
const STEP_BYTES = 4096;

/**
 * Unpacks at most `mostBytes`, and stops there: a short input may unpack to a thousand times its
 * length. Throws `TooLargeError`, or what the library throws at bytes that were not packed so.
 */
export function inflate(bytes: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Inflate((part) => {
    parts.push(part);
    length += part.length;
    if (length > mostBytes) throw new TooLargeError(`More than ${mostBytes} bytes`);
  });
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    stream.push(bytes.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= bytes.length);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
