/**
 * What a visitor has chosen where a paper leaves something open: which combination that is, and
 * the numbers of the page under it. Pure.
 */
import type { OpenQuestion, Paper, PaperEstimate, PaperRow, Switch, SwitchRow } from './types';
import type { Verdict } from './verdicts';

/** Slug of the choice by question; a question that is left out has its default. */
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

/** The choice that holds; an unknown name gives the default. */
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

/** The combination in words: the titles of its choices. */
export function combinationText(
  theSwitch: Pick<Switch, 'question_ids'>,
  questions: readonly OpenQuestion[],
  choices: Choices,
): string {
  return switchedQuestions(questions, theSwitch)
    .map((question) => chosenOf(question, choices)?.title ?? '')
    .join(', ');
}

/** A combination of choices, ready to look numbers up. */
export interface Combination {
  readonly paper: Pick<Paper, 'switch' | 'questions' | 'readings'>;
  readonly choices: Choices;
  /** In the arrays of the switch. */
  readonly index: number;
  readonly isDefault: boolean;
  /** In words. */
  readonly text: string;
}

export function combinationOf(paper: Combination['paper'], choices: Choices): Combination {
  const { questions, switch: theSwitch } = paper;
  return {
    paper,
    choices,
    index: theSwitch === null ? 0 : switchIndex(theSwitch, questions, choices),
    isDefault: choicesText(questions, choices) === undefined,
    text: theSwitch === null ? '' : combinationText(theSwitch, questions, choices),
  };
}

/**
 * A number of the page under a combination: out of the switch, which has the main case, or out of
 * the tables of readings, which have the sweeps; as it was if neither has it.
 */
export function followed(row: PaperRow, combination: Combination): FollowedRow {
  if (combination.isDefault) return { row, isFollowed: true };
  const found = fromSwitch(row, combination) ?? fromReadings(row, combination);
  if (found === null) return { row, isFollowed: false };
  const { estimate, verdict, tally } = found;
  const published = row.published.value;
  const difference = estimate === null || published === null ? null : estimate.mean - published;
  return {
    isFollowed: true,
    row: {
      ...row,
      reading: combination.text,
      estimate,
      difference,
      verdict,
      verdict_text: '',
      cause: null,
      seeds_needed: null,
      strata: null,
      tally,
      agreement: null,
      cells: [],
    },
  };
}

interface Found {
  readonly estimate: PaperEstimate | null;
  readonly verdict: Verdict;
  readonly tally: PaperRow['tally'];
}

function fromSwitch(row: PaperRow, { paper, index }: Combination): Found | null {
  const found = paper.switch?.rows.find(({ claim_id }) => claim_id === row.id);
  if (paper.switch === null || found === undefined) return null;
  const mean = found.mean[index] ?? null;
  const seed_count = paper.switch.seed_counts[index] ?? 0;
  const ends = { low: found.low[index] ?? null, high: found.high[index] ?? null };
  const average = row.estimate?.average ?? 'arithmetic';
  return {
    estimate: mean === null ? null : { mean, ...ends, seed_count, average },
    verdict: found.verdicts[index] ?? 'not_computed',
    tally: tallyOf(found, index, seed_count),
  };
}

/** The switch counts seeds and leaves out how likely the count is. */
function tallyOf(
  { tally_counts, tally_what }: SwitchRow,
  index: number,
  seed_count: number,
): PaperRow['tally'] {
  const count = tally_counts?.[index] ?? null;
  if (count === null || tally_what === null) return null;
  return { count, seed_count, what: tally_what, probability: null };
}

/** What the tables of readings vary; all other questions must have their default. */
const READING = 'reading';
const ERROR_RATE = 'error-rate';

export interface ChosenReading {
  readonly name: string;
  readonly errorRate: number;
}

/** Reading and error rate, where nothing else was chosen; else null. */
export function chosenReading({ paper, choices }: Combination): ChosenReading | null {
  const { questions } = paper;
  const chosen = (id: string) => {
    const question = questions.find((each) => each.id === id);
    return question === undefined ? undefined : chosenOf(question, choices);
  };
  const others = questions.filter(({ id }) => id !== READING && id !== ERROR_RATE);
  const isElsewhere = others.some((question) => chosenOf(question, choices)?.is_default === false);
  const name = chosen(READING)?.title;
  const percent = parseFloat(chosen(ERROR_RATE)?.title ?? '');
  if (isElsewhere || name === undefined || Number.isNaN(percent)) return null;
  return { name, errorRate: percent / 100 };
}

function fromReadings(row: PaperRow, combination: Combination): Found | null {
  const wanted = chosenReading(combination);
  if (wanted === null) return null;
  const table = combination.paper.readings.find(
    ({ error_rate }) => Math.abs(error_rate - wanted.errorRate) < 1e-9,
  );
  const cells = table?.rows.find(({ claim_id }) => claim_id === row.id)?.cells;
  if (table === undefined || cells === undefined) return null;
  const own = table.columns.findIndex(({ name }) => name === wanted.name);
  const host = table.columns.findIndex(({ is_host }) => is_host);
  const cell = cells[own] ?? cells[host] ?? null;
  return cell === null ? null : { ...cell, tally: null };
}
