import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';

import { isModule, shortModuleName } from '@/analysis/scenario/modules';
import { useAlgorithmTitle } from '@/api/catalog';
import type { Json } from '@/api/labs';
import { useMyModules } from '@/api/modules';
import { hasServer } from '@/api/transport';
import type { Open } from '@/steps/openFields';
import { Note } from '@/ui/Note';

import styles from './run.module.css';

/** A step of an attempt, as the editor's address names it. */
export interface StepPlace {
  readonly attempt: string;
  readonly step: string;
}

export interface SettingFieldProps {
  readonly open: Open;
  readonly value: Json;
  readonly problem: string | null;
  readonly onChange: (value: Json) => void;
}

interface OwnAlgorithmFieldProps extends SettingFieldProps {
  readonly at: StepPlace;
}

/** One of the modules of this browser in the place of an algorithm; the editor makes another. */
export function OwnAlgorithmField(props: OwnAlgorithmFieldProps) {
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
      <Note title={t`This page runs no algorithm of your own`}>
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
