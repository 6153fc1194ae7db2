import { t } from '@lingui/core/macro';

import { listAt, textAt, withStepId } from '@/analysis/labs/draft';
import { isKnownKind } from '@/analysis/labs/newStep';
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import { Checkbox } from '@/ui/fields/Checkbox';

import { useDraftPlace, useEditing } from '../editing';
import { ExpressionField } from './ExpressionField';
import { NumberBox, Problems, TextField } from './fields';
import fields from './fields.module.css';
import styles from './form.module.css';
import { JsonStep } from './JsonStep';
import { MapForm } from './MapForm';
import { OpenFields } from './OpenFields';
import { PredictionForm } from './PredictionForm';
import { QuestionForm } from './QuestionForm';
import { ScenarioPart } from './ScenarioPart';
import { SolutionPart } from './SolutionPart';

interface StepFormProps {
  readonly index: number;
  /** As a whole, for what the form has no field for. */
  readonly isJson: boolean;
}

/** All fields of one step. */
export function StepForm({ index, isJson }: StepFormProps) {
  const { draft } = useEditing();
  const path = `steps.${index}`;
  const step = getAt(draft, path);
  const { problems } = useDraftPlace(path, false);
  const isKnown = isKnownKind(getAt(step, 'kind'));
  if (isJson || !isKnown) return <JsonStep path={path} isUnknown={!isKnown} />;
  const asks = ['prediction', 'question', 'goal', 'game'].includes(textAt(step, 'kind'));
  return (
    <div className={styles.form} data-path={path}>
      <Problems problems={problems} />
      <div className={fields.row}>
        <div className={fields.wide}>
          <TextField path={`${path}.title`} label={t`Title`} />
        </div>
        <NumberBox path={`${path}.minutes`} label={t`Minutes`} />
        {(asks || getAt(step, 'points') !== 0) && (
          <NumberBox path={`${path}.points`} label={t`Points`} />
        )}
      </div>
      <TextField
        path={`${path}.text`}
        label={asks ? t`What is asked` : t`Text`}
        rows={4}
        hint={t`Markdown, with formulas between $. Students read it with the step.`}
      />
      <OwnFields index={index} path={path} kind={textAt(step, 'kind')} />
      <TextField
        path={`${path}.notes`}
        label={t`Notes for teachers`}
        rows={2}
        hint={t`The expected answer, what students often think instead. Students never see it.`}
      />
      <StepName index={index} path={path} />
    </div>
  );
}

interface OwnFieldsProps {
  readonly index: number;
  readonly path: string;
  readonly kind: string;
}

function OwnFields({ index, path, kind }: OwnFieldsProps) {
  const { draft } = useEditing();
  const scenario = getAt(draft, `${path}.scenario`);
  switch (kind) {
    case 'prediction':
      return <PredictionForm index={index} />;
    case 'question':
      return <QuestionForm path={path} />;
    case 'map':
      return <MapForm path={path} />;
    case 'game':
      return <GameForm path={path} />;
    case 'run':
      return (
        <>
          <ScenarioPart path={path} />
          <OpenFields path={path} />
        </>
      );
    case 'goal':
      return (
        <>
          <ScenarioPart path={path} />
          <OpenFields path={path} />
          <ExpressionField
            path={`${path}.goal`}
            label={t`Goal`}
            scenario={scenario}
            hint={t`True for a run that reaches the goal. Students do not see it: state the goal in the text.`}
          />
          <NumberBox
            path={`${path}.hidden_seeds`}
            label={t`Hidden seeds`}
            hint={t`0 to 8 more runs that must also reach the goal, with seeds that students do not see. In the JSON, hidden_ranges varies their networks, too.`}
          />
          <SolutionPart path={path} />
        </>
      );
    default:
      return null;
  }
}

/** The name under which answers are stored: rarely of interest. */
function StepName({ index, path }: { index: number; path: string }) {
  const { change } = useEditing();
  const { problems } = useDraftPlace(`${path}.id`);
  return (
    <details className="ui-fold" open={problems.length > 0 || undefined}>
      <summary>{t`Name in answers and files`}</summary>
      <TextField
        path={`${path}.id`}
        label={t`Name`}
        isNarrow
        hint={t`Small letters, digits and hyphens. Answers are stored under it; predictions about this step follow.`}
        onChange={(id) => change((now) => withStepId(now, index, id), `${path}.id`)}
      />
    </details>
  );
}

/** A game: in each round the hidden flows run one of the candidates. */
function GameForm({ path }: { path: string }) {
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
        none={t`The list of algorithms has not loaded yet.`}
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
