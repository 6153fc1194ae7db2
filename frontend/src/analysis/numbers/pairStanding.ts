/** Which of two algorithms is fairer where, in sentences made of the league's numbers: pure. */
import { listed } from '@/analysis/series/fragments';
import type { components } from '@/api/schema';
import { aligned } from '@/analysis/numbers/shown';

import { formatMilliseconds, joinQuantity, toShortest } from './units';

type PairStanding = components['schemas']['PairStanding'];
type Verdict = PairStanding['opening'][number]['jain']['verdict'];

/**
 * `In the league, FaiRTT is fairer than BBRv2 in 4 of 11 situations (...) and less fair in 7. ...`
 * The second algorithm is the one that is spoken of.
 */
export function leagueText(standing: PairStanding): string {
  const { first_title: first, second_title: second, situations } = standing;
  const fairer = titlesOf(standing, 'fairer');
  const lessFair = titlesOf(standing, 'less_fair');
  const unclear = titlesOf(standing, 'unclear');
  const parts = [
    counted(`fairer than ${first}`, fairer),
    counted(fairer.length === 0 ? `less fair than ${first}` : 'less fair', lessFair),
    unclear.length === 0 ? [] : [`not clearly either in ${unclear.length}`],
  ].flat();
  const count = `${situations.length} situations of the league`;
  if (unclear.length === situations.length) {
    return `${second} and ${first} do not differ clearly in any of the ${count}.`;
  }
  if (fairer.length === situations.length)
    return `${second} is fairer than ${first} in all ${count}.`;
  if (lessFair.length === situations.length) {
    return `${second} is less fair than ${first} in all ${count}.`;
  }
  return `Over the ${count}, ${second} is ${listed(parts)}.`;
}

/** `By fairness over all of them FaiRTT ranks 24th of 25, BBRv2 21st.`; empty without places. */
export function placesText(standing: PairStanding): string {
  const { first_title: first, second_title: second, entry_count } = standing;
  const { first_place, second_place } = standing;
  if (first_place === null || second_place === null) return '';
  return `By fairness over all of them ${second} ranks ${ordinal(second_place)} of ${entry_count}, ${first} ${ordinal(first_place)}.`;
}

const SETTINGS = {
  buffer: 'the size of the buffer',
  rtt_gap: 'how far apart the RTTs are',
} as const;

/** What decides, where one setting alone turns the verdict around; empty where none does. */
export function reasonText(standing: PairStanding): string {
  const { first_title: first, second_title: second, situations, ladders } = standing;
  const [ladder] = ladders;
  if (ladder === undefined) return '';
  const steps = ladder.situation_ids.flatMap(
    (id) => situations.find((situation) => situation.id === id) ?? [],
  );
  const under = (of: 'first' | 'second') =>
    steps.map(({ jain }) => aligned(jain[of], 2)).join(', ');
  const titles = steps.map(({ title }) => `“${title}”`).join(', ');
  return `It depends on ${SETTINGS[ladder.setting]}: in ${titles}, Jain’s index is ${under('first')} with ${first} and ${under('second')} with ${second}.`;
}

/** What the first page shows of the two; empty if it does not compare them. */
export function firstPageText(standing: PairStanding): string {
  const { first_title: first, second_title: second, opening } = standing;
  const [lead, ...others] = opening;
  if (lead === undefined) return '';
  const said = (verdict: Verdict) =>
    verdict === 'unclear'
      ? `${second} and ${first} do not differ clearly`
      : `${second} is ${verdict === 'fairer' ? 'fairer' : 'less fair'} than ${first}`;
  const numbers = ({ jain }: typeof lead) =>
    `${aligned(jain.second, 2)} against ${aligned(jain.first, 2)}`;
  const alike = others.filter(({ jain }) => jain.verdict === lead.jain.verdict);
  const shown = [lead, ...alike]
    .map((each) => numbers(each) + (alike.length === 0 ? '' : ` in “${each.title}”`))
    .join(', ');
  const differing = others.filter(({ jain }) => jain.verdict !== lead.jain.verdict);
  const rest = differing
    .map((each) => `; in “${each.title}” ${said(each.jain.verdict)} (${numbers(each)})`)
    .join('');
  return `On the first page ${said(lead.jain.verdict)} (${settingOf(lead)}; Jain’s index ${shown})${rest}.`;
}

function settingOf({ rtts_s, buffer_bdp }: PairStanding['opening'][number]): string {
  const rtts = rtts_s.map((rtt) => formatMilliseconds(rtt, 0).value).join(' and ');
  const buffer = buffer_bdp === null ? [] : [`a buffer of ${toShortest(buffer_bdp)} BDP`];
  return [`RTTs of ${joinQuantity({ value: rtts, unit: 'ms' })}`, ...buffer].join(', ');
}

function titlesOf({ situations }: PairStanding, verdict: Verdict): string[] {
  return situations.flatMap(({ title, jain }) => (jain.verdict === verdict ? [title] : []));
}

const MOST_TITLES = 5;

function counted(what: string, titles: readonly string[]): string[] {
  if (titles.length === 0) return [];
  const named = titles.length > MOST_TITLES ? '' : ` (${titles.join('; ')})`;
  return [`${what} in ${titles.length}${named}`];
}

/** `1st`, `2nd`, `3rd`, `11th`, `24th`. */
export function ordinal(place: number): string {
  const tens = place % 100;
  const isTeen = tens > 10 && tens < 14;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${ending}`;
}
