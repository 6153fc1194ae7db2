import { readStored, writeStored } from '@/state/storage';

const KEY = 'lab-owner';
const SHARED = 'lab-owner-shared';
const KEY_BYTES = 32;

let inMemory: string | null = null;

/**
 * The key that makes runs "mine": random, made once by this browser, shown only by the sheet that
 * moves work. The server keeps only its hash. Where the browser stores nothing it lasts as long as
 * the page.
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

/** This browser works under another key from now on. */
export function takeKey(key: string): void {
  inMemory = key;
  writeStored(KEY, key);
}

/** The key was shown or taken over: another browser may have it too, so drafts go to the server. */
export function markShared(): void {
  writeStored(SHARED, '1');
}

export function isShared(): boolean {
  return readStored(SHARED) !== null;
}
