import { aligned, countOf } from '@/analysis/numbers/shown';
import { ABSENT } from '@/analysis/numbers/units';
import { listed } from '@/analysis/series/fragments';
import type { League, RankedRow, Ranking } from '@/api/algorithms/evaluations';

const MOST_NAMED = 4;

/** How places follow from the means: a reader can check them. */
export const PLACES_RULE =
  'Rows are sorted by mean. The best takes place 1 and shares it with the rows below it, down to ' +
  'the first that is significantly worse than it; that row opens the next place, and so on.';

/** `3`, or `3=` where it is shared. */
export function placeText({ place }: RankedRow, { rows }: Ranking): string {
  if (place === null) return ABSENT;
  const isShared = rows.filter((row) => row.place === place).length > 1;
  return `${place}${isShared ? '=' : ''}`;
}

/** `4`, or `2 to 7`. */
export function endsText(low: number | null, high: number | null): string {
  if (low === null || high === null) return ABSENT;
  return low === high ? `${low}` : `${low} to ${high}`;
}

export function pText(p: number | null): string {
  if (p === null) return ABSENT;
  return p < 0.001 ? 'below 0.001' : aligned(p, 3);
}

/** How alike the orders by two halves of the seeds are, and without one situation. */
export function tauText(league: League, ranking: Ranking): string {
  const { tau_between_seeds: between, without } = ranking;
  const parts =
    between === null
      ? []
      : [
          `Kendall’s tau between one half of the seeds and the other is ${aligned(between, 2)} (1: the same order, 0: no relation; two without a significant difference in one half, p above 0.05 after Holm’s correction, are a tie in it).`,
        ];
  const known = without.flatMap(({ situation_id: id, tau }) => (tau === null ? [] : [{ id, tau }]));
  const least = known.toSorted((one, other) => one.tau - other.tau)[0];
  if (least !== undefined) {
    const title = league.situations.find(({ id }) => id === least.id)?.title ?? least.id;
    parts.push(
      `The order depends most on “${title}”: without it, tau to the order above is ${aligned(least.tau, 2)}.`,
    );
  }
  return parts.join(' ');
}

/** `By fairness over 11 situations, CUBIC and BBRv1 share first place.` */
export function leadersText(league: League, ranking: Ranking): string {
  const titles = new Map(league.entries.map(({ key, title }) => [key, title]));
  const first = ranking.rows
    .filter(({ place }) => place === 1)
    .map(({ key }) => titles.get(key) ?? key);
  const by = `By ${ranking.title.toLowerCase()}${overText(league, ranking)}`;
  if (first.length === 0) return `${by}, no results yet.`;
  if (first.length === 1) return `${by}, ${first[0]} ranks first.`;
  if (first.length > MOST_NAMED) return `${by}, ${first.length} algorithms share first place.`;
  return `${by}, ${listed(first)} share first place.`;
}

/** Texts that explain the numbers of a ranking and how they are compared. */
export function numberText(ranking: Ranking, hasEntries: boolean): string {
  const { label, definition, situation_ids: ids, own_situation_ids: own } = ranking;
  const over = ids.length === 1 ? [] : [`Mean over ${ids.length} situations.`];
  if (hasEntries && ids.length > 1 && ids.length < own.length)
    over.push(
      `With entries, ${countOf(own.length - ids.length, 'situation')} of ${own.length} ${own.length - ids.length === 1 ? 'is' : 'are'} left out, where each transfer opens a connection: no module can do that.`,
    );
  return [
    `${label}: ${definition}`,
    ...over,
    'Dot: mean over the seeds; bar: 95% interval.',
    'Significant: paired t test over the seeds, with Holm’s correction for all pairs.',
    ...(hasEntries
      ? [
          'Entries have seeds of their own; seeds are independent, so that the test holds for them, too.',
        ]
      : []),
  ].join(' ');
}

function overText(league: League, ranking: Ranking): string {
  const [id, ...others] = ranking.situation_ids;
  if (others.length > 0) return ` over ${ranking.situation_ids.length} situations`;
  const title = league.situations.find((each) => each.id === id)?.title;
  return title === undefined ? '' : ` in “${title}”`;
}
