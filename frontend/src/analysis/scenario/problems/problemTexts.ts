/** What is wrong with a field, in the unit that people type there. Pure. */
import { refusalOf } from '@/analysis/numbers/refusal';
import { takesOf, type ShownUnit } from '@/analysis/numbers/typing';

import type { Field } from '@/analysis/scenario/fields/fields';
import { requirementText, valueText, withoutPath } from '@/analysis/scenario/fields/fieldTexts';
import type { Problem } from './problems';

interface ProblemTexts {
  /** What is wrong, or the name of the field. */
  readonly what: string;
  /** What must hold instead, as the rest of the sentence or as another one. */
  readonly rest: string;
}

/** How the server and the schema's checker say a bound: in SI, as JSON has it. */
const COMPARED = /^(It must be (?:at least|at most|above|below)) -?[\d.e+-]+(?: \S+)?\.$/;
/** `2000 is greater than 1000.`: of the checker, until the server has answered. */
const LOCAL =
  /is (greater than or equal to|greater than|less than or equal to|less than) (-?[\d.e+-]+)\.?$/;
const OPPOSITE: Readonly<Record<string, string>> = {
  'greater than': 'at most',
  'greater than or equal to': 'below',
  'less than': 'at least',
  'less than or equal to': 'above',
};

/** `shown`: the unit in which the field is typed, where it is not the field's own. */
export function problemTexts(
  problem: Problem,
  known: Field | null,
  value: unknown,
  shown: Partial<ShownUnit> = {},
): ProblemTexts {
  const { path, message } = problem;
  const field = known === null ? null : inUnit(known, shown);
  const refusal =
    field !== null && isNumeric(field) && typeof value === 'string'
      ? refusalOf(value, takesOf(field, shown))
      : null;
  if (refusal !== null) return refusal;
  const isSomething = (typeof value === 'string' && value !== '') || typeof value === 'number';
  const rest = reasonOf(problem, field);
  if (field !== null && isSomething && rest !== null) {
    return { what: `${valueText(field, value)} is not possible.`, rest };
  }
  const name = field?.title ?? path.split('.').at(-1) ?? path;
  return { what: name, rest: withoutPath(message, path) };
}

export function isNumeric({ kind }: Field): boolean {
  return kind === 'number' || kind === 'integer';
}

/** Its numbers are said in the unit in which they are typed. A rate says its own. */
function inUnit(field: Field, { unit, factor }: Partial<ShownUnit>): Field {
  if (unit === undefined || unit.endsWith('bit/s')) return field;
  return { ...field, unit, factor: factor ?? field.factor };
}

/** null: the message says something else than what must hold. */
function reasonOf({ path, message, bound }: Problem, field: Field | null): string | null {
  if (typeof bound === 'number' && path.endsWith('.rtt_s') && message.includes('twice')) {
    return `The bottleneck alone has an RTT of ${valueText(field, bound)}.`;
  }
  const required = requirementText(message);
  const compared = COMPARED.exec(required ?? '');
  if (compared !== null && typeof bound === 'number') {
    return `${compared[1] ?? ''} ${valueText(field, bound)}.`;
  }
  const [, how, limit] = LOCAL.exec(message) ?? [];
  if (how !== undefined)
    return `It must be ${OPPOSITE[how] ?? ''} ${valueText(field, Number(limit))}.`;
  return required;
}
