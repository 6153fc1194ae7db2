/** Why a typed text is no number of its field, and what to type instead. Pure. */
import { readNumbers, type ListMeaning } from './lists';
import { readNumber, type Meaning, type Takes } from './reading';
import { unitNamed, type Kind } from './unitTable';

export interface Refusal {
  /** What is wrong, as a sentence. */
  readonly what: string;
  /** What to type instead, as another one. */
  readonly rest: string;
  /** What it may mean, to be chosen. */
  readonly meanings: readonly Meaning[];
}

const NAMES: Readonly<Record<Kind, string>> = {
  rate: 'a rate',
  time: 'a time',
  data: 'an amount of data',
  ratio: 'a percentage',
  packets: 'a number of packets',
  bdp: 'a number of BDPs',
  plain: 'a number',
};

const EXAMPLES: Readonly<Record<Kind, string>> = {
  rate: '10 Mbit/s',
  time: '40 ms',
  data: '64 kB',
  ratio: '0.15%',
  packets: '100 packets',
  bdp: '2 BDP',
  plain: '1.5',
};

/** null: the text is a number of the field, or nothing at all. */
export function refusalOf(text: string, takes: Takes): Refusal | null {
  const reading = readNumber(text, takes);
  const typed = `“${shortened(text)}”`;
  const refused = (what: string, rest = takenWords(takes)) => ({ what, rest, meanings: [] });
  switch (reading.kind) {
    case 'empty':
    case 'number':
      return null;
    case 'unclear': {
      const { meanings } = reading;
      const words = meanings.map((each) => each.text).join(' or ');
      return { what: `${typed} is not clear.`, rest: `Did you mean ${words}?`, meanings };
    }
    case 'other unit':
      return refused(`${typed} is ${NAMES[reading.unit.kind]}.`);
    case 'unknown unit':
      return refused(`${typed} has an unknown unit.`);
    case 'no number':
      return refused(`${typed} is not a number.`);
  }
}

/** The same of several numbers in one text: of the first that is none. */
export function listRefusalOf(
  text: string,
  takes: Takes,
): (Omit<Refusal, 'meanings'> & { readonly meanings: readonly ListMeaning[] }) | null {
  const { values, meanings } = readNumbers(text, takes, { none: null });
  if (meanings.length > 0) {
    const rest = 'Numbers with a decimal comma need semicolons between them.';
    return { what: `“${shortened(text)}” is not clear.`, rest, meanings };
  }
  const bad = values.find((value) => typeof value === 'string');
  const refusal = typeof bad === 'string' ? refusalOf(bad, takes) : null;
  return refusal === null ? null : { ...refusal, meanings: [] };
}

/** `This field takes a rate, such as 10 Mbit/s.` */
export function takenWords({ unit, isWhole, others = [] }: Takes): string {
  const own = unitNamed(unit)?.kind ?? 'plain';
  if (own === 'plain') {
    const what = isWhole ? 'a whole number, such as 10' : 'a number, such as 1.5';
    return `This field takes ${what}${unit === '' ? '' : `, in ${unit}`}.`;
  }
  const kinds = [own, ...others.filter((kind) => kind !== own)];
  const last = kinds.at(-1) ?? own;
  const names = kinds.map((kind) => NAMES[kind]);
  const list =
    kinds.length === 1 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${NAMES[last]}`;
  const examples = kinds.map((kind) => EXAMPLES[kind]);
  const such =
    kinds.length === 1
      ? examples.join('')
      : `${examples.slice(0, -1).join(', ')} or ${EXAMPLES[last]}`;
  return `This field takes ${list}, such as ${such}.`;
}

const MOST_CHARACTERS = 40;

function shortened(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > MOST_CHARACTERS ? `${trimmed.slice(0, MOST_CHARACTERS)}…` : trimmed;
}
