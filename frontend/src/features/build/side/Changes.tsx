import { useMemo } from 'react';

import { inText, partsOf } from '@/analysis/experiment/document';
import { changesBetween, type Change } from '@/analysis/scenario/changes/changes';
import { changeName, describedField } from '@/analysis/scenario/changes/changeRows';
import { isObject } from '@/analysis/scenario/fields/fieldPath';
import { fieldAt } from '@/analysis/scenario/fields/fields';
import { valueText } from '@/analysis/scenario/fields/fieldTexts';
import { parseText } from '@/analysis/scenario/problems/problems';
import { useScenarioSchema } from '@/api/catalog';

import styles from '../build.module.css';
import type { CheckedText } from '../document/useCheckedText';
import type { EditedDocument } from '../document/useDocument';
import { useGroups, type GroupEdits } from '../document/useGroups';

interface ChangesProps {
  readonly document: EditedDocument;
  readonly checked: CheckedText;
}

/** Differences from the preset, run or file that the scenario came from. */
export function Changes({ document, checked }: ChangesProps) {
  const schema = useScenarioSchema().data;
  const { base } = document;
  const edits = useGroups(document, checked);
  const set = (fields: Fields) => document.set(inText(fields, checked.prefix));
  const scenario = checked.value;
  const before = useMemo(
    () => (base === null ? null : partsOf(parseText(base.text).value).scenario),
    [base],
  );
  const changes = useMemo(() => {
    const fallbackOf = (path: string) => fieldAt(schema, path, scenario)?.fallback;
    return changesBetween(before, scenario, fallbackOf);
  }, [before, scenario, schema]);
  if (base === null || before === null || scenario === null) return null;
  return (
    <section>
      <h2>{`Changed from ${base.title}`}</h2>
      {changes.length === 0 && <p className="quiet small">Nothing yet.</p>}
      <ul className={styles.changes}>
        {changes.map((change) => {
          const name = changeName(change, scenario, schema);
          return (
            <li key={`${change.kind} ${change.path}`}>
              <span className="quiet">{name}</span>
              <span>
                <ChangedValue change={change} scenario={scenario} schema={schema} />{' '}
                <button
                  type="button"
                  className={styles.lineLink}
                  aria-label={`Undo the change of ${name}`}
                  onClick={() => takeBack(change, edits, set)}
                >
                  undo
                </button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type Fields = Readonly<Record<string, unknown>>;

interface ChangedValueProps {
  readonly change: Change;
  readonly scenario: unknown;
  readonly schema: unknown;
}

function ChangedValue({ change, scenario, schema }: ChangedValueProps) {
  if (change.kind !== 'set') {
    return <b>{change.kind === 'added' ? 'added' : 'removed'}</b>;
  }
  const field = describedField(change.path, scenario, schema);
  const text = (value: unknown) => {
    const shown = isObject(value) ? value.kind : value;
    return valueText(field, shown === undefined ? field?.fallback : shown);
  };
  return (
    <>
      {text(change.before)} <small>to</small> <b>{text(change.after)}</b>
    </>
  );
}

function takeBack(change: Change, edits: GroupEdits, set: (fields: Fields) => void): void {
  const index = Number(change.path.split('.').at(-1));
  if (change.kind === 'set') set({ [change.path]: change.before });
  else if (change.kind === 'added') edits.remove(index);
  else edits.insert(index, change.group);
}
