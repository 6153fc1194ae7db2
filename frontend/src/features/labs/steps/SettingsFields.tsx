import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';

import { boundsText, valueText } from '@/analysis/scenario/fields/fieldTexts';
import { isModule, shortModuleName } from '@/analysis/scenario/modules';
import { useAlgorithmTitle } from '@/api/catalog';
import type { Json, Settings } from '@/api/classes/labs';
import { useMyModules } from '@/api/algorithms/modules';
import type { ProblemItem } from '@/api/http/problem';
import { hasServer } from '@/api/http/transport';
import { fieldProblem, type Open } from '@/steps/openFields';
import { Note } from '@/ui/Note';
import { NumberInput } from '@/ui/fields/NumberInput';
import boxes from '@/ui/ui.module.css';

import styles from './run.module.css';

interface SettingsFieldsProps {
  /** Which step it is, for the editor of algorithms. */
  readonly at: StepPlace;
  readonly opens: readonly Open[];
  readonly settings: Settings;
  readonly problems: readonly ProblemItem[];
  readonly onChange: (settings: Settings) => void;
}

/** The fields that may be changed in a step, with unit and bounds. All others are locked. */
export function SettingsFields(props: SettingsFieldsProps) {
  const { at, opens, settings, problems, onChange } = props;
  return (
    <div className={styles.fields}>
      {opens.map((open) => {
        const of = {
          open,
          value: open.path in settings ? (settings[open.path] ?? null) : open.given,
          problem: fieldProblem(problems, open),
          onChange: (value: Json) => onChange({ ...settings, [open.path]: value }),
        };
        return open.isOwnAlgorithm ? (
          <OwnAlgorithmField key={open.path} {...of} at={at} />
        ) : (
          <SettingField key={open.path} {...of} />
        );
      })}
    </div>
  );
}

function SettingField({ open, value, problem, onChange }: SettingFieldProps) {
  const id = useId();
  const { field, name, choices } = open;
  const algorithmTitle = useAlgorithmTitle();
  const isAlgorithm = open.path.endsWith('.algorithm.name');
  return (
    <div className={styles.field}>
      <label className="label" htmlFor={id}>
        {name}
      </label>
      <span className={styles.value}>
        {choices === null ? (
          <NumberInput
            id={id}
            className={boxes.numberBox}
            label={name}
            field={field}
            value={value}
            factor={field.factor}
            isBad={problem !== null}
            isExplained="bounds"
            describedBy={`${id}-bounds`}
            onChange={(next) => onChange(next ?? null)}
          />
        ) : (
          <select
            id={id}
            aria-describedby={`${id}-bounds`}
            value={choices.indexOf(value)}
            onChange={({ target }) => onChange(choices[Number(target.value)] ?? null)}
          >
            {choices.map((choice, index) => (
              <option key={index} value={index}>
                {isAlgorithm && typeof choice === 'string'
                  ? algorithmTitle(choice)
                  : valueText(field, choice)}
              </option>
            ))}
          </select>
        )}
        {choices === null && field.unit}
      </span>
      <span id={`${id}-bounds`} className="small quiet" aria-live="polite">
        {problem === null ? choices === null && boundsText(field) : <b>{problem}</b>}
      </span>
    </div>
  );
}

/** A step of an attempt, as the editor's address names it. */
interface StepPlace {
  readonly attempt: string;
  readonly step: string;
}

interface SettingFieldProps {
  readonly open: Open;
  readonly value: Json;
  readonly problem: string | null;
  readonly onChange: (value: Json) => void;
}

interface OwnAlgorithmFieldProps extends SettingFieldProps {
  readonly at: StepPlace;
}

/** One of the modules of this browser in the place of an algorithm; the editor makes another. */
function OwnAlgorithmField(props: OwnAlgorithmFieldProps) {
  const { at, open, value, problem, onChange } = props;
  const id = useId();
  const modules = useMyModules();
  const titleOf = useAlgorithmTitle();
  const own = modules.data ?? [];
  const given = typeof open.given === 'string' ? titleOf(open.given) : '';
  // Chosen in another tab, or stored by the editor a moment ago.
  const others = isModule(value) && own.every(({ name }) => name !== value) ? [value] : [];
  if (!hasServer())
    return (
      <Note title={t`This page cannot run your own algorithm`}>
        {t`It has no server, and only a server runs modules. Do this step in a lab that has one; here it runs as it is given.`}
      </Note>
    );
  return (
    <div className={styles.field}>
      <label className="label" htmlFor={id}>
        {open.name}
      </label>
      <select
        id={id}
        aria-describedby={`${id}-says`}
        value={isModule(value) ? value : ''}
        onChange={({ target }) => onChange(target.value === '' ? open.given : target.value)}
      >
        <option value="">{t`${given}, as given`}</option>
        {own.map(({ name, description: { title } }) => (
          <option key={name} value={name}>
            {`${title}, ${shortModuleName(name)}`}
          </option>
        ))}
        {others.map((name) => (
          <option key={name} value={name}>
            {shortModuleName(name)}
          </option>
        ))}
      </select>
      <span id={`${id}-says`} className="small quiet" aria-live="polite">
        {problem !== null && <b>{problem}</b>}
        {modules.error !== null && <b>{t`Your modules could not be loaded.`}</b>}
      </span>
      <span className="small">
        <Trans>
          <Link to="/algorithms/write" search={{ ...at }}>
            Write one in the editor
          </Link>
          , and store it: then it is in this list.
        </Trans>
      </span>
    </div>
  );
}
