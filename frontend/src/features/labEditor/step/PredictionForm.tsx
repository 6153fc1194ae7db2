import { t } from '@lingui/core/macro';

import { listAt, stepsOf, textAt, withValue } from '@/analysis/labs/draft';
import { laterRuns, newPrediction } from '@/analysis/labs/newStep';
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import type { Metric } from '@/generated/metrics';
import { flowSeriesMetrics } from '@/generated/seriesMetrics';
import { Checkbox } from '@/ui/fields/Checkbox';

import { useEditing } from '../editing';
import { ExpressionField } from './ExpressionField';
import { AnswerKind, NumberBox, SelectField, TextField, UnitAndTolerance } from './fields';
import fields from './fields.module.css';
import { ItemList } from './ItemList';
import { seriesUnit } from './seriesUnit';

const KINDS = [
  { value: 'pick', label: t`Pick one` },
  { value: 'number', label: t`Number` },
  { value: 'order', label: t`Put in order` },
  { value: 'curve', label: t`Draw a curve` },
] as const;

/** The predicted quantity, its step, and the right answer. */
export function PredictionForm({ index }: { index: number }) {
  const { draft, change } = useEditing();
  const path = `steps.${index}`;
  const kind = textAt(draft, `${path}.prediction.kind`);
  const about = textAt(draft, `${path}.about`);
  const later = laterRuns(draft, index + 1);
  const scenario = getAt(
    stepsOf(draft).find((step) => textAt(step, 'id') === about),
    'scenario',
  );
  return (
    <>
      <SelectField
        path={`${path}.about`}
        label={t`Predicts`}
        placeholder={later.length === 0 ? t`no later step has a run` : t`choose a step`}
        choices={later.map((step) => ({
          value: textAt(step, 'id'),
          label: textAt(step, 'title') || textAt(step, 'id'),
        }))}
        hint={t`A later step. Its run is withheld until the answer is stored.`}
      />
      <AnswerKind
        path={`${path}.prediction`}
        label={t`Kind of prediction`}
        kinds={KINDS}
        usual="number"
        fresh={newPrediction}
      />
      <Kind kind={kind} path={`${path}.prediction`} scenario={scenario} />
      <Checkbox
        checked={textAt(draft, `${path}.points_for`) === 'answer'}
        onChange={(is) =>
          change((now) => withValue(now, `${path}.points_for`, is ? 'answer' : undefined), '')
        }
        label={t`Points for any answer: the question cannot be answered in advance, so it is not marked`}
      />
    </>
  );
}

interface KindProps {
  readonly kind: string;
  readonly path: string;
  readonly scenario: unknown;
}

function Kind({ kind, path, scenario }: KindProps) {
  switch (kind) {
    case 'pick':
      return (
        <ItemList
          path={`${path}.options`}
          title={t`Answers`}
          one={t`answer`}
          add={t`Add an answer`}
          hint={t`The run decides which is right.`}
          fresh={{ text: '', is_right_if: '' }}
          renderItem={(item, name) => (
            <>
              <TextField path={`${item}.text`} label={name} />
              <ExpressionField
                path={`${item}.is_right_if`}
                label={t`${name} is right if`}
                scenario={scenario}
              />
            </>
          )}
        />
      );
    case 'order':
      return (
        <ItemList
          path={`${path}.items`}
          title={t`What is put in order, the largest first`}
          one={t`item`}
          add={t`Add an item`}
          fresh={{ text: '', measured: '' }}
          renderItem={(item, name) => (
            <>
              <TextField path={`${item}.text`} label={name} />
              <ExpressionField
                path={`${item}.measured`}
                label={t`Measured number of item ${Number(item.split('.').at(-1)) + 1}`}
                scenario={scenario}
              />
            </>
          )}
        />
      );
    case 'curve':
      return <CurveKind path={path} scenario={scenario} />;
    default:
      return (
        <>
          <div className={fields.row}>
            <UnitAndTolerance path={path} />
          </div>
          <ExpressionField
            path={`${path}.measured`}
            label={t`Measured number`}
            scenario={scenario}
            hint={t`In the unit above: divide bit/s by 1e6 for Mbit/s, multiply s by 1000 for ms.`}
          />
        </>
      );
  }
}

function CurveKind({ path, scenario }: Omit<KindProps, 'kind'>) {
  const { draft } = useEditing();
  const metrics: Readonly<Record<string, Metric>> = flowSeriesMetrics;
  const series = Object.entries(metrics).filter(([, { pane }]) => pane !== null);
  const labels = [...new Set(listAt(scenario, 'flows').map((flow) => textAt(flow, 'label')))];
  const { unit, factor } = seriesUnit(textAt(draft, `${path}.series`));
  return (
    <div className={fields.row}>
      <SelectField
        path={`${path}.series`}
        label={t`Curve of`}
        placeholder={t`choose`}
        choices={series.map(([value, { title }]) => ({ value, label: title }))}
      />
      <SelectField
        path={`${path}.flow`}
        label={t`Flow`}
        placeholder={t`choose`}
        choices={labels.filter(Boolean).map((label) => ({ value: label, label }))}
      />
      <NumberBox path={`${path}.top`} label={t`Axis up to`} unit={unit} factor={factor} />
    </div>
  );
}
