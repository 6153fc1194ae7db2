import { t } from '@lingui/core/macro';
import { useId, useMemo } from 'react';

import { listAt, textAt, withValue } from '@/analysis/labs/draft';
import { openableFields, openName } from '@/analysis/labs/scenario';
import { movedField } from '@/analysis/experiment/fields';
import { takesOf } from '@/analysis/numbers/typing';
import { getAt } from '@/analysis/scenario/fields/fieldPath';

import { NumberListInput } from '@/ui/fields/NumberListInput';

import { useDraftPlace, useEditing } from '../editing';
import { ExpressionField } from './ExpressionField';
import { Labelled, PLAIN_NUMBER, SelectField, TextField } from './fields';
import form from './form.module.css';
import fields from './fields.module.css';
import { useKnown } from './OpenFields';
import { ScenarioPart } from './ScenarioPart';

/** A plane that the class fills: its scenario, its two sides and what is measured. */
export function MapForm({ path }: { path: string }) {
  const { draft } = useEditing();
  const counts = ['x', 'y'].map((side) => listAt(draft, `${path}.${side}.values`).length);
  const [across = 0, up = 0] = counts;
  return (
    <>
      <ScenarioPart path={path} hasSeed={false} />
      <Side path={path} side="x" title={t`Across`} />
      <Side path={path} side="y" title={t`Up`} />
      <p className="small quiet">{t`${across} × ${up} = ${across * up} cells, at most 400.`}</p>
      <ExpressionField
        path={`${path}.measured`}
        label={t`Measured number`}
        scenario={getAt(draft, `${path}.scenario`)}
      />
      <TextField
        path={`${path}.label`}
        label={t`Meaning of the colour`}
        hint={t`With its unit: “Mean RTT, ms”.`}
      />
    </>
  );
}

interface SideProps {
  readonly path: string;
  readonly side: 'x' | 'y';
  readonly title: string;
}

function Side({ path, side, title }: SideProps) {
  const { draft, schema, change } = useEditing();
  const id = useId();
  const known = useKnown(path);
  const at = `${path}.${side}`;
  const { value, problems, set } = useDraftPlace(`${at}.values`);
  const moved = movedField(textAt(draft, `${at}.path`), known);
  const numeric = useMemo(
    () =>
      schema === undefined
        ? []
        : openableFields(known).filter(
            ({ field }) => field?.kind === 'number' || field?.kind === 'integer',
          ),
    [schema, known],
  );
  const setPath = (next: string) => {
    const chosen = movedField(next, known);
    const label = chosen.unit === '' ? chosen.name : `${chosen.name}, ${chosen.unit}`;
    const scenario = getAt(draft, `${path}.scenario`);
    const now = getAt(scenario, next.replace('*', '0')) ?? chosen.field?.fallback;
    const values = typeof now === 'number' && now > 0 ? [now, now * 2] : [];
    change((old) => withValue(old, at, { label, path: next, values }), '');
  };
  return (
    <section className={form.part} aria-label={t`Axis ${title.toLowerCase()}`} data-path={at}>
      <h2>{title}</h2>
      <div className={fields.row}>
        <SelectField
          path={`${at}.path`}
          label={t`Field`}
          placeholder={t`choose a field`}
          choices={numeric.map((each) => ({ value: each.path, label: openName(each) }))}
          onChange={setPath}
        />
        <TextField path={`${at}.label`} label={t`Label`} isNarrow />
      </div>
      <Labelled
        id={id}
        path={`${at}.values`}
        label={moved.unit === '' ? t`Values` : t`Values, ${moved.unit}`}
        hint={t`From left to right, separated by commas.`}
        problems={problems}
      >
        <NumberListInput
          className={form.wideInput}
          id={id}
          label={t`Values ${title.toLowerCase()}`}
          values={Array.isArray(value) ? value : []}
          takes={takesOf(PLAIN_NUMBER, moved)}
          isBad={problems.length > 0}
          onChange={set}
        />
      </Labelled>
    </section>
  );
}
