import { t } from '@lingui/core/macro';
import { createContext, use } from 'react';

import type { AttemptClass } from '@/api/classes/classTypes';

/** Why nothing can be stored or run at present; null: it can. */
export const WorkBlocked = createContext<string | null>(null);

export function useWorkBlocked(): string | null {
  return use(WorkBlocked);
}

/** Why the class does not allow work at present, the most lasting reason first. */
export function workBlockedText(classroom: AttemptClass | null): string | null {
  if (classroom === null) return null;
  if (classroom.is_closed)
    return t`The class has ended: you can read everything but change nothing.`;
  if (!classroom.is_approved) return t`Your teacher has to let you in before you can work.`;
  if (classroom.is_paused) return t`Your teacher has paused the class. Look up!`;
  return null;
}
