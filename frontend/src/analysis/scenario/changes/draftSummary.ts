/** What can be said of a draft, which may be half a scenario or no JSON at all. */
import { partsOf } from '@/analysis/experiment/document';
import { formatSetRate, joinQuantity } from '@/analysis/numbers/units';

import { parseJson } from '@/analysis/scenario/fields/json';
import { getAt, isObject } from '@/analysis/scenario/fields/fieldPath';

interface DraftSummary {
  /** Names of the algorithms in the order of the groups, each once. */
  readonly algorithms: readonly string[];
  readonly flowCount: number;
  /** null where it is no number. */
  readonly rate: string | null;
}

/** null: the text is no JSON object. An experiment is described by its base. */
export function draftSummary(text: string): DraftSummary | null {
  const { scenario } = partsOf(objectOf(text));
  if (scenario === null) return null;
  const flows = getAt(scenario, 'flows');
  const groups: readonly unknown[] = Array.isArray(flows) ? flows : [];
  const names = groups.map((group) => getAt(group, 'algorithm.name'));
  const counts = groups.map((group) => getAt(group, 'count') ?? 1);
  const rateBps = getAt(scenario, 'bottleneck.rate_bps');
  return {
    algorithms: [...new Set(names.filter((name) => typeof name === 'string'))],
    flowCount: counts.reduce<number>(
      (sum, count) => sum + (typeof count === 'number' && Number.isFinite(count) ? count : 0),
      0,
    ),
    rate: typeof rateBps === 'number' ? joinQuantity(formatSetRate(rateBps)) : null,
  };
}

/** True if every word is in the name or the text, without regard to case. */
export function isFound(words: string, ...texts: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = parseJson(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
