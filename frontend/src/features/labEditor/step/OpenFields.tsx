import { t } from '@lingui/core/macro';
import { useId, useMemo } from 'react';

import { listAt, textAt, withItem, withValue } from '@/analysis/labs/draft';
import { choicesOf, openableFields, openName } from '@/analysis/labs/scenario';
import { movedField, type Known, type MovedField } from '@/analysis/experiment/fields';
import { takesOf } from '@/analysis/numbers/typing';
import { boundsText, choiceName } from '@/analysis/scenario/fields/fieldTexts';
import { getAt, isObject } from '@/analysis/scenario/fields/fieldPath';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/fields/Checkbox';

import { useDraftPlace, useEditing } from '../editing';
import { PLAIN_NUMBER, Problems } from './fields';
import { NumberInput } from '@/ui/fields/NumberInput';
import { NumberListInput } from '@/ui/fields/NumberListInput';
import styles from './form.module.css';

/** Which fields of the scenario students may change, and how far. All others are locked. */
export function OpenFields({ path }: { path: string }) {
  const { draft, schema, change } = useEditing();
  const id = useId();
  const list = `${path}.fields`;
  const known = useKnown(path);
  const { problems } = useDraftPlace(list, false);
  const open = listAt(draft, list);
  const taken = new Set(open.map((field) => textAt(field, 'path')));
  const openable = useMemo(
    () => (schema === undefined ? [] : openableFields(known)),
    [schema, known],
  );
  const add = (wanted: string) => {
    const field = beginning(movedField(wanted, known), known);
    change((now) => withItem(now, list, open.length, field), '');
  };
  return (
    <section className={styles.part} aria-label={t`Open fields`} data-path={list}>
      <h2>{t`What students may change`}</h2>
      <p className="small quiet">
        {open.length === 0
          ? t`Nothing: every field is locked.`
          : t`These fields, within these bounds. Every other field is locked.`}
      </p>
      <ul className={styles.open}>
        {open.map((_, index) => (
          <OpenField key={index} path={`${list}.${index}`} known={known} />
        ))}
      </ul>
      <Problems problems={problems} />
      <label className="visually-hidden" htmlFor={id}>
        {t`Open a field`}
      </label>
      <select id={id} value="" onChange={({ target }) => target.value !== '' && add(target.value)}>
        <option value="">{t`Open a field …`}</option>
        {openable
          .filter((moved) => !taken.has(moved.path))
          .map((moved) => (
            <option key={moved.path} value={moved.path}>
              {openName(moved)}
            </option>
          ))}
      </select>
    </section>
  );
}

/** The data that describe the fields of a step's scenario. */
export function useKnown(path: string): Known {
  const { draft, schema, algorithms } = useEditing();
  const scenario = getAt(draft, `${path}.scenario`);
  return useMemo(() => ({ schema, scenario, algorithms }), [schema, scenario, algorithms]);
}

/** A number is open from half to twice what is given; one of several, to all of them. */
function beginning(moved: MovedField, known: Known) {
  const choices = choicesOf(moved, known);
  const base = { path: moved.path, minimum: null, maximum: null };
  if (choices.length > 0) return { ...base, choices };
  const now = getAt(known.scenario, moved.path.replace('*', '0')) ?? moved.field?.fallback;
  if (typeof now !== 'number' || now <= 0) return { ...base, choices: null };
  const isWhole = moved.field?.kind === 'integer';
  const rounded = (value: number) => (isWhole ? Math.max(1, Math.round(value)) : value);
  return { path: moved.path, minimum: rounded(now / 2), maximum: rounded(now * 2), choices: null };
}

/** In the place of an algorithm a module of the student's own. */
function ownOf({ path }: MovedField) {
  return { path, minimum: null, maximum: null, choices: null, is_own_algorithm: true };
}

type Mode = 'bounds' | 'choices';

