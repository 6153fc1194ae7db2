/** Several seeds of some settings in one answer: what ships with the lab, or has been computed. */
import { anonymousClient } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { Scenario, SeedsTogether } from '@/api/types';

/** Numbers and curves of the same seeds, and which ones are missing. Starts nothing. */
export function readSeeds(
  scenarios: readonly Scenario[],
  seeds: readonly number[],
): Promise<SeedsTogether> {
  const body = { scenarios: [...scenarios], seeds: [...seeds] };
  return unwrap(anonymousClient.POST('/api/seeds', { body }));
}
