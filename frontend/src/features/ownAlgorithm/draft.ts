/** What is written of an own algorithm, kept in this browser: a text for each starting point. */
import { readStored, removeStored, writeStored } from '@/state/storage';

import { STARTING_POINTS, type StartingPoint } from './startingPoints';

const PREFIX = 'lab-own-algorithm:';
const CHOSEN = 'lab-own-algorithm';
const LICENCE = 'lab-own-licence';

/** The starting point that was edited last, else the first. */
export function lastStartingPoint(): StartingPoint {
  const name = readStored(CHOSEN);
  const found = STARTING_POINTS.find((each) => each.name === name) ?? STARTING_POINTS[0];
  if (found === undefined) throw new Error('There is no starting point.');
  return found;
}

export function chooseStartingPoint({ name }: StartingPoint): void {
  writeStored(CHOSEN, name);
}

/** What was made of a starting point. */
export function draftOf({ name, text }: StartingPoint): string {
  return readStored(PREFIX + name) ?? text;
}

/** False: the browser keeps nothing (more). A text as it began needs no room. */
export function keepDraft({ name, text }: StartingPoint, edited: string): boolean {
  if (edited !== text) return writeStored(PREFIX + name, edited);
  removeStored(PREFIX + name);
  return true;
}

export function lastLicence(): string {
  return readStored(LICENCE) ?? '';
}

export function keepLicence(licence: string): void {
  writeStored(LICENCE, licence);
}
