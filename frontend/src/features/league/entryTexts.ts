import type { LeagueModule } from '@/api/leagueEntries';

/** How far an entry is, in words. */
export function stateText(entry: LeagueModule): string {
  const { state, unit_count: all, finished_unit_count: done, failed_unit_count: failed } = entry;
  switch (state) {
    case 'waiting':
      return `waits for a worker, ${all} runs to compute`;
    case 'running':
      return `${done + failed} of ${all} runs computed`;
    case 'paused':
      return `paused by the lab at ${done + failed} of ${all} runs`;
    case 'failed':
      return `failed: ${failed} of ${all} runs gave no numbers, so that it has no place`;
    case 'outdated':
      return 'computed by an older core: enter it again for a place';
    case 'done':
      return `${all} runs, seeds ${seedsText(entry)}`;
  }
}

function seedsText({ first_seed: first, seed_count: count }: LeagueModule): string {
  return first === null ? 'not shown' : `${first} to ${first + count - 1}`;
}
