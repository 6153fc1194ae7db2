/**
 * The key of a class's wall, on a computer that teaches nothing. It came with a link, and stays in
 * this browser so that the page can be loaded again; the service keeps only its hash.
 */
import { readStored, removeStored, writeStored } from './storage';

const nameOf = (classId: string) => `lab-wall:${classId}`;
const inMemory = new Map<string, string>();

export function noteWallKey(classId: string, key: string): void {
  inMemory.set(classId, key);
  writeStored(nameOf(classId), key);
}

export function wallKeyOf(classId: string): string | null {
  return inMemory.get(classId) ?? readStored(nameOf(classId));
}

export function forgetWallKey(classId: string): void {
  inMemory.delete(classId);
  removeStored(nameOf(classId));
}
