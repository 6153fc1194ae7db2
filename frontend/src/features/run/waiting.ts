import type { Waiting } from '@/api/waiting';

/** What a queued run waits for, in a sentence; null: for nothing. */
export function waitingText({ waits_for, ahead_count }: Waiting): string | null {
  switch (waits_for) {
    case 'worker':
      return 'Waiting for a worker: none is running yet.';
    case 'start':
      return 'Waiting for a worker, which is starting.';
    case 'broker':
      return 'Waiting for the message broker, which does not answer.';
    case 'turn':
      return turnText(ahead_count);
    default:
      return null;
  }
}

function turnText(aheadCount: number): string {
  if (aheadCount === 0) return 'Waiting for a free worker, next in line.';
  const others = aheadCount === 1 ? '1 other comes' : `${aheadCount} others come`;
  return `Waiting for a free worker: ${others} first.`;
}
