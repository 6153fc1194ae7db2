/** Parameters of an algorithm as fields of a form. */
import type { Field } from './fields';

/** The parts of a registry entry that a form needs. */
export interface Parameter {
  readonly name: string;
  readonly kind: 'boolean' | 'integer' | 'number' | 'choice';
  readonly default: boolean | number | string;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly choices: readonly string[];
  readonly description: string;
}

/** A unit that ends a name, as it stands beside a field. `ratio` is none: a number says it all. */
const UNITS: Readonly<Record<string, string>> = {
  s: 's',
  bps: 'bit/s',
  bytes: 'bytes',
  packets: 'packets',
  percent: '%',
  minutes: 'min',
  ratio: '',
  packets_per_s3: 'packets/s³',
};
const NAMED_UNIT = new RegExp(`^(.+)_(${Object.keys(UNITS).join('|')})$`);

/** `probe_rtt_duration_s`: its words, and the unit that fits its default. */
function parameterWords(parameter: Pick<Parameter, 'name' | 'default'>): ParameterWords {
  const [, words, ending] = NAMED_UNIT.exec(parameter.name) ?? [];
  if (words === undefined || ending === undefined) {
    return { title: parameter.name.replaceAll('_', ' '), unit: '', factor: 1 };
  }
  const title = words.replaceAll('_', ' ');
  const size = Math.abs(Number(parameter.default));
  if (ending === 's' && size < 1) return { title, unit: 'ms', factor: 1e-3 };
  if (ending === 'bps' && size >= 1e3) {
    return size < 1e6
      ? { title, unit: 'kbit/s', factor: 1e3 }
      : { title, unit: 'Mbit/s', factor: 1e6 };
  }
  return { title, unit: UNITS[ending] ?? '', factor: 1 };
}

interface ParameterWords {
  readonly title: string;
  /** As it stands beside the field; empty: none. */
  readonly unit: string;
  /** Base units in one of it. */
  readonly factor: number;
}

export function parameterField(parameter: Parameter, path: string): Field {
  return {
    path,
    kind: parameter.kind,
    ...parameterWords(parameter),
    help: `${parameter.description}.`,
    isNullable: false,
    fallback: parameter.default,
    choices: parameter.choices,
    titles: {},
    start: undefined,
    minimum: parameter.minimum,
    isAboveMinimum: false,
    maximum: parameter.maximum,
    maxLength: null,
    isLog: false,
  };
}

/** Those whose name or description has all the words. */
export function findParameters<P extends Parameter>(
  parameters: readonly P[],
  text: string,
): readonly P[] {
  const words = text.toLowerCase().split(/\s+/);
  return parameters.filter(({ name, description }) => {
    const all = `${name} ${name.replaceAll('_', ' ')} ${description}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
