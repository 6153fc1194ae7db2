/** Students in words. Pure. */
import { t } from '@lingui/core/macro';

import type { Student, StudentStep } from '@/api/classes/classTypes';

/** The alias, or the number where names are hidden. */
export function nameOf({ alias, number }: { alias: string | null; number: number }): string {
  return alias ?? t`Student ${number}`;
}

/** `Ada (1), Ben (2)`. */
export function namesOf(students: readonly Student[]): string {
  return students
    .map(({ alias, number }) => (alias === null ? String(number) : `${alias} (${number})`))
    .join(', ');
}

/** Students who share a browser, together. */
export function groupsOf(students: readonly Student[]): readonly (readonly Student[])[] {
  const first = ({ number, shares_browser_with }: Student) =>
    Math.min(number, ...shares_browser_with);
  return [...new Set(students.map(first))].map((lowest) =>
    students.filter((student) => first(student) === lowest),
  );
}

export type CellMark = 'help' | 'stuck' | StudentStep['state'];

/** The state in a cell of the grid; a student asks or is stuck at one step. */
export function cellMark(student: Student, stepId: string): CellMark {
  const isHere = student.at_step_id === stepId;
  if (isHere && student.asks_help) return 'help';
  if (isHere && student.is_stuck) return 'stuck';
  const state = student.steps[stepId]?.state ?? 'none';
  return state === 'none' && isHere ? 'working' : state;
}

export const MARK_WORDS: Readonly<Record<CellMark, string>> = {
  help: t`asks for help`,
  stuck: t`stuck`,
  none: t`not begun`,
  working: t`working`,
  done: t`done`,
  right: t`right`,
  wrong: t`not right`,
};

export function isDone(student: Student, stepId: string): boolean {
  return ['done', 'right', 'wrong'].includes(student.steps[stepId]?.state ?? 'none');
}
