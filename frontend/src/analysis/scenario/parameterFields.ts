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

export function parameterField(parameter: Parameter, path: string): Field {
  return {
    path,
    kind: parameter.kind,
    title: parameter.name.replaceAll('_', ' '),
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
    unit: '',
    factor: 1,
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
