/** The file with which a class begins again, with other students: its lab and its rules. Pure. */
import { parseJson } from '@/analysis/scenario/fields/json';
import { isObject } from '@/analysis/scenario/fields/fieldPath';
import type { Classroom, NewClass, Student } from '@/api/classes/classTypes';

const KIND = 'class-settings';
const VERSION = 1;

/** The settings of a new class in such a file: everything but its students. */
export type ClassSettings = Pick<
  NewClass,
  | 'lab_id'
  | 'lab'
  | 'name'
  | 'sections'
  | 'needs_approval'
  | 'holds_back_right'
  | 'holds_back_points'
  | 'most_students'
  | 'shows_solutions'
>;

/** `students` are for the teacher's own list; opening the file ignores them. */
export function settingsFile(classroom: Classroom, students: readonly Student[] | null): string {
  const { name, lab_id, sections, needs_approval, holds_back_right, holds_back_points } = classroom;
  const { most_students, shows_solutions, lab } = classroom;
  const file = {
    kind: KIND,
    version: VERSION,
    name,
    sections,
    needs_approval,
    holds_back_right,
    holds_back_points,
    most_students,
    shows_solutions,
    ...(students === null
      ? {}
      : { students: students.map(({ number, alias, section }) => ({ number, alias, section })) }),
    lab_id,
    lab,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The settings in a file; null: it is no such file. The lab itself is checked by the service. */
export function readSettingsFile(text: string): ClassSettings | null {
  let file: unknown;
  try {
    file = parseJson(text);
  } catch {
    return null;
  }
  if (!isObject(file) || file.kind !== KIND || file.version !== VERSION) return null;
  const { name, lab_id, lab, sections, most_students } = file;
  if (typeof name !== 'string' || typeof lab_id !== 'string' || !isObject(lab)) return null;
  return {
    name,
    lab_id,
    lab,
    sections: Array.isArray(sections) ? sections.map(String) : [],
    needs_approval: file.needs_approval === true,
    holds_back_right: file.holds_back_right === true,
    holds_back_points: file.holds_back_points === true,
    most_students: typeof most_students === 'number' ? most_students : null,
    shows_solutions: file.shows_solutions === true,
  };
}
