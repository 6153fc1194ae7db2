import { listAt, stepsOf, textAt, withValue } from '@/analysis/labs/draft';
import { laterRuns, newPrediction } from '@/analysis/labs/newStep';
import { getAt } from '@/analysis/scenario/fieldPath';
import type { Metric } from '@/generated/metrics';
import { flowSeriesMetrics } from '@/generated/seriesMetrics';
import { Checkbox } from '@/ui/Checkbox';
import { SegmentedControl } from '@/ui/SegmentedControl';

import { useDraftPlace, useEditing } from './editing';
import { ExpressionField } from './ExpressionField';
import { NumberBox, Problems, SelectField, TextField } from './fields';
import fields from './fields.module.css';
import { ItemList } from './ItemList';
import { seriesUnit } from './seriesUnit';

const KINDS = [
  { value: 'pick', label: 'Pick one' },
  { value: 'number', label: 'Number' },
  { value: 'order', label: 'Put in order' },
  { value: 'curve', label: 'Draw a curve' },
] as const;

/** What is predicted, of which step, and what is right. */
export function PredictionForm({ index }: { index: number }) {
  const { draft, change } = useEditing();
  const path = `steps.${index}`;
  const { problems } = useDraftPlace(`${path}.prediction`, false);
  const kind = textAt(draft, `${path}.prediction.kind`);
  const about = textAt(draft, `${path}.about`);
  const later = laterRuns(draft, index + 1);
  const scenario = getAt(
    stepsOf(draft).find((step) => textAt(step, 'id') === about),
    'scenario',
  );
  const setKind = (next: string) =>
    change((now) => withValue(now, `${path}.prediction`, newPrediction(next)), '');
  return (
    <>
      <SelectField
        path={`${path}.about`}
        label="Predicts"
        placeholder={later.length === 0 ? 'no later step has a run' : 'choose a step'}
        choices={later.map((step) => ({
          value: textAt(step, 'id'),
          label: textAt(step, 'title') || textAt(step, 'id'),
        }))}
        hint="A later step. Its run is withheld until the answer is stored."
      />
      <div className={fields.field} data-path={`${path}.prediction`}>
        <span className="small quiet">Answered by</span>
        <SegmentedControl
          aria-label="Kind of prediction"
          value={KINDS.find((each) => each.value === kind)?.value ?? 'number'}
          onChange={setKind}
          data={KINDS}
        />
        <Problems problems={problems} />
      </div>
      <Kind kind={kind} path={`${path}.prediction`} scenario={scenario} />
      <Checkbox
        checked={textAt(draft, `${path}.points_for`) === 'answer'}
        onChange={(is) =>
          change((now) => withValue(now, `${path}.points_for`, is ? 'answer' : undefined), '')
        }
        label="Points for any answer: what is asked cannot be known, and is not marked"
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
          title="Answers"
          one="answer"
          hint="The run decides which is right."
          fresh={{ text: '', is_right_if: '' }}
          renderItem={(item, name) => (
            <>
              <TextField path={`${item}.text`} label={name} />
              <ExpressionField
                path={`${item}.is_right_if`}
                label={`${name} is right if`}
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
          title="What is put in order, the largest first"
          one="item"
          fresh={{ text: '', measured: '' }}
          renderItem={(item, name) => (
            <>
              <TextField path={`${item}.text`} label={name} />
              <ExpressionField
                path={`${item}.measured`}
                label={`Measured number of item ${Number(item.split('.').at(-1)) + 1}`}
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
            <TextField path={`${path}.unit`} label="Unit" isNarrow placeholder="none" />
            <NumberBox
              path={`${path}.tolerance_ratio`}
              label="Right within"
              unit="%"
              factor={0.01}
            />
          </div>
          <ExpressionField
            path={`${path}.measured`}
            label="Measured number"
            scenario={scenario}
            hint="In the unit above: divide bit/s by 1e6 for Mbit/s, multiply s by 1000 for ms."
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
        label="Curve of"
        placeholder="choose"
        choices={series.map(([value, { title }]) => ({ value, label: title }))}
      />
      <SelectField
        path={`${path}.flow`}
        label="Flow"
        placeholder="choose"
        choices={labels.filter(Boolean).map((label) => ({ value: label, label }))}
      />
      <NumberBox path={`${path}.top`} label="Axis up to" unit={unit} factor={factor} />
    </div>
  );
}
