import type { MovePlace } from '@/analysis/experiment/axes';
import type { Axis, AxisValues } from '@/analysis/experiment/definition';
import {
  fitted,
  fittedBaseline,
  followedNames,
  joined,
  separated,
  withoutMove,
} from '@/analysis/experiment/edits';
import { isWholeIn, movedField, type MovedField } from '@/analysis/experiment/fields';
import { axisLabel, pointTexts } from '@/analysis/experiment/axisTexts';
import { groupLabel } from '@/analysis/scenario/describe';
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import type { Field } from '@/analysis/scenario/fields/fields';
import { valueText } from '@/analysis/scenario/fields/fieldTexts';

import styles from './axis.module.css';
import fields from '../fields/field.module.css';
import { NumberValues } from './NumberValues';
import { ObjectValues, ONLY_JSON } from './ObjectValues';
import type { Varying } from './useVarying';

interface MoveEditorProps {
  readonly varying: Varying;
  readonly place: MovePlace;
}

/** One path of an axis: the values that it takes, and with what it moves. */
export function MoveEditor({ varying, place }: MoveEditorProps) {
  const { axes, known } = varying;
  const axis = axes[place.axisIndex];
  const move = axis?.moves[place.moveIndex];
  if (axis === undefined || move === undefined) return null;
  const moved = movedField(move.path, known);
  const setValues = (values: AxisValues) => setMove(varying, axis, place, values);
  // An extended axis keeps its paths.
  const isFixed = varying.original !== null;
  const isOneOfSeveral = axis.moves.length > 1;
  return (
    <section>
      {isFixed && isOneOfSeveral && <h3>{moved.name}</h3>}
      {!isFixed && isOneOfSeveral && <MoveHead varying={varying} place={place} moved={moved} />}
      {!isFixed && <Scope varying={varying} place={place} path={move.path} />}
      {!isFixed && !isOneOfSeveral && <Together varying={varying} place={place} />}
      <Values moved={moved} values={move.values} varying={varying} onValues={setValues} />
    </section>
  );
}

interface ValuesProps {
  readonly moved: MovedField;
  readonly values: AxisValues;
  readonly varying: Varying;
  readonly onValues: (values: AxisValues) => void;
}

function Values(props: ValuesProps) {
  const { moved, values } = props;
  const { field } = moved;
  if (field === null) {
    if (values.kind === 'list') return <ObjectValues {...props} values={values.values} />;
    return <p className="faint small">{ONLY_JSON}</p>;
  }
  if (field.kind === 'number' || field.kind === 'integer') {
    return <NumberValues {...props} field={field} />;
  }
  if ((field.kind === 'choice' || field.kind === 'boolean') && values.kind === 'list') {
    return <ChoiceValues {...props} field={field} values={values.values} />;
  }
  return <p className="faint small">{ONLY_JSON}</p>;
}

/** Other values for one path; ranges that move with it get as many, names as many points. */
function setMove(varying: Varying, axis: Axis, place: MovePlace, values: AxisValues): void {
  const { axes, baselineIndex, known } = varying;
  const { axisIndex, moveIndex } = place;
  const isWhole = isWholeIn(known);
  const count = values.kind === 'list' ? values.values.length : values.count;
  const moves = axis.moves.map((move, index) => {
    if (index === moveIndex) return { ...move, values };
    const follows = move.values.kind !== 'list' && count > 0;
    return follows ? { ...move, values: fitted(move.values, count, isWhole(move.path)) } : move;
  });
  const next = { ...axis, moves };
  const before = pointTexts(axis, known);
  const after = pointTexts(next, known);
  const names = followedNames(axis.names, before, after);
  const same = axis.role === 'arm' ? after.indexOf(before[baselineIndex] ?? '') : baselineIndex;
  const wanted = same < 0 ? baselineIndex : same;
  const baseline = fittedBaseline(axes.with(axisIndex, next), wanted, isWhole);
  const changed = moves.flatMap((move, index) =>
    move === axis.moves[index] ? [] : [[`axes.${axisIndex}.moves.${index}.values`, move.values]],
  );
  varying.set({
    ...(Object.fromEntries(changed) as Record<string, unknown>),
    ...(axis.names == null ? {} : { [`axes.${axisIndex}.names`]: names ?? undefined }),
    ...(baseline === baselineIndex ? {} : { baseline_index: baseline }),
  });
}

interface MoveHeadProps extends MoveEditorProps {
  readonly moved: MovedField;
}

