import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';

import type { ClassTimer } from '@/api/classes/classTypes';
import { serverNow } from '@/state/serverClock';

/** The lab may say a moment later that the class is paused: it is asked more than once. */
const ASK_AFTER_MS = [300, 2000] as const;
const SOON_S = 30;

/** Whole seconds that are left, 0 when time is up; null: there is no timer. */
export function useSecondsLeft(timer: ClassTimer | null | undefined): number | null {
  const endsAt = timer?.ends_at;
  const [, tick] = useState(0);
  useEffect(() => {
    if (endsAt === undefined) return;
    let next: ReturnType<typeof setTimeout>;
    const wait = () => {
      const leftMs = Date.parse(endsAt) - serverNow();
      if (leftMs <= 0) return;
      // At the next full second, as the clock shows it.
      next = setTimeout(
        () => {
          tick((count) => count + 1);
          wait();
        },
        (leftMs % 1000) + 5,
      );
    };
    wait();
    return () => clearTimeout(next);
  }, [endsAt]);
  if (endsAt === undefined) return null;
  return Math.max(0, Math.ceil((Date.parse(endsAt) - serverNow()) / 1000));
}

/** `4:05`. */
function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

interface StepTimerProps {
  readonly timer: ClassTimer;
  /** The title of its step, where another step is shown. */
  readonly stepTitle?: string | undefined;
  readonly className?: string | undefined;
  /** It names the button that it stands in, which a part with a role of its own does not. */
  readonly isInButton?: boolean;
  /** Time is up: what that has changed is to be asked for. */
  readonly onEnd: () => void;
}

/** How much time is left for a step. */
export function StepTimer({
  timer,
  stepTitle,
  className,
  isInButton = false,
  onEnd,
}: StepTimerProps) {
  const left = useSecondsLeft(timer) ?? 0;
  const isUp = left === 0;
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isUp) return;
    const asks = ASK_AFTER_MS.map((afterMs) => setTimeout(() => ended(), afterMs));
    return () => asks.forEach(clearTimeout);
  }, [isUp]);
  return (
    <span
      role={isInButton ? undefined : 'timer'}
      className={className}
      data-soon={left <= SOON_S || undefined}
      data-up={isUp || undefined}
    >
      {timerWords(isUp, clockText(left), stepTitle)}
    </span>
  );
}

function timerWords(isUp: boolean, clock: string, stepTitle: string | undefined): string {
  if (stepTitle === undefined) return isUp ? t`Time is up` : t`${clock} left`;
  return isUp ? t`Time is up for ${stepTitle}` : t`${clock} left for ${stepTitle}`;
}
