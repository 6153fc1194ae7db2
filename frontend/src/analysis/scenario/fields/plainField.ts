/** A number that no schema describes, as a field. */
import type { Field } from './fields';

const PLAIN: Field = {
  path: '',
  kind: 'number',
  title: '',
  help: '',
  isNullable: false,
  fallback: undefined,
  choices: [],
  titles: {},
  start: undefined,
  minimum: null,
  isAboveMinimum: false,
  maximum: null,
  maxLength: null,
  unit: '',
  factor: 1,
  isLog: false,
};

export function plainField(own: Partial<Field> = {}): Field {
  return { ...PLAIN, ...own };
}