function OpenField({ path, known }: { path: string; known: Known }) {
  const { draft, change } = useEditing();
  const { problems } = useDraftPlace(path);
  const field = getAt(draft, path);
  const moved = movedField(textAt(field, 'path'), known);
  const name = openName(moved) || t`Field`;
  const isNames = choicesOf(moved, known).length > 0;
  const isAlgorithm = moved.path.endsWith('.algorithm.name');
  const isOwn = getAt(field, 'is_own_algorithm') === true;
  const mode: Mode = Array.isArray(getAt(field, 'choices')) ? 'choices' : 'bounds';
  const setMode = (next: Mode) =>
    change((now) => withValue(now, path, inMode(field, next, known, moved)), '');
  return (
    <li>
      <div role="group" aria-label={name} data-path={path}>
        <b>{name}</b>
        {!isNames && (
          <label>
            {t`Open to`}
            <select value={mode} onChange={({ target }) => setMode(target.value as Mode)}>
              <option value="bounds">{t`any value between`}</option>
              <option value="choices">{t`one of`}</option>
            </select>
          </label>
        )}
        {isAlgorithm && (
          <Checkbox
            label={t`one that students write`}
            checked={isOwn}
            onChange={(own) =>
              change(
                (now) => withValue(now, path, own ? ownOf(moved) : beginning(moved, known)),
                '',
              )
            }
          />
        )}
        {isOwn ? null : isNames ? (
          <NameChoices path={path} moved={moved} known={known} />
        ) : mode === 'choices' ? (
          <NumberChoices path={path} moved={moved} />
        ) : (
          <Bounds path={path} moved={moved} isBad={problems.length > 0} />
        )}
        <Button
          size="xs"
          aria-label={t`Lock ${name}`}
          onClick={() => change((now) => withValue(now, path, undefined), '')}
        >
          {t`Lock`}
        </Button>
        <div className={styles.below}>
          <Problems problems={problems} />
        </div>
      </div>
    </li>
  );
}

function inMode(field: unknown, mode: Mode, known: Known, moved: MovedField): unknown {
  const before = isObject(field) ? field : {};
  const ends = [before.minimum, before.maximum].filter((end) => typeof end === 'number');
  if (mode === 'choices') {
    const now = getAt(known.scenario, moved.path.replace('*', '0'));
    const values = ends.length === 2 ? ends : [now, ...ends].filter((each) => each !== undefined);
    return { ...before, minimum: null, maximum: null, choices: values };
  }
  const numbers = listAt(before, 'choices').filter((each) => typeof each === 'number');
  const bounds = numbers.length === 0 ? [null, null] : [Math.min(...numbers), Math.max(...numbers)];
  return { ...before, minimum: bounds[0], maximum: bounds[1], choices: null };
}

interface ValuesProps {
  readonly path: string;
  readonly moved: MovedField;
}

function Bounds({ path, moved, isBad }: ValuesProps & { readonly isBad: boolean }) {
  const ends = [
    { at: useDraftPlace(`${path}.minimum`), words: t`From` },
    { at: useDraftPlace(`${path}.maximum`), words: t`To` },
  ];
  return ends.map(({ at, words }) => (
    <label key={words} title={moved.field === null ? '' : boundsText(moved.field)}>
      {moved.unit === '' ? words : `${words}, ${moved.unit}`}
      <NumberInput
        label={`${words}: ${openName(moved)}`}
        field={{ ...PLAIN_NUMBER, isNullable: true, fallback: null }}
        factor={moved.factor}
        shown={moved}
        value={at.value ?? null}
        isBad={isBad}
        onChange={at.set}
      />
    </label>
  ));
}

/** Several numbers, as `8, 20, 100`. */
function NumberChoices({ path, moved }: ValuesProps) {
  const { value, set } = useDraftPlace(`${path}.choices`);
  return (
    <label>
      {moved.unit === '' ? t`Values` : t`Values, ${moved.unit}`}
      <NumberListInput
        className={styles.wideInput}
        label={t`Values of ${openName(moved)}`}
        values={Array.isArray(value) ? value : []}
        takes={takesOf(PLAIN_NUMBER, moved)}
        onChange={set}
      />
    </label>
  );
}

function NameChoices({ path, moved, known }: ValuesProps & { readonly known: Known }) {
  const { value, set } = useDraftPlace(`${path}.choices`);
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const all = choicesOf(moved, known);
  const titleOf = (name: string) =>
    known.algorithms.find((algorithm) => algorithm.name === name)?.title ??
    (moved.field === null ? name : choiceName(moved.field, name));
  return (
    <span className="row middle wraps">
      {all.map((name) => (
        <Checkbox
          key={name}
          label={titleOf(name)}
          checked={chosen.includes(name)}
          onChange={(isChosen) =>
            set(all.filter((each) => (each === name ? isChosen : chosen.includes(each))))
          }
        />
      ))}
    </span>
  );
}
