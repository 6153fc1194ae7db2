import * as z from 'zod/mini';

import { maybe, search, word } from './search';

export const CLASS_PANELS = ['map', 'guide', 'snapshots', 'class'] as const;

/** The page of a class: `/classes/ID?step=guess&show=guide`. */
export const classSearch = search({
  /** The step that is shown; without it the one that the class has come to. */
  step: word,
  /** What stands beside it. */
  show: maybe(z.enum(CLASS_PANELS)),
});

/** `teacher=KEY` behind the `#` of an address: it never reaches a server's log. */
export function teacherKeyIn(hash: string): string | null {
  return keyIn(hash, 'teacher');
}

/** `key=KEY` behind the `#` of a wall's address. */
export function wallKeyIn(hash: string): string | null {
  return keyIn(hash, 'key');
}

function keyIn(hash: string, name: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get(name);
}

/** The link that makes a browser one of a teacher. */
export function teacherLink(origin: string, classId: string, key: string): string {
  return `${origin}/classes/${classId}#teacher=${encodeURIComponent(key)}`;
}

/** The link that lets a computer show the wall. */
export function wallLink(origin: string, classId: string, key: string): string {
  return `${origin}/classes/${classId}/wall#key=${encodeURIComponent(key)}`;
}

export function joinLink(origin: string, code: string): string {
  return `${origin}/join/${code}`;
}
