import { readStored, writeStored } from '@/state/storage';

const KEY = 'lab-owner';
const KEY_BYTES = 32;

let inMemory: string | null = null;

/**
 * The key that makes runs "mine": random, made once by this browser, never shown. The server keeps
 * only its hash. Where the browser stores nothing it lasts as long as the page.
 */
export function ownerKey(): string {
  inMemory ??= readStored(KEY);
  if (inMemory === null) {
    const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
    inMemory = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    writeStored(KEY, inMemory);
  }
  return inMemory;
}
