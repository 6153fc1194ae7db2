/**
 * The recovery code of a class that was just joined in this window. The service keeps only its
 * hash: it is shown until the student closes it or reloads the page.
 */
const codes = new Map<string, string>();

export function noteRecoveryCode(attemptId: string, code: string): void {
  codes.set(attemptId, code);
}

export function recoveryCodeOf(attemptId: string): string | undefined {
  return codes.get(attemptId);
}

export function forgetRecoveryCode(attemptId: string): void {
  codes.delete(attemptId);
}
