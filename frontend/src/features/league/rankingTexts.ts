import { listed } from '@/analysis/series/fragments';
import type { League, Ranking } from '@/api/evaluations';

const MOST_NAMED = 4;

/** How places follow from the means: a reader can check them. */
export const PLACES_RULE =
  'Rows are sorted by mean. The best takes place 1 and shares it with the rows below it, down to ' +
  'the first that is significantly worse than it; that row opens the next place, and so on.';

/** `By fairness over 11 situations, CUBIC and BBRv1 share first place.` */
export function leadersText(league: League, ranking: Ranking): string {
  const titles = new Map(league.entries.map(({ key, title }) => [key, title]));
  const first = ranking.rows
    .filter(({ place }) => place === 1)
    .map(({ key }) => titles.get(key) ?? key);
  const by = `By ${ranking.title.toLowerCase()}${placeText(league, ranking)}`;
  if (first.length === 0) return `${by}, no results yet.`;
  if (first.length === 1) return `${by}, ${first[0]} ranks first.`;
  if (first.length > MOST_NAMED) return `${by}, ${first.length} algorithms share first place.`;
  return `${by}, ${listed(first)} share first place.`;
}

/** What the numbers of a ranking are, and how they are compared. */
export function numberText({ label, definition, situation_ids }: Ranking): string {
  const over = situation_ids.length === 1 ? [] : [`Mean over ${situation_ids.length} situations.`];
  return [
    `${label}: ${definition}`,
    ...over,
    'Dot: mean over the seeds; bar: 95% interval.',
    'Significant: paired t test over the seeds, with Holm’s correction for all pairs.',
  ].join(' ');
}

function placeText(league: League, ranking: Ranking): string {
  const [id, ...others] = ranking.situation_ids;
  if (others.length > 0) return ` over ${ranking.situation_ids.length} situations`;
  const title = league.situations.find((each) => each.id === id)?.title;
  return title === undefined ? '' : ` in “${title}”`;
}
