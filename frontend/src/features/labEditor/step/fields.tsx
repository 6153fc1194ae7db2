import { t } from '@lingui/core/macro';
import { useId } from 'react';

import { textAt, withValue } from '@/analysis/labs/draft';
import type { Field } from '@/analysis/scenario/fields/fields';
import { plainField } from '@/analysis/scenario/fields/plainField';
import { NumberInput } from '@/ui/fields/NumberInput';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';
import type { ProblemItem } from '@/api/http/problem';

import { useDraftPlace, useEditing } from '../editing';
import styles from './fields.module.css';
import { problemText } from '../problemTexts';

interface LabelledProps {
  readonly id: string;
  readonly path: string;
  readonly label: string;
  readonly hint?: React.ReactNode;
  readonly problems: readonly ProblemItem[];
  readonly isNarrow?: boolean;
  readonly children: React.ReactNode;
}

/** A name, its field, what is wrong with it, and what it is for. */
export function Labelled(props: LabelledProps) {
  const { id, path, label, hint, problems, isNarrow, children } = props;
  return (
    <div className={styles.field} data-path={path} data-narrow={isNarrow || undefined}>
      <label htmlFor={id}>{label}</label>
      {children}
      <Problems id={`${id}-problems`} problems={problems} />
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function Problems({ id, problems }: { id?: string; problems: readonly ProblemItem[] }) {
  return (
    <div id={id} className={styles.problems} aria-live="polite">
      {problems.map((problem) => (
        <p key={`${problem.path} ${problem.message}`}>{problemText(problem)}</p>
      ))}
    </div>
  );
}

/** The description of a field for screen readers: problems first, then the hint. */
export function describedBy(id: string, isBad: boolean, hasHint: boolean): string | undefined {
  const ids = [isBad ? `${id}-problems` : '', hasHint ? `${id}-hint` : ''].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}

interface TextFieldProps {
  readonly path: string;
  readonly label: string;
  readonly hint?: React.ReactNode;
  readonly rows?: number;
  readonly isNarrow?: boolean;
  readonly placeholder?: string;
  /** Instead of setting the place itself. */
  readonly onChange?: (text: string) => void;
}

/** One line; with `rows` several. */
export function TextField(props: TextFieldProps) {
  const { path, label, hint, rows, isNarrow = false, placeholder, onChange } = props;
  const id = useId();
  const { value, problems, set } = useDraftPlace(path);
  const isBad = problems.length > 0;
  const own = {
    id,
    placeholder,
    'aria-invalid': isBad || undefined,
    'aria-describedby': describedBy(id, isBad, hint !== undefined),
    value: shownText(value),
    onChange: ({ target }: { target: { value: string } }) => (onChange ?? set)(target.value),
  };
  return (
    <Labelled {...{ id, path, label, hint, problems, isNarrow }}>
      {rows === undefined ? (
        <input autoComplete="off" {...own} />
      ) : (
        <textarea rows={rows} className={styles.area} {...own} />
      )}
    </Labelled>
  );
}

/** A value that is no text is shown as it is, so that it can be corrected. */
function shownText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

interface NumberBoxProps {
  readonly path: string;
  readonly label: string;
  readonly unit?: string;
  /** Of the wire in one that is typed. */
  readonly factor?: number;
  readonly hint?: React.ReactNode;
}

/** A number with its unit. */
export function NumberBox({ path, label, unit = '', factor = 1, hint }: NumberBoxProps) {
  const id = useId();
  const { value, problems, set } = useDraftPlace(path);
  const isBad = problems.length > 0;
  return (
    <Labelled {...{ id, path, label, hint, problems }} isNarrow>
      <span className={styles.number}>
        <NumberInput
          id={id}
          label={unit === '' ? label : `${label}, ${unit}`}
          field={PLAIN_NUMBER}
          value={value}
          factor={factor}
          shown={{ unit }}
          isBad={isBad}
          describedBy={describedBy(id, isBad, hint !== undefined)}
          onChange={set}
        />
        {unit !== '' && <span className="quiet">{unit}</span>}
      </span>
    </Labelled>
  );
}

/** A number of the lab's own file, which the scenario's schema does not know. */
export const PLAIN_NUMBER: Field = plainField();

interface SelectChoice {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps {
  readonly path: string;
  readonly label: string;
  readonly choices: readonly SelectChoice[];
  readonly hint?: React.ReactNode;
  /** Stands where nothing of the list is chosen. */
  readonly placeholder: string;
  readonly onChange?: (value: string) => void;
}

/** One of a list; a value that is not in it is shown, so that it can be corrected. */
export function SelectField(props: SelectFieldProps) {
  const { path, label, choices, hint, placeholder, onChange } = props;
  const id = useId();
  const { value, problems, set } = useDraftPlace(path);
  const isBad = problems.length > 0;
  const now = shownText(value);
  const isKnown = choices.some((choice) => choice.value === now);
  return (
    <Labelled {...{ id, path, label, hint, problems }} isNarrow>
      <select
        id={id}
        aria-invalid={isBad || undefined}
        aria-describedby={describedBy(id, isBad, hint !== undefined)}
        value={now}
        onChange={({ target }) => (onChange ?? set)(target.value)}
      >
        {!isKnown && <option value={now}>{now === '' ? placeholder : t`${now} (unknown)`}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

interface AnswerKindProps {
  readonly path: string;
  readonly label: string;
  readonly kinds: readonly { readonly value: string; readonly label: string }[];
  /** Shown where the draft has no kind that is known. */
  readonly usual: string;
  /** A new question or prediction of another kind. */
  readonly fresh: (kind: string) => unknown;
}

/** How a student answers what is asked at `path`. */
export function AnswerKind({ path, label, kinds, usual, fresh }: AnswerKindProps) {
  const { draft, change } = useEditing();
  const { problems } = useDraftPlace(path, false);
  const kind = textAt(draft, `${path}.kind`);
  return (
    <div className={styles.field} data-path={path}>
      <span className="small quiet">{t`Answered by`}</span>
      <SegmentedControl
        aria-label={label}
        value={kinds.find((each) => each.value === kind)?.value ?? usual}
        onChange={(next) => change((now) => withValue(now, path, fresh(next)), '')}
        data={kinds}
      />
      <Problems problems={problems} />
    </div>
  );
}

/** In which unit a number is answered, and how far from the right one still counts. */
export function UnitAndTolerance({ path }: { readonly path: string }) {
  return (
    <>
      <TextField path={`${path}.unit`} label={t`Unit`} isNarrow placeholder={t`none`} />
      <NumberBox path={`${path}.tolerance_ratio`} label={t`Right within`} unit="%" factor={0.01} />
    </>
  );
}
