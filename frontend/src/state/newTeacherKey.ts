/**
 * The key for teachers of a class that was just opened in this window. The service keeps only its
 * hash: it is shown until it is put away or the page is loaded anew.
 */
const keys = new Map<string, string>();

export function noteTeacherKey(classId: string, key: string): void {
  keys.set(classId, key);
}

export function teacherKeyOf(classId: string): string | undefined {
  return keys.get(classId);
}

export function forgetTeacherKey(classId: string): void {
  keys.delete(classId);
}
