import { createContext, useContext } from 'react';

import { getAt, isWithin, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { fieldAt, type Field } from '@/analysis/scenario/fields/fields';
import type { Problem } from '@/analysis/scenario/problems/problems';
import type { ChoosableAlgorithm } from '@/api/algorithms/modules';
import type { Derived } from '@/api/types';

import type { Varying } from '../vary/useVarying';

/** The context that every field of the form needs. */
export interface FormState {
  readonly schema: unknown;
  readonly scenario: JsonObject;
  readonly problems: readonly Problem[];
  readonly algorithms: readonly ChoosableAlgorithm[];
  /** Values derived from the present scenario; null while it is invalid or unchecked. */
  readonly derived: Derived | null;
  readonly set: (fields: Readonly<Record<string, unknown>>) => void;
  /** null: fields can not be varied here. */
  readonly varying: Varying | null;
}

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (form === null) throw new Error('A field is outside the form.');
  return form;
}

export interface FieldState {
  readonly field: Field;
  readonly value: unknown;
  /** The value, or what holds where there is none. */
  readonly effective: unknown;
  readonly problems: readonly Problem[];
  readonly set: (value: unknown) => void;
}

/** Whether there is something to choose: one choice is none, unless the scenario has another. */
export function isChoice({ field, effective }: FieldState): boolean {
  return field.choices.length > 1 || !field.choices.includes(String(effective));
}

/** One field of the scenario; null where the schema does not have it. */
export function useField(path: string): FieldState | null {
  return stateAt(useForm(), path);
}

/** The same of a form that is at hand. */
export function stateAt(form: FormState, path: string): FieldState | null {
  const { schema, scenario, problems, set } = form;
  const field = fieldAt(schema, path, scenario);
  if (field === null) return null;
  const value = getAt(scenario, path);
  return {
    field,
    value,
    effective: value === undefined ? field.fallback : value,
    problems: problems.filter((problem) => isWithin(problem.path, path)),
    set: (next) => set({ [path]: next }),
  };
}
