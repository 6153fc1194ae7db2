import { t } from '@lingui/core/macro';

import { listAt, textAt } from '@/analysis/labs/draft';
import { getAt } from '@/analysis/scenario/fieldPath';
import { Checkbox } from '@/ui/Checkbox';

import { useDraftPlace, useEditing } from './editing';
import { NumberBox, Problems } from './fields';
import fields from './fields.module.css';
import { ScenarioPart } from './ScenarioPart';

/** A game: in each round the hidden flows run one of the candidates. */
export function GameForm({ path }: { path: string }) {
  const { draft, algorithms } = useEditing();
  const flows = listAt(getAt(draft, `${path}.scenario`), 'flows');
  const labels = [...new Set(flows.map((flow) => textAt(flow, 'label')).filter(Boolean))];
  return (
    <>
      <ScenarioPart path={path} />
      <Several
        path={`${path}.hidden`}
        title={t`Flows whose algorithm is to be named`}
        choices={labels.map((label) => ({ value: label, label }))}
        none={t`The scenario's flows have no labels: name them in the builder.`}
      />
      <Several
        path={`${path}.candidates`}
        title={t`Algorithms to choose from`}
        choices={algorithms.map(({ name, title }) => ({ value: name, label: title }))}
        none={t`The list of algorithms is not there yet.`}
      />
      <NumberBox
        path={`${path}.rounds`}
        label={t`Rounds`}
        hint={t`Each round takes the next seed and draws its algorithm again.`}
      />
    </>
  );
}

interface SeveralProps {
  readonly path: string;
  readonly title: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Stands where there is nothing to choose from. */
  readonly none: string;
}

function Several({ path, title, choices, none }: SeveralProps) {
  const { value, problems, set } = useDraftPlace(path);
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const unknown = chosen.filter((each) => !choices.some((choice) => choice.value === each));
  const all = [
    ...choices,
    ...unknown.map((each) => ({ value: String(each), label: String(each) })),
  ];
  return (
    <fieldset className={fields.list} data-path={path}>
      <legend>{title}</legend>
      {all.length === 0 && <p className={fields.hint}>{none}</p>}
      <span className="row middle wraps">
        {all.map((choice) => (
          <Checkbox
            key={choice.value}
            className={fields.check}
            label={choice.label}
            checked={chosen.includes(choice.value)}
            onChange={(isChosen) =>
              set(
                all
                  .map((each) => each.value)
                  .filter((each) => (each === choice.value ? isChosen : chosen.includes(each))),
              )
            }
          />
        ))}
      </span>
      <Problems problems={problems} />
    </fieldset>
  );
}