function MoveHead({ varying, place, moved }: MoveHeadProps) {
  const { axes } = varying;
  return (
    <div className={styles.moveHead}>
      <h3>{moved.name}</h3>
      <button
        type="button"
        className={styles.plain}
        aria-label={`Vary ${moved.name} separately`}
        onClick={() => {
          varying.setAxes(separated(axes, place, moved.name));
          varying.openAxis({ axisIndex: axes.length, moveIndex: 0 });
        }}
      >
        on its own
      </button>
      <button
        type="button"
        className={styles.plain}
        aria-label={`Stop varying ${moved.name}`}
        onClick={() => varying.setAxes(withoutMove(axes, place))}
      >
        stop varying
      </button>
    </div>
  );
}

/** One flow group or all of them, where there are several. */
function Scope({ varying, place, path }: MoveEditorProps & { readonly path: string }) {
  const { axes, known } = varying;
  const [, group, rest] = /^flows\.(\*|\d+)\.(.+)$/.exec(path) ?? [];
  const flows = getAt(known.scenario, 'flows');
  const groups: readonly unknown[] = Array.isArray(flows) ? flows : [];
  if (group === undefined || rest === undefined || groups.length < 2) return null;
  const taken = new Set(axes.flatMap(({ moves }) => moves.map((move) => move.path)));
  const data = ['*', ...groups.keys()].map((each) => {
    const next = `flows.${each}.${rest}`;
    return { value: String(each), label: groupName(groups, each), isTaken: taken.has(next) };
  });
  const change = (next: string) => {
    const { axisIndex, moveIndex } = place;
    const at = `axes.${axisIndex}`;
    const nextPath = `flows.${next}.${rest}`;
    const old = movedField(path, known);
    const isOwnLabel = ![old.name, old.title].includes(axes[axisIndex]?.label ?? '');
    const label = isOwnLabel ? {} : { [`${at}.label`]: movedField(nextPath, known).name };
    varying.set({ [`${at}.moves.${moveIndex}.path`]: nextPath, ...label });
  };
  return (
    <label className={styles.labelled}>
      <span className="quiet">Which flows</span>
      <select
        className={fields.select}
        value={group}
        onChange={(event) => change(event.target.value)}
      >
        {data.map(({ value, label, isTaken }) => (
          <option key={value} value={value} disabled={isTaken && value !== group}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function groupName(groups: readonly unknown[], each: string | number): string {
  if (typeof each === 'string') return 'every flow';
  const label = getAt(groups[each], 'label');
  return `${groupLabel(typeof label === 'string' ? label : '', each)} only`;
}

/** On an axis of its own, or in step with another one. */
function Together({ varying, place }: MoveEditorProps) {
  const { axes, known } = varying;
  if (axes.length < 2) return null;
  const join = (chosen: number) => {
    const move = axes[place.axisIndex]?.moves[place.moveIndex];
    if (move === undefined) return;
    const left = withoutMove(axes, place);
    const target = chosen > place.axisIndex ? chosen - 1 : chosen;
    const next = joined(left, move, target, isWholeIn(known));
    varying.setAxes(next);
    const moveIndex = (next[target]?.moves.length ?? 1) - 1;
    varying.openAxis({ axisIndex: target, moveIndex });
  };
  return (
    <label className={styles.labelled}>
      <span className="quiet">Moves</span>
      <select
        className={fields.select}
        value=""
        onChange={(event) => event.target.value !== '' && join(Number(event.target.value))}
      >
        <option value="">on its own</option>
        {axes.map((axis, index) =>
          index === place.axisIndex ? null : (
            <option key={index} value={index}>
              {`together with ${axisLabel(axis, known)}`}
            </option>
          ),
        )}
      </select>
    </label>
  );
}

interface ChoiceValuesProps {
  readonly moved: MovedField;
  readonly field: Field;
  readonly values: readonly unknown[];
  readonly onValues: (values: AxisValues) => void;
}

/** Which of the choices are tried. */
function ChoiceValues({ moved, field, values, onValues }: ChoiceValuesProps) {
  const all: readonly unknown[] = field.kind === 'boolean' ? [false, true] : field.choices;
  const toggle = (choice: unknown) => {
    const kept = values.filter((value) => value !== choice);
    const next = kept.length < values.length ? kept : [...values, choice];
    if (next.length > 0) onValues({ kind: 'list', values: next });
  };
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{`Values of ${moved.name}`}</legend>
      {all.map((choice) => (
        <label key={String(choice)} className={styles.check}>
          <input
            type="checkbox"
            checked={values.includes(choice)}
            onChange={() => toggle(choice)}
          />
          <span>{valueText(field, choice)}</span>
        </label>
      ))}
    </fieldset>
  );
}
