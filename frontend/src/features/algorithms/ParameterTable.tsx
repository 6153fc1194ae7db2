import { Fragment, useId, useMemo, useState } from 'react';

import type { Algorithm } from '@/api/types';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/fields/Checkbox';

import {
  boundsText,
  differenceFromBase,
  matchesParameter,
  parameterValueText,
  sharedSource,
  shortSource,
  type Parameter,
} from './algorithms';
import styles from './parameters.module.css';

interface ParameterTableProps {
  readonly algorithm: Algorithm;
  readonly base: Algorithm | undefined;
}

/** The parameters, with a filter: in human units, with bounds, meaning and source. */
export function ParameterTable({ algorithm, base }: ParameterTableProps) {
  const [query, setQuery] = useState('');
  // A variant reads as its difference from its base.
  const [isOwnOnly, setOwnOnly] = useState(base !== undefined);
  const filterId = useId();
  const own = useMemo(
    () => new Set(base && differenceFromBase(algorithm, base).addedParameters),
    [algorithm, base],
  );
  const all = algorithm.parameters;
  const shown = all.filter(
    (parameter) => matchesParameter(parameter, query) && (!isOwnOnly || own.has(parameter.name)),
  );
  const shared = sharedSource(all);
  const isShortened = shown.some(({ source }) => shortSource(source, shared) !== source);
  const showAll = () => {
    setQuery('');
    setOwnOnly(false);
  };
  if (all.length === 0) {
    return (
      <section>
        <h2>Parameters</h2>
        <p className={styles.none}>None: all of its numbers are fixed.</p>
      </section>
    );
  }
  return (
    <section>
      <div className={styles.head}>
        <h2>
          Parameters{' '}
          <small aria-live="polite">
            {shown.length === all.length ? `${all.length}` : `${shown.length} of ${all.length}`}
          </small>
        </h2>
        <label className="label" htmlFor={filterId}>
          Filter
        </label>
        <input
          id={filterId}
          className={styles.filter}
          type="search"
          value={query}
          placeholder="name, meaning, source"
          onChange={(event) => setQuery(event.target.value)}
        />
        {base !== undefined && (
          <Checkbox
            className="label"
            label={`only those that ${base.title} lacks`}
            checked={isOwnOnly}
            onChange={setOwnOnly}
          />
        )}
      </div>
      {isShortened && (
        <p className={styles.note}>{`A source that is only a name is in ${shared}.`}</p>
      )}
      {shown.length === 0 ? (
        <p className={styles.none}>
          No parameter matches. <Button onClick={showAll}>Show all</Button>
        </p>
      ) : (
        <Rows parameters={shown} shared={shared} />
      )}
    </section>
  );
}

/** A long name breaks after an underscore rather than before its last letter. */
function Breakable({ text }: { text: string }) {
  const [first, ...others] = text.split('_');
  return (
    <>
      {first}
      {others.map((part, place) => (
        <Fragment key={place}>
          _<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}

interface RowsProps {
  readonly parameters: readonly Parameter[];
  /** The part of the sources that is said above. */
  readonly shared: string;
}

function Rows({ parameters, shared }: RowsProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Default</th>
          <th scope="col">Bounds</th>
          <th scope="col">Meaning</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map((parameter) => (
          <tr key={parameter.name}>
            <th scope="row">
              <code>
                <Breakable text={parameter.name} />
              </code>
            </th>
            <td className={styles.value}>
              <Breakable text={parameterValueText(parameter.name, parameter.default)} />
            </td>
            <td className={styles.bounds}>{boundsText(parameter)}</td>
            <td>{parameter.description}</td>
            <td className={styles.source}>{shortSource(parameter.source, shared)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
