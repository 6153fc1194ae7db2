import { useNavigate } from '@tanstack/react-router';

import type { Joined } from '@/api/classes/classTypes';
import { noteRecoveryCode } from '@/state/justJoined';

/** Goes to the lab of a class that was joined; its recovery code is shown there. */
export function useOpenJoinedLab(): (joined: Joined) => void {
  const navigate = useNavigate();
  return ({ attempt_id, recovery_code }) => {
    if (recovery_code !== null) noteRecoveryCode(attempt_id, recovery_code);
    void navigate({ to: '/labs/attempts/$attemptId', params: { attemptId: attempt_id } });
  };
}
