/**
 * What a visitor has chosen where a paper leaves something open: which combination that is, and
 * the numbers of the page under it. Pure.
 */
import type { OpenQuestion, PaperRow, Switch } from './paperTypes';

/** Slug of the choice by question; what is left out is as it is by default. */
export type Choices = Readonly<Record<string, string>>;

const BETWEEN = '.';
const OF = ':';

/** `0.15 %` becomes `0-15`: ids are written for people, an address has fewer letters. */
export function slugOf(id: string): string {
  return id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** `topology:t5.error-rate:0-15`: as the address has it. */
export function parseChoices(text: string | undefined): Choices {
  const pairs = (text ?? '').split(BETWEEN).map((part) => part.split(OF));
  return Object.fromEntries(
    pairs.flatMap(([question, choice]) => (question && choice ? [[question, choice]] : [])),
  );
}

/** Only what differs from the default; undefined if nothing does. */
export function choicesText(
  questions: readonly OpenQuestion[],
  choices: Choices,
): string | undefined {
  const parts = questions.flatMap((question) => {
    const chosen = chosenOf(question, choices);
    return chosen === undefined || chosen.is_default
      ? []
      : [`${question.id}${OF}${slugOf(chosen.id)}`];
  });
  return parts.length === 0 ? undefined : parts.join(BETWEEN);
}

/** The choice that holds; a name that nobody knows gives the default. */
export function chosenOf({ id, choices: offered }: OpenQuestion, choices: Choices) {
  return (
    offered.find((choice) => slugOf(choice.id) === choices[id]) ??
    offered.find((choice) => choice.is_default) ??
    offered[0]
  );
}

/** The questions that the visitor can switch, in the order of the switch. */
export function switchedQuestions(
  questions: readonly OpenQuestion[],
  { question_ids }: Pick<Switch, 'question_ids'>,
): OpenQuestion[] {
  return question_ids.flatMap((id) => questions.find((question) => question.id === id) ?? []);
}

/** Place of the combination in the arrays of the switch: row-major, the last question fastest. */
export function switchIndex(
  theSwitch: Pick<Switch, 'question_ids' | 'choice_counts'>,
  questions: readonly OpenQuestion[],
  choices: Choices,
): number {
  return switchedQuestions(questions, theSwitch).reduce((index, question, position) => {
    const place = question.choices.findIndex(({ id }) => id === chosenOf(question, choices)?.id);
    return index * (theSwitch.choice_counts[position] ?? 1) + Math.max(0, place);
  }, 0);
}

export interface FollowedRow {
  readonly row: PaperRow;
  /** It says what the choice gives; else what the default does. */
  readonly isFollowed: boolean;
}

/** The combination in words: the titles of what is chosen. */
export function combinationText(
  theSwitch: Pick<Switch, 'question_ids'>,
  questions: readonly OpenQuestion[],
  choices: Choices,
): string {
  return switchedQuestions(questions, theSwitch)
    .map((question) => chosenOf(question, choices)?.title ?? '')
    .join(', ');
}

/**
 * A number of the page under a combination, which `reading` names; as it was if the switch does
 * not have it.
 */
export function followed(
  row: PaperRow,
  theSwitch: Switch | null,
  index: number,
  reading: string,
): FollowedRow {
  if (theSwitch === null || index === theSwitch.default_index) return { row, isFollowed: true };
  const found = theSwitch.rows.find(({ claim_id }) => claim_id === row.id);
  if (found === undefined) return { row, isFollowed: false };
  const mean = found.mean[index] ?? null;
  const estimate = mean === null ? null : estimateAt(mean, found, index, theSwitch.seed_count);
  const published = found.published.value;
  return {
    isFollowed: true,
    row: {
      ...row,
      reading,
      estimate: estimate && { ...estimate, average: row.estimate?.average ?? 'arithmetic' },
      difference: mean === null || published === null ? null : mean - published,
      verdict: found.verdicts[index] ?? 'not_computed',
      verdict_text: '',
      cells: [],
    },
  };
}

function estimateAt(
  mean: number,
  { low, high }: Switch['rows'][number],
  index: number,
  seed_count: number,
) {
  return { mean, low: low[index] ?? null, high: high[index] ?? null, seed_count };
}
