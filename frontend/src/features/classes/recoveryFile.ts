/** The file that makes a browser one of a teacher again. Pure. */
import { parseJson } from '@/analysis/scenario/json';
import { isObject } from '@/analysis/scenario/fieldPath';
import type { Classroom } from '@/api/classTypes';

export function recoveryFile({ id, name }: Classroom, link: string, teacherKey: string): string {
  const file = { kind: 'class-recovery', class_id: id, name, link, teacher_key: teacherKey };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** null: it is no such file. */
export function readRecoveryFile(text: string): { classId: string; teacherKey: string } | null {
  let file: unknown;
  try {
    file = parseJson(text);
  } catch {
    return null;
  }
  if (!isObject(file) || file.kind !== 'class-recovery') return null;
  const { class_id: classId, teacher_key: teacherKey } = file;
  if (typeof classId !== 'string' || !/^[0-9a-f-]{36}$/.test(classId)) return null;
  return typeof teacherKey === 'string' ? { classId, teacherKey } : null;
}
