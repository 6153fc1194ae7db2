/** The files that make a browser one of a teacher again. Pure. */
import { parseJson } from '@/analysis/scenario/fields/json';
import { isObject } from '@/analysis/scenario/fields/fieldPath';
import type { Classroom, KeyOfClass } from '@/api/classes/classTypes';

export function recoveryFile({ id, name }: Classroom, link: string, teacherKey: string): string {
  const file = { kind: 'class-recovery', class_id: id, name, link, teacher_key: teacherKey };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The same of several classes at once. */
export function allRecoveryFile(classes: readonly KeyOfClass[]): string {
  const listed = classes.map(({ id, name, teacherKey }) => ({
    class_id: id,
    name,
    teacher_key: teacherKey,
  }));
  return `${JSON.stringify({ kind: 'class-recovery', classes: listed }, null, 2)}\n`;
}

/** The classes of a file, at least one; null: it is no such file. */
export function readRecoveryFile(text: string): readonly KeyOfClass[] | null {
  let file: unknown;
  try {
    file = parseJson(text);
  } catch {
    return null;
  }
  if (!isObject(file) || file.kind !== 'class-recovery') return null;
  const listed: unknown[] = Array.isArray(file.classes) ? file.classes : [file];
  const found = listed.map(keyIn);
  return found.length > 0 && found.every((each) => each !== null) ? found : null;
}

function keyIn(entry: unknown): KeyOfClass | null {
  if (!isObject(entry)) return null;
  const { class_id: id, name, teacher_key: teacherKey } = entry;
  if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id)) return null;
  if (typeof teacherKey !== 'string') return null;
  return { id, name: typeof name === 'string' ? name : id, teacherKey };
}
