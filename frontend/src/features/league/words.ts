import type { League, Ranking } from '@/api/evaluations';

const MOST_NAMED = 4;

/** `By fairness, CUBIC and BBRv1 share the first place.` */
export function leadersText(league: League, ranking: Ranking): string {
  const titles = new Map(league.entries.map(({ key, title }) => [key, title]));
  const first = ranking.rows
    .filter(({ place }) => place === 1)
    .map(({ key }) => titles.get(key) ?? key);
  const by = `By ${ranking.title.toLowerCase()}${placeText(league, ranking)}`;
  if (first.length === 0) return `${by}, nothing is computed yet.`;
  if (first.length === 1) return `${by}, ${first[0]} has the first place.`;
  if (first.length > MOST_NAMED) return `${by}, ${first.length} algorithms share the first place.`;
  return `${by}, ${listed(first)} share the first place.`;
}

/** What the numbers of a ranking are, and how they are compared. */
export function numberText({ label, definition, situation_ids }: Ranking): string {
  const over = situation_ids.length === 1 ? [] : [`Mean over ${situation_ids.length} situations.`];
  return [
    `${label}: ${definition}`,
    ...over,
    'Dot: mean over the seeds; bar: 95% interval.',
    'Pairs of algorithms are compared seed by seed (paired t test, Holm’s correction).',
    'A place is one more than the number of algorithms that are better beyond doubt.',
  ].join(' ');
}

function placeText(league: League, ranking: Ranking): string {
  const [id, ...others] = ranking.situation_ids;
  if (others.length > 0) return ` over ${ranking.situation_ids.length} situations`;
  const title = league.situations.find((each) => each.id === id)?.title;
  return title === undefined ? '' : ` in “${title}”`;
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
