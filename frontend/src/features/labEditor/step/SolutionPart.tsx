import { t } from '@lingui/core/macro';

import { listAt, textAt, withValue } from '@/analysis/labs/draft';
import { choicesOf, openName } from '@/analysis/labs/scenario';
import { movedField } from '@/analysis/experiment/fields';
import { choiceName } from '@/analysis/scenario/fields/fieldTexts';
import { getAt, isObject } from '@/analysis/scenario/fields/fieldPath';
import { NumberInput } from '@/ui/fields/NumberInput';

import { useDraftPlace, useEditing } from '../editing';
import { PLAIN_NUMBER, Problems } from './fields';
import { useKnown } from './OpenFields';
import styles from './form.module.css';

/** One way to reach a goal: values of the open fields. */
export function SolutionPart({ path }: { path: string }) {
  const { draft } = useEditing();
  const { value, problems } = useDraftPlace(`${path}.solution`);
  const open = listAt(draft, `${path}.fields`).map((field) => textAt(field, 'path'));
  const set = isObject(value) ? value : {};
  const others = Object.keys(set).filter((each) => !open.includes(each));
  return (
    <section className={styles.part} aria-label={t`Solution`} data-path={`${path}.solution`}>
      <h2>{t`A solution`}</h2>
      <p className="small quiet">
        {open.length === 0
          ? t`Open a field above: a solution sets open fields.`
          : t`Settings that reach the goal; an empty field keeps its given value. Students never see it.`}
      </p>
      <ul className={styles.open}>
        {[...open, ...others].map((each) => (
          <Setting key={each} path={path} fieldPath={each} isOpen={open.includes(each)} />
        ))}
      </ul>
      <Problems problems={problems} />
    </section>
  );
}

interface SettingProps {
  readonly path: string;
  readonly fieldPath: string;
  readonly isOpen: boolean;
}

function Setting({ path, fieldPath, isOpen }: SettingProps) {
  const { draft, change } = useEditing();
  const known = useKnown(path);
  const moved = movedField(fieldPath, known);
  const name = openName(moved);
  const solution = getAt(draft, `${path}.solution`);
  const settings = isObject(solution) ? solution : {};
  // Its names have dots in them: the whole object is set.
  const set = (next: unknown) => {
    const others = Object.entries(settings).filter(([each]) => each !== fieldPath);
    const kept = next === null || next === '' ? others : [...others, [fieldPath, next] as const];
    change(
      (now) => withValue(now, `${path}.solution`, Object.fromEntries(kept)),
      `${path} ${name}`,
    );
  };
  const names = choicesOf(moved, known);
  const value = settings[fieldPath];
  const titleOf = (each: string) =>
    known.algorithms.find((algorithm) => algorithm.name === each)?.title ??
    (moved.field === null ? each : choiceName(moved.field, each));
  return (
    <li>
      <div>
        <b>{isOpen ? name : t`${name}, which is locked`}</b>
        <label>
          {moved.unit === '' ? t`Set to` : t`Set to, ${moved.unit}`}
          {names.length > 0 ? (
            <select
              aria-label={t`Solution: ${name}`}
              value={typeof value === 'string' ? value : ''}
              onChange={({ target }) => set(target.value)}
            >
              <option value="">{t`as given`}</option>
              {names.map((each) => (
                <option key={each} value={each}>
                  {titleOf(each)}
                </option>
              ))}
            </select>
          ) : (
            <NumberInput
              label={t`Solution: ${name}`}
              field={{ ...PLAIN_NUMBER, isNullable: true, fallback: null }}
              factor={moved.factor}
              shown={moved}
              value={value ?? null}
              isBad={false}
              onChange={set}
            />
          )}
        </label>
      </div>
    </li>
  );
}
