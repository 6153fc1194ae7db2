/** What Python says of scenarios. Pages ask for the same ones again and again. */
import type { Checked, Scenario } from '@/api/types';

import { askPython, type Answered } from './python/askPython';

const MOST_KEPT = 200;
const kept = new Map<string, Promise<Answered>>();

/** The answer to POST /api/scenarios/check. */
export function check(body: unknown): Promise<Answered> {
  const text = JSON.stringify(body);
  const known = kept.get(text);
  if (known !== undefined) return known;
  const asked = askPython('check', body);
  // What could not be asked is asked again.
  asked.catch(() => kept.delete(text));
  kept.set(text, asked);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return asked;
}

/** Of a scenario that has been accepted before. */
export async function checkedOf(scenario: Scenario): Promise<Checked> {
  const { status, body } = await check({ scenario });
  if (status !== 200) throw new Error('The scenario is not accepted.');
  return body as Checked;
}
